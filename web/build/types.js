/** Generate the page's types: read schemas from the first file, write TypeScript to the second. */
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const [from, to] = process.argv.slice(2);
const schemas = JSON.parse(readFileSync(from, "utf-8"));
const names = Object.keys(schemas.$defs);
const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
const text = await compile({ ...schemas, type: "object", properties, required: names }, "Published", {
  bannerComment:
    "/** The messages of the wire protocol. Generated from the published schemas by `make types`; do not edit. */",
  additionalProperties: false,
});
writeFileSync(to, text);
