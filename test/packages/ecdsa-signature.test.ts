import { expect, test } from "bun:test";
import { generateKeyPairSync, sign, verify } from "node:crypto";
import fc from "fast-check";
import { AsnParser } from "../../packaging/ecdsa-signature.ts";

const data = Buffer.from("signed");

/** A number in as many bytes as the curve has, without the zero that makes it positive. */
function padded(number: ArrayBuffer, length: number): Buffer {
  const digits = Buffer.from(number)
    .toString("hex")
    .replace(/^(?:00)+/, "");
  return Buffer.from(digits.padStart(2 * length, "0"), "hex");
}

test.each([
  ["P-256", 32],
  ["P-384", 48],
  ["P-521", 66],
])("the numbers of a signature of %s are those that were signed with", (namedCurve, length) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve });
  for (let count = 0; count < 100; count++) {
    const { r, s } = AsnParser.parse(sign("sha256", data, privateKey));
    const numbers = Buffer.concat([padded(r, length), padded(s, length)]);
    expect(numbers.length).toBe(2 * length);
    expect(verify("sha256", data, { key: publicKey, dsaEncoding: "ieee-p1363" }, numbers)).toBe(
      true,
    );
  }
});

const integer = (number: ArrayBuffer) =>
  Buffer.concat([Buffer.from([2, number.byteLength]), Buffer.from(number)]);

function encoded({ r, s }: { readonly r: ArrayBuffer; readonly s: ArrayBuffer }): Buffer {
  const content = Buffer.concat([integer(r), integer(s)]);
  const length = content.length > 127 ? [0x81, content.length] : [content.length];
  return Buffer.concat([Buffer.from([0x30, ...length]), content]);
}

test("nothing but the one encoding of two numbers is read", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const valid = sign("sha256", data, privateKey);
  const changed = fc
    .tuple(
      fc.nat(valid.length - 1),
      fc.nat(255),
      fc.nat(valid.length),
      fc.uint8Array({ maxLength: 3 }),
    )
    .map(([place, byte, length, added]) => {
      const bytes = Buffer.concat([valid.subarray(0, length), added]);
      return new Uint8Array(bytes.map((each, index) => (index === place ? byte : each)));
    });
  let readCount = 0;
  fc.assert(
    fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 80 })), (bytes) => {
      let numbers: ReturnType<typeof AsnParser.parse>;
      try {
        numbers = AsnParser.parse(bytes);
      } catch {
        return;
      }
      readCount++;
      expect(encoded(numbers)).toEqual(Buffer.from(bytes));
    }),
    { numRuns: 3_000 },
  );
  expect(readCount).toBeGreaterThan(0);
  for (const refused of [[], [0x30], [0x30, 0], [0x30, 0x80], [0x30, 0x82, 0, 0], [0x31, 6]]) {
    expect(() => AsnParser.parse(new Uint8Array(refused))).toThrow("no ECDSA signature");
  }
});
