import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { isJsonObject } from "../../../src/core/text/json-object.ts";
import { type MountableOptions, mountable } from "../../../src/index.ts";

/** Returns the OpenAPI document of a mountable API with or without credentials. */
async function documented(options: Partial<MountableOptions> = {}): Promise<unknown> {
  const toggles = mountable({ data: ":memory:", ...options });
  const app = new Elysia().use(toggles);
  const answer = await app.handle(new Request("http://localhost/flipper/api/swagger/json"));
  const document: unknown = await answer.json();
  await toggles.close();
  return document;
}

function at(document: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isJsonObject(value) ? value[key] : undefined),
    document,
  );
}

describe("an API with credentials", () => {
  let document: unknown;
  beforeAll(async () => {
    document = await documented({ basicAuth: { user: "me", password: "secret" } });
  });
  afterAll(() => expect(JSON.stringify(document)).not.toContain("secret"));

  test("documents the authentication scheme and the refusal without credentials", () => {
    expect(at(document, "components", "securitySchemes")).toEqual({
      credentials: { type: "http", scheme: "basic", description: "The credentials of the server." },
    });
    const list = at(document, "paths", "/features", "get");
    expect(at(list, "security")).toEqual([{ credentials: [] }]);
    expect(at(list, "responses", "401")).toEqual({
      $ref: "#/components/responses/credentials_invalid",
    });
    const refusal = at(document, "components", "responses", "credentials_invalid", "description");
    expect(refusal).toContain("credentials_invalid");
  });
});

test("an API without credentials documents none", async () => {
  const document = await documented();
  expect(at(document, "components", "securitySchemes")).toBeUndefined();
  expect(at(document, "paths", "/features", "get", "security")).toEqual([]);
  expect(at(document, "paths", "/features", "get", "responses", "401")).toBeUndefined();
});

test("an API that checks hosts documents it, with the option of the library and no flag", async () => {
  const document = await documented({ allowedHosts: ["localhost"] });
  const refused = at(document, "paths", "/features", "get", "responses", "403");
  expect(refused).toEqual({ $ref: "#/components/responses/library_host_not_allowed" });
  const text = JSON.stringify(document);
  expect(text).toContain("see the option allowedHosts");
  expect(text).not.toContain("see --");
  expect(JSON.stringify(await documented())).not.toContain("host name");
});
