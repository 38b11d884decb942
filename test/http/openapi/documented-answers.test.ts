import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { readAnswer } from "../../helpers/answer.ts";
import {
  type DocumentedSite,
  expectDocumented,
  responseOf,
  startDocumentedSite,
} from "./documented-site.ts";
import { isObject } from "./openapi-problems.ts";

const json = { "content-type": "application/json" };
const exported = '{"version":1,"features":{"search":{"actors":["User;1"]}}}';

const prefix = "/flipper/api";
let site: DocumentedSite;
beforeAll(async () => {
  site = await startDocumentedSite("mountable");
});
beforeEach(async () => {
  const init = { body: exported, headers: json };
  expect((await site.send("POST", `${prefix}/import`, init)).status).toBe(204);
});
afterAll(() => site.close());

const feature = "/features/{feature_name}";
const actor = "/actors/{flipper_id}";

type Success = [
  method: string,
  template: string,
  body: string | null,
  status: number,
  query?: string,
];

/** At least one successful request for every operation. */
const successes: Success[] = [
  ["POST", "/import", exported, 204],
  ["GET", "/features", null, 200],
  ["GET", "/features", null, 200, "exclude_gates=true"],
  ["GET", "/features", null, 200, "exclude_gate_names=true"],
  ["GET", "/features", null, 200, "keys=search"],
  ["POST", "/features", '{"name":"search"}', 200],
  ["GET", feature, null, 200],
  ["GET", feature, null, 200, "exclude_gates=true"],
  ["POST", `${feature}/boolean`, null, 200],
  ["POST", `${feature}/groups`, '{"name":"admins"}', 200],
  ["POST", `${feature}/actors`, '{"flipper_id":"a"}', 200],
  ["POST", `${feature}/percentage_of_actors`, '{"percentage":5}', 200],
  ["POST", `${feature}/percentage_of_time`, '{"percentage":100}', 200],
  ["GET", actor, null, 200],
  ["POST", "/actors", '{"actors":[{"flipper_id":"a"}]}', 200],
  ["GET", "/stream", null, 200],
  ["GET", actor, null, 200, "keys=unknown"],
  ["DELETE", `${feature}/boolean`, null, 200],
  ["DELETE", `${feature}/groups`, '{"name":"admins"}', 200],
  ["DELETE", `${feature}/actors`, null, 200, "flipper_id=User;1"],
  ["DELETE", `${feature}/percentage_of_actors`, null, 200],
  ["DELETE", `${feature}/percentage_of_time`, null, 200],
  ["DELETE", `${feature}/clear`, null, 204],
  ["DELETE", feature, null, 204],
];

test.each(successes)("the answer of %s %s matches the documentation", async (...row) => {
  const [method, template, body, status, query] = row;
  const path = template.replace("{feature_name}", "search").replace("{flipper_id}", "User;1");
  const url = `${prefix}${path}${query === undefined ? "" : `?${query}`}`;
  const response = await site.send(method, url, { body, headers: json });
  const [, answer] = await readAnswer(response, { method });
  expect(response.status).toBe(status);
  expectDocumented(site, `${method} ${template}`, status, answer);
});

test("the answer of /healthz matches the documentation", async () => {
  const response = await site.send("GET", "/healthz");
  const [, answer] = await readAnswer(response, { method: "GET" });
  expectDocumented(site, "GET /healthz", response.status, answer);
});

test("the status 304 is documented without a body", async () => {
  const etag = (await site.send("GET", `${prefix}/features`)).headers.get("etag") ?? "";
  const headers = { "if-none-match": etag };
  const response = await site.send("GET", `${prefix}/features`, { headers });
  const [, answer] = await readAnswer(response, { method: "GET" });
  expect(response.status).toBe(304);
  expectDocumented(site, "GET /features", 304, answer);
});

test("every operation has a row above", () => {
  const rows = successes.map(([method, template]) => `${method} ${template}`);
  const documented = site.operations.map(({ method, path }) => `${method} ${path}`);
  const ofApi = documented.filter((name) => name !== "GET /healthz");
  expect([...new Set(rows)].sort()).toEqual(ofApi.sort());
});

type RefusedRow = [
  method: string,
  template: string,
  path: string,
  init: RequestInit,
  status: number,
];

const long = "x".repeat(256);
const writes = successes.filter(([method]) => method !== "GET").map(([verb, path]) => [verb, path]);

/** The refusals that a client can cause, for every route that can answer them. */
const refusals: RefusedRow[] = [
  ["GET", "/features", "/features?keys[x]=1", {}, 400],
  ["GET", feature, "/features/%zz", {}, 400],
  ["GET", feature, "/features/unknown", {}, 404],
  ["GET", actor, "/actors/a?properties=1", {}, 400],
  ["GET", actor, "/actors/", {}, 422],
  ["POST", "/features", "/features", {}, 422],
  ["POST", "/import", "/import", { body: "{" }, 422],
  ["POST", `${feature}/groups`, "/features/a/groups", { body: '{"name":"unheard"}' }, 404],
  ["POST", `${feature}/groups`, "/features/a/groups", {}, 422],
  ["POST", `${feature}/actors`, "/features/a/actors", {}, 422],
  ["DELETE", `${feature}/groups`, "/features/a/groups", {}, 422],
  ["DELETE", `${feature}/actors`, "/features/a/actors", {}, 422],
  ["POST", `${feature}/percentage_of_actors`, "/features/a/percentage_of_actors", {}, 422],
  ["POST", `${feature}/percentage_of_time`, "/features/a/percentage_of_time", {}, 422],
  ...writes.flatMap(([method = "", template = ""]): RefusedRow[] => {
    const path = template.replace("{feature_name}", "a");
    const text = { "content-type": "text/plain" };
    const isImport = template === "/import";
    const size = isImport ? 50 * 1024 * 1024 : 1024 * 1024;
    const declared = { ...json, "content-length": String(size + 1) };
    const isBodyRead = method === "POST" || /\/(?:groups|actors)$/.test(template);
    return [
      ...(isBodyRead
        ? ([
            [method, template, path, { body: "x", headers: text }, 415],
            [method, template, path, { body: "x", headers: declared }, 413],
          ] satisfies RefusedRow[])
        : []),
      ...(isImport || !isBodyRead
        ? []
        : [[method, template, path, { body: "{" }, 400] satisfies RefusedRow]),
      ...(template.startsWith(feature)
        ? [
            [
              method,
              template,
              template.replace("{feature_name}", long),
              {},
              422,
            ] satisfies RefusedRow,
          ]
        : []),
    ];
  }),
];

test.each(refusals)("the refusal of %s %s %s matches the documentation", async (...row) => {
  const [method, template, path, init, status] = row;
  const response = await site.send(method, prefix + path, { headers: json, ...init });
  const [, answer] = await readAnswer(response, { method });
  expect(response.status).toBe(status);
  const name = `${method} ${template}`;
  expectDocumented(site, name, status, answer);
  const documented = responseOf(site, name, status);
  expect(isObject(documented) ? documented.description : "").toContain(
    `(code ${isObject(answer) ? String(answer.code) : ""})`,
  );
});

test("faults of the server are documented on every route of the API", () => {
  const undocumented = site.operations.filter(
    ({ method, path }) => path !== "/healthz" && !responseOf(site, `${method} ${path}`, 500),
  );
  expect(undocumented).toEqual([]);
});
