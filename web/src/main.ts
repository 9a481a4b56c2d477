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

useFirstTexts(settings.language);
const target = document.getElementById("app");
if (target) mount(App, { target });
registerSW({ immediate: false });
