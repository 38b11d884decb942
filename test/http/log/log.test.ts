import { expect, test } from "bun:test";
import fc from "fast-check";
import { describeError } from "../../../src/core/text/describe-error.ts";
import { type LogFields, logLevels } from "../../../src/http/log/log.ts";
import { loggedLines } from "./logged-lines.ts";

test.each(logLevels.map((level, index) => [level, logLevels.slice(index)] as const))(
  "at level %s, %j are written",
  (level, written) => {
    const { lines, log } = loggedLines({ level, format: "json" });
    for (const name of logLevels) {
      log[name]("x");
    }
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(written);
    expect(logLevels.filter((name) => log.isLogged(name))).toEqual(written);
  },
);

test("a line of text has time, level, message and fields", () => {
  const { lines, log } = loggedLines({ format: "text" });
  log.info("changed", { feature: "search", environmentId: 3, isNew: true });
  expect(lines).toEqual([
    '1970-01-01T00:00:01.500Z info changed feature="search" environmentId=3 isNew=true\n',
  ]);
});

test("a line of JSON has the same parts", () => {
  const { lines, log } = loggedLines({ format: "json" });
  log.warn("refused", { status: 401 });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time: "1970-01-01T00:00:01.500Z", level: "warn", message: "refused", status: 401 },
  ]);
});

/** Line breaks, control characters, and characters that change the order or visibility of text. */
const hostile = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

test.each(["text", "json"] as const)("no value ends a %s line or controls a terminal", (format) => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (value) => {
      const { lines, log } = loggedLines({ format });
      log.info("changed", { feature: value });
      expect(lines).toHaveLength(1);
      expect(lines[0]?.slice(0, -1)).not.toMatch(hostile);
      expect(lines[0]).toEndWith("\n");
    }),
  );
  const { lines, log } = loggedLines({ format });
  log.info("changed", { feature: "a\n\u001b[2J\u009b31m\u202eb\u2028\u{e0041}" });
  expect(lines[0]).toContain('"a\\n\\u001b[2J\\u009b31m\\u202eb\\u2028\\udb40\\udc41"');
});

test("a JSON line holds the original value, unless it is too long", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 100 }), (value) => {
      const { lines, log } = loggedLines({ format: "json" });
      log.info("changed", { feature: value });
      expect(JSON.parse(lines[0] ?? "").feature).toBe(value);
    }),
  );
});

test("long values are cut", () => {
  const { lines, log } = loggedLines({ format: "json" });
  log.info("changed", { feature: "x".repeat(1_000_000) } satisfies LogFields);
  expect(lines[0]?.length).toBeLessThan(2_200);
});

test("an error is described with its causes, and without its stack", () => {
  const error = new Error("outer", { cause: new TypeError("inner", { cause: "why" }) });
  expect(describeError(error)).toBe("outer: inner: why");
  expect(describeError(new Error("a.db: why", { cause: new Error("why") }))).toBe("a.db: why");
  expect(describeError(new Error("outer", { cause: "" }))).toBe("outer");
  expect(describeError(null)).toBe("null");
});
