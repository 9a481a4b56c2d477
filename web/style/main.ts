/** The style page, in development only: style.html shows both themes side by side, style.html?theme=dark one of them. */
import "@fontsource-variable/alegreya/wght.css";
import "@fontsource/cinzel/latin-700.css";
import "../src/core/fonts/fonts.css";
import "../src/core/tokens.css";
import "../src/cards/palette.css";
import "../src/app.css";
import "../src/core/screen_icons";
import { mount } from "svelte";
import { loadLanguage } from "../src/core/words.svelte";
import StylePage from "./StylePage.svelte";
import Themes from "./Themes.svelte";

/** Components may ask the server, which isn't there. */
window.fetch = () => Promise.reject(new Error("The style page has no server."));

async function start(): Promise<void> {
  const query = new URLSearchParams(location.search);
  await loadLanguage(query.get("language") === "es" ? "es" : "en");
  const theme = query.get("theme");
  if (theme) document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.suits = query.get("suits") ?? "two";
  const target = document.getElementById("app");
  if (target) mount(theme ? StylePage : Themes, { target });
}

start();
