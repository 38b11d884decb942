import { expect, test } from "bun:test";
import { requestIdOf } from "../../../src/http/request/request-id.ts";

const withId = (id: string) =>
  new Request("http://x.example/", { headers: { "x-request-id": id } });

test.each(["1", "a1b2-c3_d4", "0".repeat(128), "!#$%&'*+-.^_`|~"])("%s is accepted", (id) => {
  expect(requestIdOf(withId(id))).toBe(id);
});

test.each([
  "",
  "0".repeat(129),
  "two words",
  'quo"te',
  "semi;colon",
  "<script>",
  "caf\u00e9",
  "a,b",
  "\u009b31m",
])("%j is ignored", (id) => {
  expect(requestIdOf(withId(id))).toBe(null);
});

test("a request may have no id", () => {
  expect(requestIdOf(new Request("http://x.example/"))).toBe(null);
});
