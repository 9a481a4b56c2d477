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
import { loadFirstTexts } from "./core/words.svelte";

/** Not a top-level `await`: the chunks of screens import from this one, which would wait for them. */
async function start(): Promise<void> {
  // The first screen loads together with the texts, not after them.
  await Promise.all([loadFirstTexts(settings.language), loadScreen(route.screen)]);
  const target = document.getElementById("app");
  if (target) mount(App, { target });
  registerSW({ immediate: false });
}

start();
