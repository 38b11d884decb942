import { afterAll, beforeAll, expect, test } from "bun:test";
import { type DocumentedSite, prefix, startDocumentedSite } from "./documented-site.ts";
import { isObject, openApiProblems } from "./openapi-problems.ts";
import { satisfies } from "./satisfies.ts";

let site: DocumentedSite;
beforeAll(async () => {
  site = await startDocumentedSite();
});
afterAll(() => site.close());

// The routes of docs/api.md in the mountable deployment.
const routes = [
  "DELETE /flipper/api/features/{feature_name}",
  "DELETE /flipper/api/features/{feature_name}/actors",
  "DELETE /flipper/api/features/{feature_name}/boolean",
  "DELETE /flipper/api/features/{feature_name}/clear",
  "DELETE /flipper/api/features/{feature_name}/groups",
  "DELETE /flipper/api/features/{feature_name}/percentage_of_actors",
  "DELETE /flipper/api/features/{feature_name}/percentage_of_time",
  "GET /flipper/api/actors/{flipper_id}",
  "GET /flipper/api/features",
  "GET /flipper/api/features/{feature_name}",
  "POST /flipper/api/features",
  "POST /flipper/api/features/{feature_name}/actors",
  "POST /flipper/api/features/{feature_name}/boolean",
  "POST /flipper/api/features/{feature_name}/groups",
  "POST /flipper/api/features/{feature_name}/percentage_of_actors",
  "POST /flipper/api/features/{feature_name}/percentage_of_time",
  "POST /flipper/api/import",
];

// Requests without these members are refused with code 3, 4, 5 or 6.
const requiredBodies: Record<string, string[]> = {
  "DELETE /flipper/api/features/{feature_name}/actors": ["flipper_id"],
  "DELETE /flipper/api/features/{feature_name}/groups": ["name"],
  "POST /flipper/api/features": ["name"],
  "POST /flipper/api/features/{feature_name}/actors": ["flipper_id"],
  "POST /flipper/api/features/{feature_name}/groups": ["name"],
  "POST /flipper/api/features/{feature_name}/percentage_of_actors": ["percentage"],
  "POST /flipper/api/features/{feature_name}/percentage_of_time": ["percentage"],
  "POST /flipper/api/import": ["features"],
};

// The parameters that each route reads from the query (docs/api.md#requests).
const queries: Record<string, string[]> = {
  "DELETE /flipper/api/features/{feature_name}/actors": ["flipper_id"],
  "DELETE /flipper/api/features/{feature_name}/groups": ["name"],
  "GET /flipper/api/actors/{flipper_id}": ["groups", "keys", "properties"],
  "GET /flipper/api/features": ["_cb", "exclude_gate_names", "exclude_gates", "keys", "keys[]"],
  "GET /flipper/api/features/{feature_name}": ["exclude_gates"],
  "POST /flipper/api/features/{feature_name}/groups": ["allow_unregistered_groups"],
};

test("the document has every required part of OpenAPI 3.0", () => {
  expect(openApiProblems(site.document)).toEqual([]);
});

const documented = () => site.operations.map(({ method, path }) => `${method} ${path}`).sort();

test("it describes exactly the routes of docs/api.md", () => {
  expect(documented().filter((name) => name.includes(` ${prefix}/`))).toEqual(routes);
});

test("it describes every route of the API", () => {
  expect([...site.routes].sort()).toEqual(routes);
  expect(documented()).toContain("GET /healthz");
});

test("it names every parameter of a query", () => {
  const found = site.operations.flatMap(({ method, path, operation }) => {
    const all = Array.isArray(operation.parameters) ? operation.parameters : [];
    const inQuery = all.filter(isObject).filter((parameter) => parameter.in === "query");
    const names = inQuery.map(({ name }) => String(name)).sort();
    return names.length === 0 ? [] : [[`${method} ${path}`, names] as const];
  });
  expect(Object.fromEntries(found)).toEqual(queries);
});

test("it marks required bodies as required, in both formats", () => {
  const found = site.operations.flatMap(({ method, path, operation }) => {
    const { requestBody } = operation;
    if (!isObject(requestBody) || requestBody.required !== true) {
      return [];
    }
    const content = isObject(requestBody.content) ? requestBody.content : {};
    const required = Object.values(content).map((media) =>
      isObject(media) && isObject(media.schema) ? media.schema.required : undefined,
    );
    expect(new Set(required.map(String)).size).toBe(1);
    expect(Object.keys(content)).toEqual(
      path.endsWith("/import")
        ? ["application/json"]
        : ["application/json", "application/x-www-form-urlencoded"],
    );
    return [[`${method} ${path}`, required[0]]];
  });
  expect(Object.fromEntries(found)).toEqual(requiredBodies);
});

test("the checks above can fail", () => {
  expect(openApiProblems({ openapi: "3.1.0" }).length).toBeGreaterThan(2);
  const paths = {
    "/a/{b}": { get: { responses: { 200: {}, 201: { description: "d", content: {} } } } },
    "/c": {
      get: {
        summary: "s",
        tags: ["t"],
        responses: { 200: { description: "d", content: { "a/b": { schema: { const: 1 } } } } },
      },
    },
  };
  expect(openApiProblems({ openapi: "3.0.3", info: { title: "t", version: "1" }, paths })).toEqual([
    "operation ids repeat",
    "GET /a/{b}: no summary",
    "GET /a/{b}: no tag",
    "GET /a/{b}: path parameters are not the template's",
    "GET /a/{b}: 200: no description",
    "GET /a/{b}: 201: no content",
    "GET /c: 200 a/b: const is not a keyword of 3.0",
  ]);
});

test("only a value that matches the schema satisfies it", () => {
  const schema = {
    type: "object",
    required: ["a"],
    properties: { a: { type: "integer", maximum: 5 } },
    additionalProperties: false,
  };
  expect(satisfies(schema, { a: 5 })).toBe(true);
  const others = [{}, { a: 6 }, { a: 1.5 }, { a: "1" }, { a: null }, { a: 1, b: 1 }, [], null];
  expect(others.filter((value) => satisfies(schema, value))).toEqual([]);
});
