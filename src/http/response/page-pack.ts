import { readFileSync, statSync } from "node:fs";
import { brotliDecompressSync, gzipSync } from "node:zlib";

/** The position of a content in the pack, from the end of the index. */
type Place = readonly [start: number, end: number];

export interface PackedFile {
  /** The content type. */
  readonly type: string;
  /** Whether the content is compressed by Brotli. */
  readonly isCompressed: boolean;
  readonly place: Place;
}

/** The start of a pack; `packaging/pack-page.ts` writes it. */
export interface PagePackIndex {
  readonly script: string;
  readonly styles: readonly string[];
  readonly pages: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<Record<string, PackedFile>>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of a page with its forms. */
export interface PackedAsset {
  readonly type: string;
  /** Undefined for a content that compression does not shrink. */
  readonly brotli: Bytes | undefined;
  /** Created at the first request and cached: browsers accept Brotli over https only. */
  gzip(): Bytes;
  plain(): Bytes;
}

/** The files of the web UI or of the API's documentation, as one file. */
export interface PagePack {
  readonly script: string;
  readonly styles: readonly string[];
  /** The scripts that a page needs in addition, by the first segment of its path, such as `features`. */
  readonly pages: ReadonlyMap<string, readonly string[]>;
  readonly assets: ReadonlyMap<string, PackedAsset>;
}

const lengthBytes = 4;

/** Reads a file that `make` builds. */
export function readPagePack(path: string): PagePack {
  const bytes = new Uint8Array(readFileSync(path));
  const indexEnd = lengthBytes + new DataView(bytes.buffer).getUint32(0);
  const index: PagePackIndex = JSON.parse(
    new TextDecoder().decode(bytes.subarray(lengthBytes, indexEnd)),
  );
  const contents = bytes.subarray(indexEnd);
  const assets = Object.entries(index.files).map(([name, file]): [string, PackedAsset] => [
    name,
    assetOf(file, contents),
  ]);
  const { script, styles, pages } = index;
  return { script, styles, pages: new Map(Object.entries(pages)), assets: new Map(assets) };
}

function assetOf({ type, isCompressed, place }: PackedFile, contents: Bytes): PackedAsset {
  const packed = contents.subarray(...place);
  const plain = kept(() => (isCompressed ? brotliDecompressSync(packed) : packed));
  return {
    type,
    brotli: isCompressed ? packed : undefined,
    gzip: kept(() => gzipSync(plain())),
    plain,
  };
}

function kept(make: () => Bytes): () => Bytes {
  let bytes: Bytes | undefined;
  return () => {
    bytes ??= make();
    return bytes;
  };
}

/** Reads the pack when it is first needed, and again after it was rebuilt, for `make ui-dev`. */
export function readChangingPagePack(path: string): () => PagePack {
  let read: { readonly pack: PagePack; readonly mtimeMs: number } | undefined;
  return () => {
    const { mtimeMs } = statSync(path);
    if (read?.mtimeMs !== mtimeMs) {
      read = { pack: readPagePack(path), mtimeMs };
    }
    return read.pack;
  };
}
