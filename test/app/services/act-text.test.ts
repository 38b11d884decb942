import { expect, test } from "bun:test";
import { actsWith } from "../../../src/app/services/act-text.ts";
import type { ActBody, ActKind } from "../../../src/core/model/act.ts";

const names = new Map([
  ["User:1", "Ada"],
  ["Token:4", "Deploy"],
]);
const hash = "4adabeef".repeat(8);

function isFound(details: ActBody["details"], text: string, kind: ActKind = "change"): boolean {
  return actsWith(names, text)({ kind, actor: { type: "Server", id: null }, details });
}

test("a person or a token in the details counts by the name", () => {
  expect(isFound({ user: 1 }, "ada")).toBe(true);
  expect(isFound({ author: "User:1" }, "ada")).toBe(true);
  expect(isFound({ author: "Token:4" }, "deploy")).toBe(true);
  expect(isFound({ author: "User:9" }, "user:9")).toBe(true);
});

test("a part of a hash, a key or a signature is not found, and a whole hash is", () => {
  const checkpoint = {
    ...{ number: 7, text: `["gatehouse-checkpoint-1","${hash}"]`, signature: "xxAdaxx==" },
    ...{ public: "-----BEGIN PUBLIC KEY-----\nMCoAda", acts: { sequence: 9, hash } },
    ...{ environments: [{ environment: 1, hash }], sha256: hash },
  };
  expect(isFound(checkpoint, "ada", "checkpoint.signed")).toBe(false);
  expect(isFound(checkpoint, "gatehouse", "checkpoint.signed")).toBe(false);
  expect(isFound({ vote: "approve", text: "As Ada said" }, "ada", "request.voted")).toBe(true);
  expect(isFound({ sha256: hash }, hash.toUpperCase())).toBe(true);
  expect(isFound({ signature: null }, "null")).toBe(false);
  expect(isFound({ environments: [{ environment: 1, hash }] }, hash)).toBe(true);
});
