import { gzipSync } from "node:zlib";
import type { ReleasedFile } from "../release-archive.ts";

export const settingsPath = "etc/gatehouse/gatehouse.env";
export const executablePath = "usr/bin/gatehouse";
export const unitPath = "usr/lib/systemd/system/gatehouse.service";
/** systemd reads the settings as root; the group is for commands of the user `gatehouse`. */
const settingsMode = 0o640;

const completionPaths: Readonly<Record<string, string>> = {
  "completions/gatehouse.bash": "usr/share/bash-completion/completions/gatehouse",
  "completions/_gatehouse": "usr/share/zsh/vendor-completions/_gatehouse",
  "completions/gatehouse.fish": "usr/share/fish/vendor_completions.d/gatehouse.fish",
};

export interface PackageSources {
  /** The files of the release's archive, with paths inside its top folder. */
  readonly archive: readonly ReleasedFile[];
  /** packaging/gatehouse.service. */
  readonly unit: string;
  readonly settings: string;
}

/** The files of a package, with paths from the root directory. */
export function packagedFiles({
  archive,
  unit,
  settings,
}: PackageSources): readonly ReleasedFile[] {
  return [
    ...archive.map(packagedFile),
    { path: unitPath, content: Buffer.from(packagedUnit(unit)), mode: 0o644 },
    { path: settingsPath, content: Buffer.from(settings), mode: settingsMode },
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function packagedFile(file: ReleasedFile): ReleasedFile {
  if (file.path === "gatehouse") {
    return { ...file, path: executablePath, mode: 0o755 };
  }
  if (file.path.startsWith("man/")) {
    const content = gzipSync(file.content, { level: 9 });
    return { path: `usr/share/${file.path}.gz`, content, mode: 0o644 };
  }
  const path = completionPaths[file.path] ?? `usr/share/doc/gatehouse/${documentName(file.path)}`;
  return { ...file, path, mode: 0o644 };
}

/** Debian's policy names the file with the license. */
function documentName(path: string): string {
  return path === "LICENSE" ? "copyright" : path;
}

/** The unit with the paths of a package, without the instructions for an installation by hand. */
export function packagedUnit(unit: string): string {
  const start = unit.indexOf("[Unit]");
  const replaced = [
    ["ExecStart=/usr/local/bin/gatehouse ", "ExecStart=/usr/bin/gatehouse "],
    ["EnvironmentFile=-/etc/gatehouse.env\n", `EnvironmentFile=-/${settingsPath}\n`],
  ] as const;
  if (start < 0 || replaced.some(([from]) => !unit.includes(from))) {
    throw new Error("packaging/gatehouse.service has no [Unit], ExecStart or EnvironmentFile");
  }
  return replaced.reduce((text, [from, to]) => text.replace(from, to), unit.slice(start));
}
