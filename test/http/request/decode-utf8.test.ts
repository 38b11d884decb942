import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decodeUtf8 } from "../../../src/http/request/decode-utf8.ts";
import { anyText } from "./arbitraries.ts";
import { refusalOf } from "./refusal-of.ts";

describe("decodeUtf8", () => {
  test.each([
    ["an incomplete sequence", [0x61, 0xe2, 0x82]],
    ["a lone continuation byte", [0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["an encoded surrogate", [0xed, 0xa0, 0x80]],
    ["Latin-1", [0x66, 0xfc, 0x72]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00]],
  ])("refuses %s", (_, bytes) => {
    expect(refusalOf(() => decodeUtf8(new Uint8Array(bytes)))).toBe("request_invalid");
  });

  test("drops one byte order mark, at the start only", () => {
    const encoder = new TextEncoder();
    expect(decodeUtf8(encoder.encode("\uFEFF{}"))).toBe("{}");
    expect(decodeUtf8(encoder.encode("\uFEFF\uFEFFa\uFEFF"))).toBe("\uFEFFa\uFEFF");
  });

  test("keeps no state after a refused body", () => {
    expect(refusalOf(() => decodeUtf8(new Uint8Array([0xe2, 0x82])))).toBe("request_invalid");
    expect(decodeUtf8(new Uint8Array([0x61]))).toBe("a");
  });

  test("decodes what TextEncoder encodes", () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => !text.startsWith("\uFEFF")),
        (text) => {
          expect(decodeUtf8(new TextEncoder().encode(text))).toBe(text);
        },
      ),
    );
  });
});
