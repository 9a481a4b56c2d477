/** Generate the page's types: read schemas and routes from the first file, write TypeScript to the second. */
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const [from, to] = process.argv.slice(2);
const { paths, ...schemas } = JSON.parse(readFileSync(from, "utf-8"));
const names = Object.keys(schemas.$defs);
const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
const messages = await compile({ ...schemas, type: "object", properties, required: names }, "Published", {
  bannerComment:
    "/** The messages of the wire protocol. Generated from the published schemas by `make types`; do not edit. */",
  additionalProperties: false,
});

/** Return the type of a schema: the name of a message, a union of literals, or any object. */
function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  return schema.type === "string" ? "string" : "object";
}

const contentOf = ({ content }) => typeOf(content["application/json"].schema);

/** Return the type of a route: its key, the parameters in its path, its body and its response. */
function routeType({ security = [], parameters = [], requestBody, responses }) {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const response = Object.entries(responses).find(([status]) => status.startsWith("2"))[1];
  const isKeyOptional = security.some((scheme) => !("key" in scheme));
  return [
    security.length > 0 && `key${isKeyOptional ? "?" : ""}: string`,
    inPath.length > 0 && `path: { ${inPath.map(({ name, schema }) => `${name}: ${typeOf(schema)}`).join("; ")} }`,
    requestBody && `body: ${contentOf(requestBody)}`,
    `response: ${contentOf(response)}`,
  ]
    .filter(Boolean)
    .join("; ");
}

const routes = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(
    ([method, operation]) => `  "${method.toUpperCase()} ${path}": { ${routeType(operation)} };\n`,
  ),
);
const comment = "/**\n * The routes of the HTTP API: what each request needs, and its response.\n */";
writeFileSync(to, `${messages}${comment}\nexport interface Routes {\n${routes.join("")}}\n`);
