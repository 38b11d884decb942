import { brotliCompressSync, constants } from "node:zlib";
import type { PackedFile, PagePackIndex } from "../src/http/response/page-pack.ts";

/** A file of a page. */
export interface BuiltFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

export interface BuiltPage {
  /** The names of the files in the page. */
  readonly script: string;
  readonly styles: readonly string[];
  /** The scripts of pages in addition, by the first segment of their paths. */
  readonly pages?: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly BuiltFile[];
}

export interface PackOptions {
  /** Whether to skip the compression, which takes a second; false unless given. */
  readonly isQuick?: boolean;
}

const brotliQuality = 11;
const lengthBytes = 4;
/** Compressed forms with a smaller gain are omitted, as for fonts and pictures. */
const usefulShare = 0.9;

/**
 * Returns the files of a page as one file, which `src/http/response/page-pack.ts` reads. It contains
 * the length of the index in four bytes, the index as JSON, and the contents in their smaller form.
 */
export function packPage(
  { script, styles, pages = {}, files }: BuiltPage,
  { isQuick = false }: PackOptions = {},
): Uint8Array<ArrayBuffer> {
  const contents: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const packed = files.map(({ name, type, content }): [string, PackedFile] => {
    const compressed = isQuick ? content : brotli(content);
    const isUseful = compressed.length < content.length * usefulShare;
    const form = isUseful ? compressed : content;
    const place = [length, length + form.length] as const;
    contents.push(form);
    length += form.length;
    return [name, { type, isCompressed: isUseful, place }];
  });
  const index: PagePackIndex = { script, styles, pages, files: Object.fromEntries(packed) };
  const head = new TextEncoder().encode(JSON.stringify(index));
  const headLength = new Uint8Array(lengthBytes);
  new DataView(headLength.buffer).setUint32(0, head.length);
  return new Uint8Array(Buffer.concat([headLength, head, ...contents]));
}

function brotli(content: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}
