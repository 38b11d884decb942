import { expect, test } from "bun:test";

test("the address of a call escapes U+FFFD so that the server can read it", async () => {
  Object.assign(globalThis, { document: { documentElement: { dataset: {} } } });
  const { addressOf } = await import("../../src/ui/api/call.ts");
  Reflect.deleteProperty(globalThis, "document");
  const { url } = addressOf("GET /environments/:environment/features/:key", {
    params: { environment: 1, key: "a/\uFFFD" },
  });
  expect(url).toBe("/admin/v1/environments/1/features/a%2F%ef%bf%bd");
});
