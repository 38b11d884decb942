/**
 * Takes the place of `@peculiar/asn1-schema` and `@peculiar/asn1-ecc` in the package, which read ASN.1 of
 * every kind: passkeys need the two numbers of an ECDSA signature alone, and the libraries are as large as
 * the rest of what passkeys load.
 */

const sequenceTag = 0x30;
const integerTag = 0x02;
const longLengthOfOneByte = 0x81;
const shortLengthMax = 0x7f;

/** The type that `AsnParser.parse` is called with; there is one only. */
export const ECDSASigValue: unknown = undefined;

export const AsnParser = {
  /**
   * Reads a signature in the Distinguished Encoding Rules: a sequence of two integers (RFC 3279, 2.2.3).
   * Throws for anything else.
   */
  parse(signature: Uint8Array): { readonly r: ArrayBuffer; readonly s: ArrayBuffer } {
    const whole = element(signature, sequenceTag);
    const first = element(whole.content, integerTag);
    const second = element(first.rest, integerTag);
    if (whole.rest.length > 0 || second.rest.length > 0) {
      throw new Error("The signature has bytes behind its end");
    }
    return { r: new Uint8Array(first.content).buffer, s: new Uint8Array(second.content).buffer };
  },
};

function element(bytes: Uint8Array, tag: number) {
  const [foundTag, short = 0, long = 0] = bytes;
  const isLong = short === longLengthOfOneByte;
  const start = isLong ? 3 : 2;
  const length = isLong ? long : short;
  const isLengthValid = isLong ? length > shortLengthMax : length <= shortLengthMax;
  const end = start + length;
  if (foundTag !== tag || !isLengthValid || length === 0 || end > bytes.length) {
    throw new Error("The signature is no ECDSA signature");
  }
  return { content: bytes.subarray(start, end), rest: bytes.subarray(end) };
}
