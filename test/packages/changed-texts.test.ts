import { expect, test } from "bun:test";
import { filesWith, removedTexts } from "../../packaging/changed-texts.ts";

const diff = [
  "--- a/src/cli/refuse.ts",
  "+++ b/src/cli/refuse.ts",
  "@@ -3 +3 @@",
  `-  throw new Error(\`the token "\${name}" is not known to the server\`);`,
  `+  throw new Error(\`the token "\${name}" is unknown\`);`,
  "-  return undefined;",
  '-import { aLongNameOfOneWord } from "./elsewhere.ts";',
].join("\n");

test("a changed message is found without the values that are filled in", () => {
  expect(removedTexts(diff)).toEqual(["is not known to the server"]);
});

test("tests that contain a changed message are found", () => {
  const files = new Map([
    ["a.test.ts", 'expect(err).toContain("is not known to the server")'],
    ["b.test.ts", 'expect(err).toContain("is unknown")'],
  ]);
  expect(filesWith(removedTexts(diff), files)).toEqual(["a.test.ts"]);
  expect(filesWith([], files)).toEqual([]);
});
