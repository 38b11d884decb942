import fc from "fast-check";

const whiteSpace = fc.stringMatching(/^[ \n\r\t]{0,3}$/);

const escaped = (unit: number) => `\\u${unit.toString(16).padStart(4, "0")}`;
const character = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z[\]{}:,0-9 ]$/) },
  fc.constantFrom("é", "€", "🎉", "\u2028", "\ufeff", "\u007f", "\ue000", "\ud7ff"),
  fc.constantFrom('\\"', "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"),
  fc.integer({ min: 0, max: 0xffff }).map(escaped),
  fc.constantFrom("\\ud83d\\ude00", "\\uD83D\\uDE00", "\\ud83d", "\\ude00", "\\uFEFF", "\\u0000"),
);

/** A JSON string with its quotes, with any escapes; sometimes with unpaired surrogates. */
export const stringText = fc
  .array(character, { maxLength: 12 })
  .map((characters) => `"${characters.join("")}"`);

const numberText = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,9})?([eE][+-]?[0-9]{1,3})?$/),
  fc.constantFrom("0", "-0", "1e400", "-1E-400", "9007199254740993", "100", "101"),
);

const memberName = fc.oneof(
  fc.constantFrom('"a"', '"b"', '"\\u0061"', '"__proto__"', '"1"', '""'),
  stringText,
);

/** Texts of JSON values, with white space and equal names where JSON allows them. */
export const { jsonText } = fc.letrec<{ jsonText: string }>((tie) => ({
  jsonText: fc.oneof(
    { maxDepth: 4, depthIdentifier: "json" },
    stringText,
    numberText,
    fc.constantFrom("true", "false", "null"),
    fc
      .array(spaced(tie("jsonText")), { maxLength: 4, depthIdentifier: "json" })
      .map((items) => `[${items.join(",")}]`),
    fc
      .array(fc.tuple(spaced(memberName), spaced(tie("jsonText"))), {
        maxLength: 4,
        depthIdentifier: "json",
      })
      .map((members) => objectText(members)),
    whiteSpace.map((space) => `[${space}]`),
    whiteSpace.map((space) => `{${space}}`),
  ),
}));

export function objectText(members: readonly (readonly [name: string, value: string])[]): string {
  return `{${members.map(([name, value]) => `${name}:${value}`).join(",")}}`;
}

export function spaced(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(whiteSpace, text, whiteSpace).map((parts) => parts.join(""));
}

const damage = fc.tuple(
  fc.nat(),
  fc.nat({ max: 2 }),
  fc.oneof(
    fc.constantFrom("", ",", ":", "[", "]", "{", "}", '"', "\\", "\u0000", "\n", "\v", "\u00a0"),
    fc.constantFrom("-", "+", ".", "e", "0", "1", "t", "nul", "/", "//", "'", "\ufeff", "\\u12"),
  ),
);

/** Texts that are almost JSON: some characters of a JSON text are replaced. */
export const damagedText = fc.tuple(jsonText, damage).map(([text, [place, removed, added]]) => {
  const at = place % (text.length + 1);
  return text.slice(0, at) + added + text.slice(at + removed);
});

/** The lengths of the chunks in which bytes arrive, which repeat. */
export const chunkLengths = fc.array(fc.integer({ min: 1, max: 12 }), {
  minLength: 1,
  maxLength: 6,
});

export function* inChunks(bytes: Uint8Array, lengths: readonly number[]): Generator<Uint8Array> {
  for (let start = 0, index = 0; start < bytes.length; index++) {
    const end = start + (lengths[index % lengths.length] ?? 1);
    yield bytes.subarray(start, end);
    start = end;
  }
}
