const encoder = new TextEncoder();

/** Small enough that one piece takes little time, large enough that their number does not matter. */
const usualPieceLength = 64 * 1024;

/** The parts of a long text as UTF-8 bytes, in pieces of similar size. */
export class TextPieces {
  readonly #parts: Iterator<string>;
  readonly #pieceLength: number;
  #isDone = false;

  /** `pieceLength` is in UTF-16 units; a piece ends after the part that reaches it. */
  constructor(parts: Iterable<string>, pieceLength = usualPieceLength) {
    this.#parts = parts[Symbol.iterator]();
    this.#pieceLength = pieceLength;
  }

  /** Returns the next piece; null after the last one. */
  next(): Uint8Array<ArrayBuffer> | null {
    let text = "";
    while (!this.#isDone && text.length < this.#pieceLength) {
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
