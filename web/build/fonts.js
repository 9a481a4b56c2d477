/**
 * Cut the fonts down to what the page writes: `npm run fonts` makes src/core/fonts from the packages of Fontsource.
 * A name with other letters loads the package's own files.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const FOLDER = fileURLToPath(new URL("../src/core/fonts/", import.meta.url));
const ASCII = String.fromCharCode(...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index));
/** The characters of the texts of the page in both languages; build/fonts.test.ts compares them with the catalogues. */
export const CHARACTERS = `${ASCII}\u00a0¡¿ªºáéíóúüñÁÉÍÓÚÜÑ«»§“”‘’–—…·×½−`;
/** OpenType features: kerning, ligatures, and the figures that `font-variant-numeric` chooses. */
const FEATURES = ["kern", "liga", "locl", "lnum", "tnum"];

const FONTS = [
  {
    name: "alegreya-page",
    family: "Alegreya Variable",
    weight: "400 700",
    file: "@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2",
    options: { variationAxes: { wght: { min: 400, max: 700 } } },
  },
  {
    name: "cinzel-page",
    family: "Cinzel",
    weight: "700",
    file: "@fontsource/cinzel/files/cinzel-latin-700-normal.woff2",
    options: {},
  },
];

function unicodeRange(characters) {
  const others = [...characters].filter((character) => !ASCII.includes(character));
  const code = (character) => character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  return ["U+0020-007E", ...others.map((character) => `U+${code(character)}`)].join(", ");
}

async function main() {
  const { resolve } = createRequire(import.meta.url);
  mkdirSync(FOLDER, { recursive: true });
  let css =
    "/* Made by `npm run fonts`: these faces come after the packages' own, so their characters come from here. */\n";
  for (const { name, family, weight, file, options } of FONTS) {
    const settings = { targetFormat: "woff2", keepFeatures: FEATURES, ...options };
    writeFileSync(`${FOLDER}${name}.woff2`, await subsetFont(readFileSync(resolve(file)), CHARACTERS, settings));
    css += `@font-face {
  font-family: "${family}";
  font-style: normal;
  font-display: swap;
  font-weight: ${weight};
  src: url("./${name}.woff2") format("woff2");
  unicode-range: ${unicodeRange(CHARACTERS)};
}
`;
  }
  writeFileSync(`${FOLDER}fonts.css`, css);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
