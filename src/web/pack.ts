import { readFileSync, statSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** Where a content is in the pack, from the end of the index. */
type Place = readonly [start: number, end: number];

export interface PackedFile {
  /** The content type. */
  readonly type: string;
  /** Missing if the compressed forms are there. */
  readonly plain?: Place;
  readonly gzip?: Place;
  readonly brotli?: Place;
}

/** The start of the pack; `packaging/ui-pack.ts` writes it. */
export interface PackIndex {
  readonly script: string;
  readonly styles: readonly string[];
  readonly files: Readonly<Record<string, PackedFile>>;
}

export type ContentForm = "plain" | "gzip" | "brotli";

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of the UI with its forms. */
export interface UiAsset {
  readonly type: string;
  readonly forms: ReadonlyMap<ContentForm, Bytes>;
  /** The content as it is; inflated and kept when a client asks that accepts no compression. */
  plain(): Bytes;
}

/** The built web UI. The name of each file has a hash of its content. */
export interface UiPack {
  readonly script: string;
  readonly styles: readonly string[];
  readonly assets: ReadonlyMap<string, UiAsset>;
}

const lengthBytes = 4;
const forms = ["plain", "gzip", "brotli"] as const;

/** Reads the file that `make` builds from `src/ui`. */
export function readUiPack(path: string): UiPack {
  const bytes = new Uint8Array(readFileSync(path));
  const indexEnd = lengthBytes + new DataView(bytes.buffer).getUint32(0);
  const index: PackIndex = JSON.parse(
    new TextDecoder().decode(bytes.subarray(lengthBytes, indexEnd)),
  );
  const contents = bytes.subarray(indexEnd);
  const assets = Object.entries(index.files).map(([name, file]): [string, UiAsset] => [
    name,
    assetOf(file, contents),
  ]);
  return { script: index.script, styles: index.styles, assets: new Map(assets) };
}

function assetOf(file: PackedFile, contents: Bytes): UiAsset {
  const packed = new Map<ContentForm, Bytes>();
  for (const form of forms) {
    const place = file[form];
    if (place !== undefined) {
      packed.set(form, contents.subarray(...place));
    }
  }
  let plain = packed.get("plain");
  return {
    type: file.type,
    forms: packed,
    plain() {
      plain ??= gunzipSync(packed.get("gzip") ?? new Uint8Array());
      return plain;
    },
  };
}

/** Reads the pack again when the file was built again, for `make ui-dev`. */
export function readChangingUiPack(path: string): () => UiPack {
  let pack = readUiPack(path);
  let readMs = statSync(path).mtimeMs;
  return () => {
    const { mtimeMs } = statSync(path);
    if (mtimeMs !== readMs) {
      pack = readUiPack(path);
      readMs = mtimeMs;
    }
    return pack;
  };
}
