import { gzipSync } from "node:zlib";
import type { ReleasedFile } from "../release-archive.ts";
import { packageVersion } from "./package-version.ts";
import { settingsPath } from "./packaged-files.ts";
import { descriptionLines, summary } from "./summary.ts";

export interface DebianPackage {
  readonly version: string;
  /** `amd64`. */
  readonly architecture: string;
  readonly homepage: string;
  /** Name and address. */
  readonly maintainer: string;
  readonly date: Date;
  readonly files: readonly ReleasedFile[];
  /** postinst, prerm and postrm by their names. */
  readonly scripts: Readonly<Record<string, string>>;
}

export function controlFile(contents: DebianPackage): string {
  const { version, architecture, homepage, maintainer, files } = contents;
  const kib = files.reduce((sum, { content }) => sum + Math.ceil(content.length / 1024), 0);
  return `Package: gatehouse
Version: ${packageVersion(version)}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kib}
Depends: adduser, init-system-helpers (>= 1.52), libc6 (>= 2.17), libgcc-s1
Section: net
Priority: optional
Homepage: ${homepage}
Description: ${summary}
${descriptionLines.map((line) => ` ${line}\n`).join("")} .
 Removing the package keeps the data in /var/lib/gatehouse; a purge deletes it.
`;
}

function changelog({ version, maintainer, date }: DebianPackage): string {
  const day = date.toUTCString().replace("GMT", "+0000");
  return `gatehouse (${packageVersion(version)}) stable; urgency=medium

  * Release ${version}. CHANGELOG.md in the sources lists the changes.

 -- ${maintainer}  ${day}
`;
}

/** Reasons for what lintian reports: https://lintian.debian.org/tags. */
export const lintianOverrides = `# The executable is Bun with the program at its end: stripping it deletes the program.
gatehouse: unstripped-binary-or-object [usr/bin/gatehouse]
# Bun is linked this way, and lintian finds texts of libjpeg in it.
gatehouse: hardening-no-relro [usr/bin/gatehouse]
gatehouse: hardening-no-pie [usr/bin/gatehouse]
gatehouse: embedded-library libjpeg [usr/bin/gatehouse]
# The settings may hold secrets.
gatehouse: non-standard-file-perm 0640 != 0644 [etc/gatehouse/gatehouse.env]
`;

/** The content of the package: the directories `DEBIAN` and `usr`, and so on. */
export function debianFiles(contents: DebianPackage): readonly ReleasedFile[] {
  const documents = [
    textFile(
      "usr/share/doc/gatehouse/changelog.gz",
      gzipSync(Buffer.from(changelog(contents)), { level: 9 }),
    ),
    textFile("usr/share/lintian/overrides/gatehouse", Buffer.from(lintianOverrides)),
  ];
  const installed = [...contents.files, ...documents];
  const md5sums = installed
    .filter(({ path }) => path !== settingsPath)
    .map(
      ({ path, content }) =>
        `${new Bun.CryptoHasher("md5").update(content).digest("hex")}  ${path}\n`,
    );
  return [
    ...installed,
    textFile("DEBIAN/control", Buffer.from(controlFile({ ...contents, files: installed }))),
    textFile("DEBIAN/conffiles", Buffer.from(`/${settingsPath}\n`)),
    textFile("DEBIAN/md5sums", Buffer.from(md5sums.join(""))),
    ...Object.entries(contents.scripts).map(([name, text]) => ({
      path: `DEBIAN/${name}`,
      content: Buffer.from(text),
      mode: 0o755,
    })),
  ];
}

function textFile(path: string, content: Uint8Array): ReleasedFile {
  return { path, content, mode: 0o644 };
}

/** The words that write the package of a directory; level 1, because higher ones save little. */
export function debianCommand(directory: string, result: string): readonly string[] {
  return ["dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", directory, result];
}
