import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { icons } from "./build/icons.ts";
import { rules } from "./build/rules.ts";
import { words } from "./build/words.ts";

export default defineConfig({
  plugins: [svelte(), icons(), words(), rules()],
  test: { include: ["src/**/*.test.ts", "build/**/*.test.ts"] },
});
