import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Mutation } from "./mutation.ts";

const root = join(import.meta.dir, "../..");
const packs = ["build/ui.pack", "build/docs.pack"];
const runMsMax = 120_000;

/** `missing`: the text to replace is not there once, so the row is out of date. */
export type MutationOutcome = "killed" | "survived" | "missing";

/** A copy of the repository's files in which sources may be changed. */
export class MutationTree {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static create(): MutationTree {
    const directory = mkdtempSync(join(tmpdir(), "gatehouse-mutation-"));
    for (const path of trackedFiles()) {
      mkdirSync(join(directory, dirname(path)), { recursive: true });
      cpSync(join(root, path), join(directory, path));
    }
    symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
    // Servers that tests start from the sources read them.
    mkdirSync(join(directory, "build"));
    for (const pack of packs) {
      symlinkSync(join(root, pack), join(directory, pack));
    }
    return new MutationTree(directory);
  }

  /** Runs the tests on the changed sources, then restores them. */
  async run({ tests, ...change }: Mutation): Promise<MutationOutcome> {
    const outcome = await this.withChange(change, async (directory) => {
      const limits = { stderr: "ignore", timeout: runMsMax } as const;
      const child = startTests(directory, tests, ["--bail"], limits);
      return (await child.exited) === 0 ? "survived" : "killed";
    });
    return outcome ?? "missing";
  }

  /**
   * Does work with the directory of the changed sources, then restores them; undefined if the text to
   * replace is not there once.
   */
  async withChange<Result>(
    { file, from, to }: Pick<Mutation, "file" | "from" | "to">,
    work: (directory: string) => Promise<Result>,
  ): Promise<Result | undefined> {
    const path = join(this.#directory, file);
    const text = readFileSync(path, "utf8");
    if (text.split(from).length !== 2) {
      return undefined;
    }
    writeFileSync(
      path,
      text.replace(from, () => to),
    );
    try {
      return await work(this.#directory);
    } finally {
      writeFileSync(path, text);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#directory, { recursive: true });
  }
}

/** The output of tests on unchanged sources, where they must pass; null if they do. */
export async function failureOf(tests: readonly string[]): Promise<string | null> {
  const child = startTests(root, tests, ["--parallel", "--only-failures"], { stderr: "pipe" });
  const output = await child.stderr.text();
  return (await child.exited) === 0 ? null : output;
}

function startTests<Output extends "ignore" | "pipe">(
  directory: string,
  tests: readonly string[],
  flags: readonly string[],
  options: { readonly stderr: Output; readonly timeout?: number },
): Bun.Subprocess<"ignore", "ignore", Output> {
  const common = ["--path-ignore-patterns=none", "--timeout=60000"];
  const paths = tests.map((test) => `./test/${test}`);
  return Bun.spawn([process.execPath, "test", ...common, ...flags, ...paths], {
    cwd: directory,
    env: ofSources,
    stdin: "ignore",
    stdout: "ignore",
    ...options,
  });
}

/** The variables of this process without what `make` has built: a mutation is in the sources only. */
const ofSources = {
  ...process.env,
  TESTED_PROGRAM: undefined,
  TESTED_WORKERS: undefined,
  // The runs are too short for the slowest compiler.
  BUN_JSC_useFTLJIT: "0",
};

/** The files that git tracks or would track. */
function trackedFiles(): readonly string[] {
  const { stdout } = Bun.spawnSync(
    ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: root },
  );
  const paths = stdout.toString().split("\0").filter(Boolean);
  return paths.filter((path) => Bun.file(join(root, path)).size > 0);
}
