/** The portraits of the characters, by the name of the bot. */
import accountant from "./accountant.svg";
import brute from "./brute.svg";
import digger from "./digger.svg";
import gambler from "./gambler.svg";
import liar from "./liar.svg";
import master from "./master.svg";

export const PORTRAITS: Record<string, string> = { accountant, brute, digger, gambler, liar, master };
