import { expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import fc from "fast-check";
import { NewProject } from "../../../src/api/admin/contract/project-models.ts";
import { parseEmail, parseLine } from "../../../src/cli/options/name-parsers.ts";
import { isEmail, isPersonName } from "../../../src/core/text/person-text.ts";
import { strangeTexts } from "../../contract/sample-entities.ts";

const pieces = fc.constantFrom(
  ..."@. aé🎉\n\t\u0000\u007f\u0085\u00a0\u2028\u2029\ufeff\u202e",
  "x".repeat(253),
);
const texts = fc.array(pieces, { maxLength: 5 }).map((parts) => parts.join(""));

test("names and addresses have the same form in the shell and in the Admin API", () => {
  const check = (text: string) => {
    expect([text, isEmail(text)]).toEqual([text, "value" in parseEmail(text)]);
    expect([text, isPersonName(text)]).toEqual([text, "value" in parseLine(text)]);
    expect([text, isPersonName(text)]).toEqual([text, Value.Check(NewProject, { name: text })]);
  };
  fc.assert(fc.property(texts, check), { numRuns: 2_000 });
  for (const text of [...strangeTexts, "a@b", "a@b@c", `${"a".repeat(252)}@b`]) {
    check(text);
  }
});
