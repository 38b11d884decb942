/** A submission is identified by five 32-bit words: its environment's id and its UUID. */
export const wordsPerId = 5;

/** Environment ids are assigned one by one, so that they never exceed 32 bits. */
const environmentIdMax = 0xffff_ffff;

/** The words that identify a submission. Throws if the environment's id exceeds 32 bits. */
export function requestIdWords(environmentId: number, requestId: string): Uint32Array {
  if (environmentId > environmentIdMax) {
    throw new Error(`environment ${environmentId} does not fit into 32 bits`);
  }
  const hex = requestId.replaceAll("-", "");
  return Uint32Array.of(
    environmentId,
    Number.parseInt(hex.slice(0, 8), 16),
    Number.parseInt(hex.slice(8, 16), 16),
    Number.parseInt(hex.slice(16, 24), 16),
    Number.parseInt(hex.slice(24), 16),
  );
}

/** Copies a blob, whose bytes may start at an address that is not aligned for 32-bit words. */
export function wordsFromBlob(blob: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(blob).buffer);
}

const hexPerWord = 8;
const uuidParts = [8, 12, 16, 20] as const;

/** The submission whose words start at `at`. */
export function idOfWords(words: Uint32Array, at: number) {
  const [environmentId = 0, ...id] = words.subarray(at, at + wordsPerId);
  const hex = id.map((word) => word.toString(16).padStart(hexPerWord, "0")).join("");
  const [first, second, third, fourth] = uuidParts;
  const requestId = [
    hex.slice(0, first),
    hex.slice(first, second),
    hex.slice(second, third),
    hex.slice(third, fourth),
    hex.slice(fourth),
  ].join("-");
  return { environmentId, requestId };
}
