import { gzip } from "node:zlib";
import { deflatedPiece, GzipJoin } from "./gzip-pieces.ts";
import { pieceLength } from "./text-block.ts";

const encoder = new TextEncoder();

/** A long text that is compressed while it is written, so that it never exists as a whole. */
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

  /** The complete text, to which nothing can be added. */
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

/** The thread of the requests does not wait for the compression. */
export function zippedText(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  gzip(text, (error, bytes) => {
    if (error === null) {
      resolve(new Uint8Array(bytes));
    } else {
      reject(error);
    }
  });
  return promise;
}
