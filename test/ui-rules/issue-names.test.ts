import { expect, test } from "bun:test";
import { reasonParts } from "../../src/ui/issues/issue-names.ts";

const pattern = "https://issues.example.com/{issue}";
const link = (text: string) => ({ text, href: `https://issues.example.com/${text}` });

test("names of issues are links, and other text stays", () => {
  expect(reasonParts("OPS-12", pattern)).toEqual([link("OPS-12")]);
  expect(reasonParts("see OPS-12, A_1-3.", pattern)).toEqual([
    { text: "see " },
    link("OPS-12"),
    { text: ", " },
    link("A_1-3"),
    { text: "." },
  ]);
  for (const text of ["", "ops-12", "XOPS-12a", "1OPS-12", "OPS-12-3", "é", "-OPS-1", "UTF-"]) {
    expect(reasonParts(text, pattern)).toEqual(text === "" ? [] : [{ text }]);
  }
  expect(reasonParts("OPS-12", null)).toEqual([{ text: "OPS-12" }]);
});
