import { expect, test } from "bun:test";
import { methodAndUrl } from "../../src/api/admin/calls/admin-call.ts";

const feature = "GET /environments/:environment/features/:key";

test("the address of a call escapes U+FFFD so that the server can read it", () => {
  const params = { environment: 1, key: "a/\uFFFD" };
  const { url } = methodAndUrl("", feature, { params });
  expect(url).toBe("/admin/v1/environments/1/features/a%2F%ef%bf%bd");
  const query = { name: "\uFFFD" };
  expect(methodAndUrl("", "DELETE /groups", { query }).url).toBe("/admin/v1/groups?name=%ef%bf%bd");
});

test.each([".", ".."])("there is no address with the path parameter %s", (key) => {
  expect(() => methodAndUrl("", feature, { params: { environment: 1, key } })).toThrow(
    `The path of ${feature} cannot hold "${key}"`,
  );
});
