import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { PackedFile, PackIndex } from "../src/web/pack.ts";

/** A built file of the UI. */
export interface BuiltFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

export interface BuiltUi {
  /** The names of the files that the page names. */
  readonly script: string;
  readonly styles: readonly string[];
  readonly files: readonly BuiltFile[];
}

export interface PackOptions {
  /** Leaves out the compressed forms, which take a second; false unless given. */
  readonly isQuick?: boolean;
}

const gzipLevel = 9;
const brotliQuality = 11;
const lengthBytes = 4;
/** A compressed form that is not this much smaller is left out, as for fonts and pictures. */
const usefulShare = 0.9;

/**
 * Returns the UI as one file, which `src/web/pack.ts` reads: the length of the index in four bytes,
 * the index as JSON, and the contents. Texts are there compressed only, in both forms that browsers
 * accept.
 */
export function packUi(
  { script, styles, files }: BuiltUi,
  { isQuick = false }: PackOptions = {},
): Uint8Array<ArrayBuffer> {
  const contents: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const place = (content: Uint8Array<ArrayBuffer>): readonly [start: number, end: number] => {
    contents.push(content);
    const start = length;
    length += content.length;
    return [start, length];
  };
  const packed = files.map((file): readonly [string, PackedFile] => {
    const forms = isQuick ? { plain: place(file.content) } : formsOf(file.content, place);
    return [file.name, { type: file.type, ...forms }];
  });
  const index: PackIndex = { script, styles, files: Object.fromEntries(packed) };
  const head = new TextEncoder().encode(JSON.stringify(index));
  const headLength = new Uint8Array(lengthBytes);
  new DataView(headLength.buffer).setUint32(0, head.length);
  return new Uint8Array(Buffer.concat([headLength, head, ...contents]));
}

/** Where each form of a content is. */
function formsOf(
  content: Uint8Array<ArrayBuffer>,
  place: (content: Uint8Array<ArrayBuffer>) => readonly [number, number],
): Omit<PackedFile, "type"> {
  const gzip = gzipSync(content, { level: gzipLevel });
  return gzip.length < content.length * usefulShare
    ? { gzip: place(gzip), brotli: place(brotli(content)) }
    : { plain: place(content) };
}

function brotli(content: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}
