import { writeFileSync } from "node:fs";
import { packTar, type TarEntry, unpackTar } from "modern-tar";

/** The files of an archive, which tests change and write again. */
export type Entries = readonly Entry[];

export interface Entry {
  readonly name: string;
  readonly data: Uint8Array;
  readonly type?: TarEntry["header"]["type"];
}

export async function entriesOf(file: string): Promise<Entries> {
  const entries = await unpackTar(Bun.gunzipSync(await Bun.file(file).bytes()));
  return entries.map(({ header, data = new Uint8Array() }) => ({ name: header.name, data }));
}

/** Writes an archive; links and directories get no content. */
export async function writeEntries(file: string, entries: Entries): Promise<void> {
  const packed = entries.map(({ name, data, type = "file" }) =>
    type === "file"
      ? { header: { name, type, size: data.length }, body: data }
      : { header: { name, type, size: 0, linkname: "gatehouse.db" } },
  );
  writeFileSync(file, Bun.gzipSync(Uint8Array.from(await packTar(packed))));
}

export interface ManifestDocument {
  format: unknown;
  databases: Record<string, unknown>[];
  [name: string]: unknown;
}

/** The entries with a changed manifest; the other files stay the same. */
export function withManifest(
  [manifest, ...others]: Entries,
  change: (document: ManifestDocument) => unknown,
): Entries {
  const document: ManifestDocument = JSON.parse(Buffer.from(manifest?.data ?? []).toString());
  const changed = change(document) ?? document;
  return [{ name: "manifest.json", data: Buffer.from(JSON.stringify(changed)) }, ...others];
}

/** The entries with another database, as if the backup had been made of it. */
export function withDatabase(entries: Entries, name: string, data: Uint8Array): Entries {
  const sha256 = new Bun.CryptoHasher("sha256").update(data).digest("hex");
  const others = entries.map((entry) => (entry.name === name ? { name, data } : entry));
  return withManifest(others, ({ databases }) => {
    for (const database of databases.filter((each) => each.name === name)) {
      Object.assign(database, { sha256, bytes: data.length });
    }
  });
}
