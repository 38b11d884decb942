import { expect, test } from "bun:test";
import { newSessionId } from "../../../src/core/secrets/random-secret.ts";

test("no id is an option of a command", () => {
  const ids = Array.from({ length: 2_000 }, newSessionId);
  expect(ids.filter((id) => !/^\w[\w-]{15}$/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
