/** Write src/core/protocol.ts from the schemas on standard input. */
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const told = JSON.parse(readFileSync(0, "utf-8"));
const names = Object.keys(told.$defs);
const schema = { ...told, title: "Published", type: "object", properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])), required: names, additionalProperties: false };
const text = await compile(schema, "Published", {
  bannerComment: "/** What goes over the wire. Made from the published schemas by `make types`; not to be edited. */",
  additionalProperties: false,
  format: true,
});
writeFileSync(new URL("../src/core/protocol.ts", import.meta.url), text);
