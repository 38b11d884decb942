import { cp } from "node:fs/promises";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { run } from "../contract/server-process.ts";

/** The packed library, which `make package` makes. */
const packed = process.env.TESTED_PACKAGE;
const isCi = process.env.CI === "true";

/** How an example is started. Commands that are not absolute are found by PATH. */
export interface ExampleProgram {
  readonly name: string;
  /** A command that fails if a program is missing; without the program the example is not tested. */
  readonly needs: readonly string[];
  /** Debian's package is not installed for tests, so in CI too the program may be missing. */
  readonly isOptional?: boolean;
  /** Commands in the copy of the example before its start. */
  readonly prepare?: readonly (readonly string[])[];
  argv(port: number): readonly string[];
  /** What its token allows: to evaluate on the server, or to read a copy of the features. */
  readonly access: "evaluate" | "read_only";
  /** Exit codes: 0 by a handler of the signal, 143 by the signal after a handler. */
  readonly ends: readonly number[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** Debian's packages are for this one, and not for another Python on PATH. */
const python = "/usr/bin/python3";
const bun = process.execPath;
const install = [bun, "install", "--no-save"];

export const fastapi: ExampleProgram = {
  name: "fastapi",
  needs: [python, "-c", "import fastapi, httpx, uvicorn"],
  argv: (port) => [python, "-m", "uvicorn", "app:app", "--port", String(port)],
  access: "evaluate",
  ends: [0, 143],
};

const rack: ExampleProgram = {
  name: "rack",
  needs: ["ruby", "-e", "require 'flipper'; require 'rack'; require 'puma'"],
  argv: (port) => ["puma", "--bind", `tcp://127.0.0.1:${port}`],
  access: "read_only",
  ends: [0, 143],
  // Of the gem, Debian's package has only some of the adapters.
  get variables() {
    const hasAdapter = works("ruby", "-e", "require 'flipper'; require 'flipper/adapters/http'");
    return hasAdapter ? {} : { RUBYLIB: join(import.meta.dir, "ruby") };
  },
};

const express: ExampleProgram = {
  name: "express",
  needs: ["node", "--version"],
  prepare: [install],
  argv: () => ["node", "app.js"],
  access: "read_only",
  ends: [0],
};

const bunTests: ExampleProgram = {
  name: "bun-tests",
  needs: [bun, "--version"],
  prepare: [install, [bun, "check"], [bun, "test"]],
  argv: () => [bun, "main.ts"],
  access: "read_only",
  ends: [0],
};

const go: ExampleProgram = {
  name: "go",
  needs: ["go", "version"],
  isOptional: true,
  prepare: [
    ["go", "vet", "."],
    ["go", "build", "-o", "checkout", "."],
  ],
  argv: () => ["./checkout"],
  access: "evaluate",
  ends: [0],
};

/** A page, which has no endpoint of its own. */
export const react: ExampleProgram = {
  name: "react",
  needs: ["/usr/bin/chromium-headless-shell", "--version"],
  prepare: [install, [bun, "run", "build"]],
  // As `npm start`, but without a parent process that would leave it running when it is killed.
  argv: (port) => {
    const flags = ["--host", "127.0.0.1", "--port", String(port), "--strictPort"];
    return ["./node_modules/.bin/vite", ...flags];
  },
  access: "evaluate",
  ends: [0, 143],
};

export const endpoints: readonly ExampleProgram[] = [fastapi, rack, express, bunTests, go];

/** Why an example is not tested here; undefined if it is. In CI only optional programs are missing. */
export function missingFor({ needs, isOptional = false, prepare }: ExampleProgram) {
  if (isCi && !isOptional) {
    return undefined;
  }
  if (prepare?.includes(install) === true && packed === undefined) {
    return "TESTED_PACKAGE is not set (make package)";
  }
  return works(...needs) ? undefined : `${needs.join(" ")} fails (make packages)`;
}

/** Copies an example into a directory, with the packed library as its dependency, and prepares it. */
export async function copied(
  { name, prepare = [] }: ExampleProgram,
  directory: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  const cwd = join(directory, name);
  await cp(join(import.meta.dir, "../../examples", name), cwd, { recursive: true });
  const description = Bun.file(join(cwd, "package.json"));
  if (await description.exists()) {
    const text = await description.text();
    const released = `"${packageJson.name}": "${packageJson.version}"`;
    await description.write(text.replace(released, `"${packageJson.name}": "${packed}"`));
  }
  for (const [program = "", ...words] of prepare) {
    const ended = await run({ name: program, argv: [program] }, words, {
      cwd,
      variables: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? cwd, ...variables },
    });
    if (ended.code !== 0) {
      throw new Error(`${program} ${words.join(" ")}: ${ended.out}\n${ended.err}`);
    }
  }
  return cwd;
}

/** Whether a command ends without an error. */
function works(...argv: readonly string[]): boolean {
  try {
    return Bun.spawnSync([...argv], { stdout: "ignore", stderr: "ignore" }).exitCode === 0;
  } catch {
    return false;
  }
}
