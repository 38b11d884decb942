import { afterAll, beforeAll, expect, test } from "bun:test";
import { type DocumentedSite, startDocumentedSite } from "./documented-site.ts";
import { isObject } from "./openapi-problems.ts";
import { satisfies } from "./satisfies.ts";

let site: DocumentedSite;
beforeAll(async () => {
  site = await startDocumentedSite("hosted");
});
afterAll(() => site.close());

/** Whether the server accepts a body, and whether the document describes it. */
async function judged(id: string, body: unknown): Promise<readonly [boolean, boolean]> {
  const found = site.operations.find(({ operation }) => operation.operationId === id);
  const { requestBody } = found?.operation ?? {};
  const content = isObject(requestBody) && isObject(requestBody.content) ? requestBody.content : {};
  const media = content["application/json"];
  const path = (found?.path ?? "").replace("{feature_name}", "search");
  const answer = await site.send("POST", site.prefix + path, {
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  return [answer.ok, satisfies(isObject(media) ? media.schema : undefined, body)];
}

const gates = (feature: unknown) => ({ features: { search: feature } });

const accepted: [id: string, body: unknown][] = [
  ["enableExpression", { Equal: [{ Property: ["plan"] }, "pro"] }],
  ["enableExpression", { Equal: [{ Property: "plan" }, "pro"] }],
  ["enableExpression", { Boolean: true }],
  ["enableExpression", { Number: 1.5 }],
  ["enableExpression", { Any: { Boolean: [true] } }],
  ["enableExpression", { Now: [] }],
  ["importFeatures", { features: {} }],
  ["importFeatures", { version: 1, features: {}, more: true }],
  ["importFeatures", gates({})],
  ["importFeatures", gates({ boolean: true, percentage_of_actors: 25 })],
  ["importFeatures", gates({ boolean: "false", percentage_of_actors: "025" })],
  ["importFeatures", gates({ percentage_of_actors: "0025", percentage_of_time: "25.0" })],
  ["importFeatures", gates({ groups: ["staff", 7], actors: ["User;1", 42] })],
  ["importFeatures", gates({ expression: {} })],
  ["importFeatures", gates({ expression: { Property: "plan" } })],
  [
    "importFeatures",
    gates({
      boolean: null,
      groups: null,
      actors: null,
      expression: null,
      percentage_of_time: null,
    }),
  ],
];

test.each(accepted)("%s: the server and the document accept %j", async (id, body) => {
  expect(await judged(id, body)).toEqual([true, true]);
});

const refused: [id: string, body: unknown][] = [
  ["enableExpression", {}],
  ["enableExpression", { Property: null }],
  ["enableExpression", { All: [true], Any: [true] }],
  ["enableExpression", { Any: {} }],
  ["importFeatures", {}],
  ["importFeatures", { features: [] }],
  ["importFeatures", gates({ boolean: 1 })],
  ["importFeatures", gates({ boolean: "yes" })],
  ["importFeatures", gates({ groups: "staff" })],
  ["importFeatures", gates({ actors: [true] })],
  ["importFeatures", gates({ actors: [""] })],
  ["importFeatures", gates({ percentage_of_time: 101 })],
  ["importFeatures", gates({ percentage_of_time: "101" })],
  ["importFeatures", gates({ percentage_of_time: "100.5" })],
  ["importFeatures", gates({ percentage_of_time: "25." })],
  ["importFeatures", gates({ expression: "plan" })],
  ["importFeatures", gates({ unknown: true })],
];

test.each(refused)("%s: the server and the document refuse %j", async (id, body) => {
  expect(await judged(id, body)).toEqual([false, false]);
});
