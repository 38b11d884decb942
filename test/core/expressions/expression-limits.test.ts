import { describe, expect, test } from "bun:test";
import { parseExpression } from "../../../src/core/expressions/expression.ts";

const depthMax = 32;
const sizeMaxBytes = 64 * 1024;

function nested(depth: number): unknown {
  let expression: unknown = true;
  for (let level = 0; level < depth; level++) {
    expression = { All: [expression] };
  }
  return expression;
}

/** `{"String":["…"]}` of exactly `bytes` bytes. */
function ofBytes(bytes: number, character = "a"): unknown {
  const frame = '{"String":[""]}'.length;
  const width = Buffer.byteLength(JSON.stringify(character)) - 2;
  const count = Math.floor((bytes - frame) / width);
  return { String: character.repeat(count) + "a".repeat(bytes - frame - count * width) };
}

describe("depth", () => {
  test("32 operators deep is accepted", () => {
    expect(() => parseExpression(nested(depthMax))).not.toThrow();
  });

  test("33 operators deep is refused, with the place that is too deep", () => {
    const place = Array.from({ length: 32 }, () => "All[0]").join(".");
    expect(() => parseExpression(nested(33))).toThrow(
      `At ${place}: All is nested deeper than 32 operators`,
    );
  });

  test("100,000 operators deep is refused without overflowing the stack", () => {
    expect(() => parseExpression(nested(100_000))).toThrow("nested deeper than 32 operators");
  });
});

describe("size", () => {
  for (const character of ["a", "é", "€", "🎉", '"', "\\", "\n", "\u0000", "\u2028", "\u007f"]) {
    test(`64 KiB of ${JSON.stringify(character)} is accepted, a byte more is not`, () => {
      const expression = parseExpression(ofBytes(sizeMaxBytes, character));
      expect(Buffer.byteLength(JSON.stringify(expression))).toBe(sizeMaxBytes);
      expect(() => parseExpression(ofBytes(sizeMaxBytes + 1, character))).toThrow(
        "At String[0]: The expression is over 65536 bytes of JSON",
      );
    });
  }

  test("a list that is too long is refused before its items are read", () => {
    let reads = 0;
    const item = {
      get All() {
        reads += 1;
        return true;
      },
    };
    expect(() => parseExpression({ All: Array.from({ length: 1_000_000 }, () => item) })).toThrow(
      "At the root: The expression is over 65536 bytes of JSON",
    );
    expect(reads).toBe(0);
  });

  test("reading stops at the item that exceeds the limit", () => {
    const long = "a".repeat(1_000);
    expect(() => parseExpression({ All: Array.from({ length: 2_000 }, () => long) })).toThrow(
      /^At All\[63\]: The expression is over 65536 bytes of JSON$/,
    );
  });
});
