import { expect, test } from "bun:test";
import { addressOf } from "../../src/api/admin/calls/admin-call.ts";

test("the address of a call escapes U+FFFD so that the server can read it", () => {
  const { url } = addressOf("", "GET /environments/:environment/features/:key", {
    params: { environment: 1, key: "a/\uFFFD" },
  });
  expect(url).toBe("/admin/v1/environments/1/features/a%2F%ef%bf%bd");
});
