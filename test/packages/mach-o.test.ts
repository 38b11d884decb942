import { expect, test } from "bun:test";
import { pageHashes, withoutSignature } from "../../packaging/mach-o.ts";

const pageBytes = 4096;
const signatureAt = 3 * pageBytes - 100;

/** An executable of three pages with a segment, a signature with their hashes, and nothing to run. */
function signedExecutable(): Uint8Array {
  const bytes = Buffer.alloc(signatureAt + 20 + 48 + 3 * 32, 7);
  bytes.writeUInt32LE(0xfe_ed_fa_cf, 0);
  bytes.writeUInt32LE(2, 16);
  bytes.writeUInt32LE(72 + 16, 20);
  bytes.writeUInt32LE(0x19, 32);
  bytes.writeUInt32LE(72, 36);
  bytes.writeBigUInt64LE(1024n, 32 + 40);
  bytes.writeBigUInt64LE(BigInt(bytes.length) - 1024n, 32 + 48);
  bytes.writeUInt32LE(0x1d, 104);
  bytes.writeUInt32LE(16, 108);
  bytes.writeUInt32LE(signatureAt, 112);
  bytes.writeUInt32LE(bytes.length - signatureAt, 116);
  const directory = signatureAt + 20;
  bytes.writeUInt32BE(1, signatureAt + 8);
  bytes.writeUInt32BE(20, signatureAt + 16);
  bytes.writeUInt32BE(0xfa_de_0c_02, directory);
  for (const [offset, value] of [
    [12, 0x2],
    [16, 48],
    [28, 3],
    [32, signatureAt],
  ] as const) {
    bytes.writeUInt32BE(value, directory + offset);
  }
  bytes.set([32, 2, 0, 12], directory + 36);
  for (const page of [0, 1, 2]) {
    const content = bytes.subarray(page * pageBytes, Math.min((page + 1) * pageBytes, signatureAt));
    const hash = new Bun.CryptoHasher("sha256").update(content).digest();
    bytes.set(hash, directory + 48 + page * 32);
  }
  return bytes;
}

test("each page of a signed executable is compared with its hash", () => {
  const bytes = signedExecutable();
  expect(pageHashes(bytes)).toEqual({ flags: 2, pages: 3, wrong: 0 });
  bytes[pageBytes + 5] = 8;
  bytes[signatureAt - 1] = 8;
  expect(pageHashes(bytes)).toEqual({ flags: 2, pages: 3, wrong: 2 });
});

test("without its signature an executable keeps its content, and is no longer signed", () => {
  const signed = signedExecutable();
  const bytes = withoutSignature(signed);
  expect(pageHashes(bytes)).toBeUndefined();
  expect(bytes.length).toBe(signatureAt);
  expect(bytes.subarray(120)).toEqual(signed.subarray(120, signatureAt));
  expect(Buffer.from(bytes).readBigUInt64LE(32 + 48)).toBe(BigInt(signatureAt - 1024));
  expect(() => withoutSignature(bytes)).toThrow("not the last load command");
});

test("other files are refused", () => {
  expect(() => pageHashes(Buffer.from(`\x7fELF${"0".repeat(60)}`))).toThrow(
    "no executable of macOS",
  );
});
