/** Where a list of steps of several environments continues. */
export interface StepCursor {
  /** The time of the first page in milliseconds since the epoch: later steps are not listed. */
  readonly through: number;
  /**
   * The sequences below which environments continue, by environment. Environments without a listed
   * step are missing: they begin at their latest step that is not later than `through`.
   */
  readonly positions: ReadonlyMap<number, number>;
}

/** So that the URL of the next page stays below the limits of servers and proxies. */
export const stepCursorLengthMax = 12_000;

const form = /^[0-9a-z]{1,11}(?:~[0-9a-z]{1,11}\.[0-9a-z]{1,11})*$/;
const radix = 36;

/** `k1~1.a~2.3f`: the time, and the id and the position of each environment. */
export function stepCursorText({ through, positions }: StepCursor): string {
  const texts = Array.from(positions, (pair) => pair.map((each) => each.toString(radix)).join("."));
  return [through.toString(radix), ...texts].join("~");
}

/** Undefined for any other text. */
export function parseStepCursor(text: string): StepCursor | undefined {
  if (!form.test(text)) {
    return undefined;
  }
  const [through = "", ...pairs] = text.split("~");
  const positions = pairs.map((pair): [number, number] => {
    const [id = "", position = ""] = pair.split(".");
    return [Number.parseInt(id, radix), Number.parseInt(position, radix)];
  });
  const numbers = [Number.parseInt(through, radix), ...positions.flat()];
  return numbers.every(Number.isSafeInteger)
    ? { through: Number.parseInt(through, radix), positions: new Map(positions) }
    : undefined;
}
