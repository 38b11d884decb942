import { expect, test } from "bun:test";
import { jsonResponse } from "../../../src/http/response/json-response.ts";

test("headers that are set on one answer do not change another", async () => {
  const first = jsonResponse("{}");
  first.headers.set("content-type", "text/plain");
  first.headers.set("x-request-id", "1");
  const second = jsonResponse("[]");
  expect([...second.headers]).toEqual([
    ["cache-control", "private, no-cache"],
    ["content-type", "application/json"],
    ["x-content-type-options", "nosniff"],
  ]);
  expect(second.status).toBe(200);
  expect(await second.text()).toBe("[]");
});
