import { Database } from "bun:sqlite";
import { join } from "node:path";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";

const pollMs = 20;

/** A command of `gatehouse` in a terminal. */
export class OnTerminal {
  #shown = "";
  readonly #child: Bun.Subprocess;

  constructor(
    argv: readonly string[],
    columns = 80,
    variables: Readonly<Record<string, string>> = {},
  ) {
    const decoder = new TextDecoder();
    this.#child = Bun.spawn([...testedProgram.argv, ...argv], {
      env: { PATH: "", ...variables },
      terminal: {
        cols: columns,
        rows: 24,
        data: (_, bytes) => {
          this.#shown += decoder.decode(bytes, { stream: true });
        },
      },
    });
  }

  /** Waits until the terminal has received a matching text; rejects if the command ends before. */
  async shows(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.#shown)) {
      if (this.#child.exitCode !== null) {
        throw new Error(`it ended, and had shown ${JSON.stringify(this.#shown)}`);
      }
      await Bun.sleep(pollMs);
    }
  }

  write(text: string): void {
    this.#child.terminal?.write(text);
  }

  /** As Ctrl-C on the keyboard. */
  interruptByKey(): void {
    this.write("\u0003");
  }

  async interrupt(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#child.exited;
  }

  async ended(): Promise<{ readonly code: number; readonly shown: string }> {
    const code = await this.#child.exited;
    this.#child.terminal?.close();
    return { code, shown: this.#shown };
  }
}

/** Keeps other programs from reading and writing a database until `release` is called. */
export function lockDatabase(path: string) {
  const database = new Database(path);
  database.run("PRAGMA locking_mode = EXCLUSIVE");
  database.run("BEGIN EXCLUSIVE");
  database.run("PRAGMA user_version = 1");
  return {
    release: () => {
      database.run("ROLLBACK");
      database.close(true);
    },
  };
}

/** A data directory after its first start. */
export async function dataIn(directory: string): Promise<string> {
  const data = join(directory, "data");
  using server = await ServerProcess.start(testedProgram, data, { mode: "hosted" });
  server.signal("SIGTERM");
  await server.ended();
  return data;
}
