import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { commandsOf, installScript, type Machine } from "./fake-release.ts";

/** The machine on which a test installs unless it names another one. */
export const here: Machine = { system: "Linux", processor: "x86_64" };

/** A release, a machine and a directory to install in, as one temporary directory. */
export class Installation extends TemporaryDirectory {
  readonly release = join(this.path, "release");
  readonly bin = join(this.path, "bin");

  async install(words: readonly string[], machine: Machine = here, script = installScript) {
    const commands = await commandsOf(this.path, machine);
    return this.run(["sh", script, "--dir", this.bin, ...words], commands);
  }

  async run(argv: readonly string[], commands: string, input = "") {
    const child = Bun.spawn([...argv], {
      cwd: this.path,
      env: { PATH: `${commands}:${process.env.PATH ?? ""}`, HOME: this.path },
      stdin: new Blob([input]),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [code, out, err] = await Promise.all([
      child.exited,
      child.stdout.text(),
      child.stderr.text(),
    ]);
    return { code, out, err };
  }

  /** The directory's files, hidden ones too. */
  installed(): readonly string[] {
    return existsSync(this.bin) ? readdirSync(this.bin) : [];
  }

  /** The version and the target of the installed executable. */
  printed(): string {
    return Bun.spawnSync([join(this.bin, "gatehouse")])
      .stdout.toString()
      .trim();
  }
}
