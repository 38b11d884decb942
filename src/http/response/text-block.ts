import { ContentTag } from "./content-tag.ts";
import { type DeflatedPiece, deflatedPiece } from "./gzip-pieces.ts";
import { TextPieces } from "./text-pieces.ts";

type Bytes = Uint8Array<ArrayBuffer>;

interface Piece {
  readonly length: number;
  readonly crc32: number;
  plain: Bytes | undefined;
  deflated: Bytes | undefined;
}

export interface TextBlockOptions {
  /** Returns the same text each time. */
  readonly parts: () => Iterable<string>;
  /** About how many bytes the text has. */
  readonly bytesEstimate: number;
  /** Called when the block keeps so many bytes more; fewer if it is below 0. */
  readonly onResized?: (bytes: number) => void;
}

/** Most blocks are one piece: each piece begins anew to compress, which makes it larger. */
export const pieceLength = 128 * 1024;

/**
 * A part of long texts, with the forms of it that were needed: its bytes, its tag, and its
 * compressed pieces. What is made takes a step for each piece.
 */
export class TextBlock {
  readonly #options: TextBlockOptions;
  #pieces: readonly Piece[] | undefined;
  #tag = "";

  constructor(options: TextBlockOptions) {
    this.#options = options;
  }

  /** Equal texts have equal tags. Empty until the text was made once. */
  get tag(): string {
    return this.#tag;
  }

  /** The bytes of the text; 0 until it was made once. */
  get length(): number {
    return this.#pieces?.reduce((sum, { length }) => sum + length, 0) ?? 0;
  }

  /** Bytes of memory that the kept forms take. */
  get keptBytes(): number {
    return (
      this.#pieces?.reduce(
        (sum, { plain, deflated }) => sum + (plain?.length ?? 0) + (deflated?.length ?? 0),
        0,
      ) ?? 0
    );
  }

  /** About how many bytes are to be made before the form is there. */
  bytesToMake(form: "tag" | "plain" | "deflated"): number {
    const isMade = form === "tag" ? this.#pieces !== undefined : this.#has(form);
    return isMade ? 0 : this.#options.bytesEstimate;
  }

  get hasPlain(): boolean {
    return this.#has("plain");
  }

  /** Makes the text if it was never made, for its tag and its length. */
  *makeTag(): Generator<void, void> {
    if (this.#pieces === undefined) {
      yield* this.#makeText();
    }
  }

  /** The plain form. */
  *makePlain(): Generator<void, readonly Bytes[]> {
    if (!this.#has("plain")) {
      yield* this.#makeText();
    }
    return (this.#pieces ?? []).map(({ plain }) => present(plain));
  }

  /** The compressed form. */
  *makeDeflated(): Generator<void, readonly DeflatedPiece[]> {
    if (!this.#has("deflated")) {
      yield* this.makePlain();
      for (const piece of this.#pieces ?? []) {
        if (piece.deflated === undefined) {
          piece.deflated = deflatedPiece(present(piece.plain));
          this.#options.onResized?.(piece.deflated.length);
          yield;
        }
      }
    }
    return (this.#pieces ?? []).map(({ length, crc32, deflated }) => ({
      length,
      crc32,
      deflated: present(deflated),
    }));
  }

  /** Gives the plain form back, which can be made again. */
  dropPlain(): void {
    for (const piece of this.#pieces ?? []) {
      this.#options.onResized?.(-(piece.plain?.length ?? 0));
      piece.plain = undefined;
    }
  }

  *#makeText(): Generator<void, void> {
    const known = this.#pieces;
    const texts = new TextPieces(this.#options.parts(), pieceLength);
    const pieces: Piece[] = [];
    const tag = new ContentTag();
    for (let plain = texts.next(); plain !== null; plain = texts.next()) {
      const { length } = plain;
      const deflated = known?.[pieces.length]?.deflated;
      pieces.push({ length, crc32: Bun.hash.crc32(plain), plain, deflated });
      tag.add(plain);
      this.#options.onResized?.(length);
      yield;
    }
    this.#pieces = pieces;
    this.#tag = tag.value;
  }

  #has(form: "plain" | "deflated"): boolean {
    return this.#pieces?.every((piece) => piece[form] !== undefined) === true;
  }
}

function present(bytes: Bytes | undefined): Bytes {
  if (bytes === undefined) {
    throw new Error("a form of a text block was not made");
  }
  return bytes;
}
