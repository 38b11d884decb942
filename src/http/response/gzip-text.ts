import { deflatedPiece, GzipJoin } from "./gzip-pieces.ts";
import { pieceLength } from "./text-block.ts";

const encoder = new TextEncoder();

/** A long text that is compressed while it is made, so that it is nowhere as a whole. */
export class GzipText {
  readonly #join = new GzipJoin();
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [this.#join.head];
  #text = "";

  add(part: string): void {
    this.#text += part;
    if (this.#text.length >= pieceLength) {
      this.#deflate();
    }
  }

  /** The whole, to which nothing can be added. */
  finish(): Blob {
    if (this.#text !== "") {
      this.#deflate();
    }
    return new Blob([...this.#pieces, this.#join.trailer]);
  }

  #deflate(): void {
    const content = encoder.encode(this.#text);
    this.#text = "";
    this.#pieces.push(
      this.#join.add({
        length: content.length,
        crc32: Bun.hash.crc32(content),
        deflated: deflatedPiece(content),
      }),
    );
  }
}
