/** Write the page's types, from the schemas in the first file to the second. */
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const [from, to] = process.argv.slice(2);
const told = JSON.parse(readFileSync(from, "utf-8"));
const names = Object.keys(told.$defs);
const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
const text = await compile({ ...told, type: "object", properties, required: names }, "Published", {
  bannerComment: "/** What goes over the wire. Made from the published schemas by `make types`; not to be edited. */",
  additionalProperties: false,
});
writeFileSync(to, text);
