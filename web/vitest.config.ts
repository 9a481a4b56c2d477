import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { icons } from "./build/icons";
import { rules } from "./build/rules";
import { words } from "./build/words";

export default defineConfig({
  plugins: [svelte(), icons(), words(), rules()],
  test: { include: ["src/**/*.test.ts", "build/**/*.test.ts"] },
});
