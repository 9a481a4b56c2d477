/** The linter refuses imports against the direction of the layers: core < cards < games < table < screens. */
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const WEB = fileURLToPath(new URL("..", import.meta.url));

interface Import {
  path: string;
  imported: string;
}

const UPWARDS: Import[] = [
  { path: "core/a.ts", imported: "../cards/names" },
  { path: "core/ui/A.svelte", imported: "../../games/registry" },
  { path: "cards/a.ts", imported: "../games/registry" },
  { path: "cards/motion/A.svelte", imported: "../../table/rules" },
  { path: "games/a.ts", imported: "../table/rules" },
  { path: "games/tomb/A.svelte", imported: "../../screens/join/listed" },
  { path: "table/a.ts", imported: "../screens/join/listed" },
  { path: "table/A.svelte", imported: "../screens/join/listed" },
];
const ACROSS: Import[] = [
  { path: "games/tomb/b.ts", imported: "../dungeon/faces" },
  { path: "games/dungeon/B.svelte", imported: "../tomb/TombCard.svelte" },
];
const DOWNWARDS: Import[] = [
  { path: "core/ui/C.svelte", imported: "../words.svelte" },
  { path: "cards/c.ts", imported: "../core/words.svelte" },
  { path: "games/c.ts", imported: "./tomb/definition" },
  { path: "games/tomb/c.ts", imported: "../props" },
  { path: "games/tomb/d.ts", imported: "./faces" },
  { path: "games/tomb/e.ts", imported: "../../core/words.svelte" },
  { path: "games/tomb/C.svelte", imported: "../../cards/motion/places" },
  { path: "table/C.svelte", imported: "../games/registry" },
  { path: "screens/home/C.svelte", imported: "../../table/rules" },
];

/** Write one file for each import, run the linter over all of them, and return the paths of the refused ones. */
function lint(imports: Import[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "layers-"));
  try {
    copyFileSync(join(WEB, "biome.json"), join(folder, "biome.json"));
    for (const { path, imported } of imports) {
      const file = join(folder, "src", path);
      const statement = `import { a } from "${imported}";\nexport const b = () => a;\n`;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, path.endsWith(".svelte") ? `<script module lang="ts">\n${statement}</script>\n` : statement);
    }
    const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
    const command = [biome, "lint", "--only=style/noRestrictedImports", "--reporter=json", "src"];
    const { stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: "utf-8" });
    const found = JSON.parse(stdout).diagnostics.map((each: { location: { path: string } }) => each.location.path);
    return found.map((path: string) => path.replace("src/", "")).sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("an import from a higher layer or from another game is refused, in modules and in components", () => {
  const refused = [...UPWARDS, ...ACROSS].map(({ path }) => path).sort();
  expect(lint([...UPWARDS, ...ACROSS, ...DOWNWARDS])).toEqual(refused);
});

test("only the layer of the games and the style page name a game", () => {
  const games = readdirSync(join(WEB, "src/games"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = games.flatMap(({ name }) => [name, name.charAt(0).toUpperCase() + name.slice(1)]);
  const named = new RegExp(`(?<![a-zA-Z])(${names.join("|")})(?![a-z])`);
  const GENERATED = ["core/protocol.ts", "core/games.json"];
  const sources = readdirSync(join(WEB, "src"), { recursive: true, encoding: "utf-8" })
    .filter((path) => /\.(ts|svelte|json)$/.test(path) && !/^(games|style)\/|\.test\.ts$/.test(path))
    .filter((path) => !GENERATED.includes(path));
  expect(games.length).toBeGreaterThan(1);
  expect(sources.filter((path) => named.test(readFileSync(join(WEB, "src", path), "utf-8")))).toEqual([]);
});
