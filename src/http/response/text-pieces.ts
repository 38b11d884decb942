const encoder = new TextEncoder();

/** Small enough that one piece takes little time, large enough that their number does not matter. */
const pieceLength = 64 * 1024;

/** The parts of a long text as UTF-8 bytes, in pieces of some size. */
export class TextPieces {
  readonly #parts: Iterator<string>;
  #isDone = false;

  constructor(parts: Iterable<string>) {
    this.#parts = parts[Symbol.iterator]();
  }

  /** Returns the next piece; null after the last one. */
  next(): Uint8Array<ArrayBuffer> | null {
    let text = "";
    while (!this.#isDone && text.length < pieceLength) {
      const part = this.#parts.next();
      if (part.done === true) {
        this.#isDone = true;
      } else {
        text += part.value;
      }
    }
    return text === "" ? null : encoder.encode(text);
  }
}
