import { packTar, unpackTar } from "modern-tar";
import type { ReleasedFile } from "../release-archive.ts";
import { listDatesPath } from "./base-packages.ts";

/** The user of the image, which has no name on the host. */
export const imageUser = 65_532;
export const imageExecutable = "usr/local/bin/gatehouse";
export const dataDirectory = "data";

/** The libraries that the executable loads, and those that find the addresses of hosts. */
const libraryNames =
  /\/(?:ld-linux-[\w-]+|libc|libm|libdl|libpthread|librt|libresolv|libnss_dns|libnss_files|libgcc_s)\.so\.\d+$/;
const copyrights = /^usr\/share\/doc\/(?:libc6|gcc-\d+-base|ca-certificates)\/copyright$/;
const certificates = /^usr\/share\/ca-certificates\/mozilla\/.*\.crt$/;
/** The path of the loader in executables. */
const loaders: Readonly<Record<string, string>> = {
  "x86_64-linux-gnu": "lib64/ld-linux-x86-64.so.2",
  "aarch64-linux-gnu": "lib/ld-linux-aarch64.so.1",
};

export interface LayerEntry {
  readonly path: string;
  /** A directory if missing. */
  readonly content?: Uint8Array;
  readonly mode: number;
  /** User and group; root if missing. */
  readonly owner?: number;
}

/** The files of Debian's packages that the executable needs, and the day of the package lists. */
export async function baseLayer(
  archive: Uint8Array<ArrayBuffer>,
  libraries: string,
): Promise<{ readonly entries: readonly LayerEntry[]; readonly day: string }> {
  const unpacked = await unpackTar(archive);
  const files = unpacked.flatMap(({ header, data }) =>
    data === undefined
      ? []
      : [{ path: header.name.slice(header.name.startsWith("./") ? 2 : 0), content: data }],
  );
  const ofLibraries = files.filter(
    ({ path }) => path.startsWith(`lib/${libraries}/`) && libraryNames.test(path),
  );
  const loader = ofLibraries.find(({ path }) => path.includes("/ld-linux"));
  const dates = files.find(({ path }) => path === listDatesPath);
  const trusted = files.filter(({ path }) => certificates.test(path));
  if (loader === undefined || dates === undefined || trusted.length === 0) {
    throw new Error(`Debian's packages for ${libraries} have no loader, dates or certificates`);
  }
  const concatenated = trusted
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ content }) => `${Buffer.from(content).toString().trimEnd()}\n`);
  const entries = [
    ...ofLibraries.map((file) => ({ ...file, mode: 0o755 })),
    { path: loaders[libraries] ?? "", content: loader.content, mode: 0o755 },
    ...files.filter(({ path }) => copyrights.test(path)).map((file) => ({ ...file, mode: 0o644 })),
    textEntry("etc/ssl/certs/ca-certificates.crt", concatenated.join("")),
    textEntry("etc/passwd", `gatehouse:x:${imageUser}:${imageUser}::/${dataDirectory}:/nologin\n`),
    textEntry("etc/group", `gatehouse:x:${imageUser}:\n`),
    textEntry("etc/nsswitch.conf", "hosts: files dns\n"),
    { path: "tmp", mode: 0o1777 },
  ];
  return { entries, day: latestDay(Buffer.from(dates.content).toString()) };
}

function latestDay(lines: string): string {
  const days = Array.from(lines.matchAll(/^Date: (?<date>.+)$/gm), ({ groups }) =>
    new Date(groups?.date ?? "").toISOString().slice(0, 10),
  );
  return days.toSorted().at(-1) ?? "";
}

function textEntry(path: string, text: string): LayerEntry {
  return { path, content: Buffer.from(text), mode: 0o644 };
}

/** The executable, the license texts, and the directory of the data, which only its owner opens. */
export function programLayer(archive: readonly ReleasedFile[]): readonly LayerEntry[] {
  const paths: Readonly<Record<string, string>> = {
    gatehouse: imageExecutable,
    LICENSE: "usr/share/doc/gatehouse/LICENSE",
    "THIRD-PARTY-NOTICES.txt": "usr/share/doc/gatehouse/THIRD-PARTY-NOTICES.txt",
  };
  const files = archive.flatMap((file) => {
    const path = paths[file.path];
    return path === undefined ? [] : [{ path, content: file.content, mode: file.mode }];
  });
  return [...files, { path: dataDirectory, mode: 0o700, owner: imageUser }];
}

/** The tar file of a layer, with the folders of its files, sorted and with one date. */
export async function layerArchive(
  entries: readonly LayerEntry[],
  date: Date,
): Promise<Uint8Array<ArrayBuffer>> {
  const byPath = new Map<string, LayerEntry>();
  for (const entry of entries) {
    const parts = entry.path.split("/");
    for (const [index] of parts.slice(1).entries()) {
      const path = parts.slice(0, index + 1).join("/");
      byPath.set(path, byPath.get(path) ?? { path, mode: 0o755 });
    }
    byPath.set(entry.path, entry);
  }
  const sorted = [...byPath.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return packTar(
    sorted.map(({ path, content, mode, owner = 0 }) => ({
      header: {
        name: content === undefined ? `${path}/` : path,
        type: content === undefined ? "directory" : "file",
        size: content?.length ?? 0,
        mode,
        mtime: date,
        uid: owner,
        gid: owner,
      },
      ...(content === undefined ? {} : { body: content }),
    })),
  );
}
