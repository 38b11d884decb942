import { describe, expect, test } from "bun:test";
import { pageDocument } from "../../../src/http/openapi/page-document.ts";
import { dereferenced } from "./dereferenced.ts";
import { documentedModes, startDocumentedSite } from "./documented-site.ts";
import { isObject, operationsOf } from "./openapi-problems.ts";

/** Keywords of parameters and schemas that the page puts into its forms. */
const filled = /"(?:example|examples|default)":/;

describe.each(documentedModes)("the page of the %s deployment", (mode) => {
  test("gives operations that change something no value that the server would accept", async () => {
    const site = await startDocumentedSite(mode);
    const { send, prefix } = site;
    const page: unknown = await (await send("GET", "/swagger/page.json")).json();
    const operations = operationsOf(isObject(page) ? page.paths : {});
    const stored = async () => (await send("GET", `${prefix}/features`)).text();
    const before = await stored();
    const writes = operations.filter(({ method }) => method !== "GET");
    expect(writes.length).toBeGreaterThan(10);
    for (const { method, path, operation } of writes) {
      const parameters = dereferenced({
        ...(isObject(page) ? page : {}),
        found: operation.parameters,
      });
      const own = isObject(parameters) ? JSON.stringify(parameters.found) : "";
      expect([path, filled.test(own)]).toEqual([path, false]);
      const body = isObject(operation.requestBody) ? operation.requestBody : {};
      // Without a path the page asks for one, and without a body there is a path.
      if (!path.includes("{")) {
        expect(body).toMatchObject({ content: { "application/json": { example: {} } } });
        expect(Object.keys(isObject(body.content) ? body.content : {})).toHaveLength(1);
        const headers = { "content-type": "application/json" };
        const answer = await send(method, prefix + path, { headers, body: "{}" });
        expect([path, answer.status]).toEqual([path, 422]);
      }
    }
    expect(await stored()).toBe(before);
    await site.close();
  });

  test("has the same operations as the document, with examples as text", async () => {
    const site = await startDocumentedSite(mode);
    const page: unknown = await (await site.send("GET", "/swagger/page.json")).json();
    await site.close();
    const names = (document: unknown) =>
      operationsOf(isObject(document) ? document.paths : {}).map(({ method, path, operation }) => [
        `${method} ${path}`,
        operation.operationId,
        operation.responses,
      ]);
    expect(names(page)).toEqual(names(site.document));
    const text = JSON.stringify(page);
    for (const example of ["Example: `User;42`", "Example: `search`", "dark_mode"]) {
      expect(text).toContain(example);
    }
  });
});

test("what is no operation stays as it is", () => {
  const document = { info: { title: "t" }, paths: { "/a": { servers: [{ url: "/" }], get: {} } } };
  expect(pageDocument(document)).toEqual(document);
  expect(pageDocument({ openapi: "3.0.3" })).toEqual({ openapi: "3.0.3", paths: undefined });
});
