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
  /** Returns the approximate size of the text in bytes. */
  readonly bytesEstimate: () => number;
  /** Called with the change of the cached bytes; negative if they decrease. */
  readonly onResized?: (bytes: number) => void;
}

/** Most blocks are one piece: each piece compresses separately, which makes it larger. */
export const pieceLength = 128 * 1024;

/**
 * A part of long texts, with the needed forms: its bytes, its tag, and its compressed pieces.
 * Computing a form takes one step per piece.
 */
export class TextBlock {
  readonly #options: TextBlockOptions;
  #pieces: readonly Piece[] | undefined;
  #tag = "";

  constructor(options: TextBlockOptions) {
    this.#options = options;
  }

  /** Equal texts have equal tags. Empty until the text was computed once. */
  get tag(): string {
    return this.#tag;
  }

  /** The size of the text in bytes; 0 until it was computed once. */
  get length(): number {
    return this.#pieces?.reduce((sum, { length }) => sum + length, 0) ?? 0;
  }

  /** The memory of the cached forms in bytes. */
  get keptBytes(): number {
    return (
      this.#pieces?.reduce(
        (sum, { plain, deflated }) => sum + (plain?.length ?? 0) + (deflated?.length ?? 0),
        0,
      ) ?? 0
    );
  }

  /** The approximate number of bytes to compute for the form. */
  bytesToMake(form: "tag" | "plain" | "deflated"): number {
    const isMade = form === "tag" ? this.#pieces !== undefined : this.#has(form);
    return isMade ? 0 : this.#options.bytesEstimate();
  }

  get hasPlain(): boolean {
    return this.#has("plain");
  }

  /** Computes the text for its tag and its length, unless that is done. */
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

  /** Drops the plain form, which can be computed again. */
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
