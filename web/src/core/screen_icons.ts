/** Adds the icons that every screen but home needs; loaded together with the first of these screens. */
import { icons } from "virtual:icons/screens";
import { addIcons } from "./icons.svelte";

addIcons(icons);
