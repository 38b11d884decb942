import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { makeRelease } from "../../packaging/release.ts";
import type { ReleasedFile } from "../../packaging/release-archive.ts";

export const installScript = join(import.meta.dir, "../../packaging/install.sh");

/** A release whose executables are shell scripts that print their version and their target. */
export async function makeFakeRelease(
  directory: string,
  targets: readonly string[],
  version = "1.2.3",
  accompanying: readonly ReleasedFile[] = [],
): Promise<void> {
  await makeRelease({
    product: { name: "gatehouse", version },
    targets,
    directory,
    build: (target, path) => writeProgram(path, `echo "gatehouse ${version}, ${target}"`),
    billOfMaterials: () => Promise.resolve("bill"),
    accompanying,
    installScript: await Bun.file(installScript).text(),
    report: () => undefined,
  });
}

/** Writes an executable shell script. */
export async function writeProgram(path: string, lines: string): Promise<void> {
  await Bun.write(path, `#!/bin/sh\n${lines}\n`);
  await chmod(path, 0o755);
}

export interface Machine {
  /** The answers of `uname -s`, `uname -m` and `ldd --version`. */
  readonly system: string;
  readonly processor: string;
  readonly ldd?: string;
}

/** Writes commands that answer as on another machine; returns their directory. */
export async function commandsOf(directory: string, machine: Machine): Promise<string> {
  const commands = join(directory, "commands");
  await mkdir(commands, { recursive: true });
  const { system, processor, ldd = "ldd (Debian GLIBC) 2.36" } = machine;
  const answers = `case $1 in -s) echo '${system}' ;; -m) echo '${processor}' ;; esac`;
  await writeProgram(join(commands, "uname"), answers);
  // The musl libc's ldd writes to standard error, and ends with 1.
  await writeProgram(join(commands, "ldd"), `echo '${ldd}' >&2; exit 1`);
  return commands;
}
