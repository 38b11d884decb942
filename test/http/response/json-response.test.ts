import { expect, test } from "bun:test";
import { jsonResponse } from "../../../src/http/response/json-response.ts";

test("what is written on one answer shows on no other", async () => {
  const first = jsonResponse("{}");
  first.headers.set("content-type", "text/plain");
  first.headers.set("x-request-id", "1");
  const second = jsonResponse("[]");
  expect([...second.headers]).toEqual([["content-type", "application/json"]]);
  expect(second.status).toBe(200);
  expect(await second.text()).toBe("[]");
});
