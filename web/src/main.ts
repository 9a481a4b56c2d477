import "@fontsource-variable/alegreya/wght.css";
import "@fontsource/cinzel/latin-700.css";
import "./app.css";
import { mount } from "svelte";
import { registerSW } from "virtual:pwa-register";
import App from "./App.svelte";
import { settings } from "./core/settings.svelte";
import { learn } from "./core/words.svelte";

await learn(settings.language);
mount(App, { target: document.getElementById("app")! });
registerSW({ immediate: false });
