/** Builds the style page alone, for its test; `npm run dev` serves it without a build. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { icons } from "./build/icons.ts";
import { media } from "./build/media.ts";
import { rules } from "./build/rules.ts";
import { words } from "./build/words.ts";

export default defineConfig({
  plugins: [media(), svelte(), icons(), words(), rules()],
  build: { target: "es2022", rolldownOptions: { input: "style.html" } },
});
