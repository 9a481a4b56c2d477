import "@fontsource-variable/alegreya/wght.css";
import "@fontsource/cinzel/latin-700.css";
import "./core/fonts/fonts.css";
import "./core/tokens.css";
import "./cards/palette.css";
import "./app.css";
import { registerSW } from "virtual:pwa-register";
import { mount } from "svelte";
import App, { loadScreen } from "./App.svelte";
import { route } from "./core/router.svelte";
import { settings } from "./core/settings.svelte";
import { loadLanguage } from "./core/words.svelte";

/**
 * Show the first screen, which loads together with the texts, not after them. This module must not await it: the code
 * of a screen imports this module's chunk, and would wait for it in turn.
 */
async function start(): Promise<void> {
  await Promise.all([loadLanguage(settings.language), loadScreen(route.screen)]);
  const target = document.getElementById("app");
  if (target) mount(App, { target });
  registerSW({ immediate: false });
}
start();
