import { expect, test } from "bun:test";
import { explained, linkIn, linksMax, withLinks } from "../../../src/core/model/reason-links.ts";

const link = (number: number) => `https://issues.example.com/OPS-${number}`;
const links = Array.from({ length: linksMax }, (_, index) => link(index));

test("a stored reason has its links as its last lines", () => {
  expect(withLinks("checkout down", [])).toBe("checkout down");
  expect(withLinks("checkout down", [link(1), link(1)])).toBe(`checkout down\n${link(1)}`);
  for (const each of [[], [link(1)], links]) {
    for (const reason of ["checkout down", "two\nlines", `see ${link(2)}`, link(3)]) {
      expect(explained(withLinks(reason, each))).toEqual({ reason, links: each });
    }
  }
  expect(explained(null)).toEqual({ reason: null, links: [] });
});

test("at most ten lines are links, and the first line never is", () => {
  const stored = withLinks("why", [...links, link(99)]);
  expect(explained(stored)).toEqual({
    reason: `why\n${link(0)}`,
    links: [...links.slice(1), link(99)],
  });
  expect(explained("why\nhttps://example.com")).toEqual({
    reason: "why",
    links: ["https://example.com/"],
  });
  expect(explained("why\nhttp://issues.example.com/\nhttps://a b")).toEqual({
    reason: "why\nhttp://issues.example.com/\nhttps://a b",
    links: [],
  });
});

test("a link is an https address without credentials", () => {
  expect(linkIn("HTTPS://Issues.example.com/a b")).toBe("https://issues.example.com/a%20b");
  for (const text of [
    ...["", "OPS-12", "http://example.com/", "javascript:alert(1)", "//example.com"],
    ...["https://user:secret@example.com/", `https://example.com/${"a".repeat(1_000)}`],
  ]) {
    expect([text, linkIn(text)]).toEqual([text, undefined]);
  }
});
