/** The outlines of the icons on the cards and on the table. */
import { icons } from "virtual:icons/dungeon";

export default icons;
