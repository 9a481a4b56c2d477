import "@fontsource-variable/alegreya/wght.css";
import "@fontsource/cinzel/latin-700.css";
import "./core/fonts/fonts.css";
import "./core/tokens.css";
import "./cards/palette.css";
import "./app.css";
import { registerSW } from "virtual:pwa-register";
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./core/settings.svelte";
import { useFirstTexts } from "./core/words.svelte";

/** After an update of the server, parts of the old page are gone. A page that was just loaded isn't old. */
const MIN_AGE_MS = 10_000;
addEventListener("vite:preloadError", () => performance.now() > MIN_AGE_MS && location.reload());

useFirstTexts(settings.language);
const target = document.getElementById("app");
if (target) mount(App, { target });
registerSW({ immediate: false });
