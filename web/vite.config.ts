import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";
import { chunkOf } from "./build/chunks.ts";
import { icons } from "./build/icons.ts";
import { media } from "./build/media.ts";
import { rules } from "./build/rules.ts";
import { words } from "./build/words.ts";

const server = process.env.UNDERDECK_SERVER ?? "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [
    media(),
    svelte(),
    icons(),
    words(),
    rules(),
    VitePWA({
      registerType: "autoUpdate",
      injectRegister: null,
      manifest: {
        name: "Underdeck",
        short_name: "Underdeck",
        description: "Tomb of Four Kings and Dungeon: two dungeon-crawling card games for a standard deck",
        display: "standalone",
        background_color: "#17120d",
        theme_color: "#17120d",
        icons: [
          { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
      },
      workbox: {
        globPatterns: ["**/*.{js,css,html,svg,png}", "**/{alegreya,cinzel}-page-*.woff2"],
        navigateFallback: "/index.html",
        navigateFallbackDenylist: [/^\/api/, /^\/ws/, /^\/metrics/],
      },
    }),
  ],
  build: {
    outDir: "../src/underdeck/serve/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: chunkOf }] } } },
  },
  server: { proxy: { "/api": { target: server, changeOrigin: false }, "/ws": { target: server, ws: true } } },
});
