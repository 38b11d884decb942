import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { run } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

/** The packed library, which `make test-package` makes. */
export const packed = process.env.GATEHOUSE_PACKAGE ?? "";

/** Its compiler takes a tenth of the time of the one before, which `make nightly` uses. */
const newestTypescript = "7.0.2";

const strictest = {
  target: "ESNext",
  lib: ["ESNext"],
  types: ["bun"],
  strict: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  noEmit: true,
  noFallthroughCasesInSwitch: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noUncheckedIndexedAccess: true,
  noUncheckedSideEffectImports: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
};

/** A project outside of the repository that has installed the packed library. */
export class InstalledHost implements Disposable {
  readonly #directory = new TemporaryDirectory();

  get path(): string {
    return join(this.#directory.path, "host");
  }

  /** An empty directory beside the project. */
  get elsewhere(): string {
    return this.#directory.path;
  }

  /** PATH with the Bun of these tests: the interpreter of the command is found by it. */
  get searchPath(): string {
    return `${join(this.elsewhere, "bin")}:${process.env.PATH ?? ""}`;
  }

  /** Installs the library and other packages, by name; rejects with the output of a failed installation. */
  async install(dependencies: Readonly<Record<string, string>>): Promise<void> {
    await mkdir(join(this.elsewhere, "bin"), { recursive: true });
    await symlink(process.execPath, join(this.elsewhere, "bin/bun"));
    await cp(join(import.meta.dir, "host"), this.path, { recursive: true });
    const description = {
      name: "host",
      private: true,
      type: "module",
      dependencies: {
        [packageJson.name]: packed,
        typescript: process.env.HOST_TYPESCRIPT ?? newestTypescript,
        "@types/bun": packageJson.devDependencies["@types/bun"],
        ...dependencies,
      },
    };
    await Bun.write(join(this.path, "package.json"), JSON.stringify(description));
    const { code, err } = await this.bun("install", "--no-save");
    if (code !== 0) {
      throw new Error(`bun install ended with ${code}: ${err}`);
    }
  }

  /** Compiles all files with the strictest settings; returns the lines of the compiler. */
  async typeErrors(
    settings: Readonly<Record<string, unknown>>,
    include: readonly string[] = ["*-host.ts", "*.test.ts", "wrong.ts"],
  ): Promise<readonly string[]> {
    const compilerOptions = { ...strictest, ...settings };
    await Bun.write(join(this.path, "tsconfig.json"), JSON.stringify({ compilerOptions, include }));
    const { out } = await this.bun("node_modules/typescript/bin/tsc", "--project", ".");
    return out.split("\n").filter((line) => line !== "");
  }

  /** Runs Bun in the project. */
  bun(...words: readonly string[]) {
    return this.runIn(this.path, process.execPath, ...words);
  }

  runIn(directory: string, program: string, ...words: readonly string[]) {
    return run({ name: program, argv: [program] }, words, {
      cwd: directory,
      variables: { PATH: this.searchPath, HOME: process.env.HOME ?? directory },
    });
  }

  [Symbol.dispose](): void {
    this.#directory[Symbol.dispose]();
  }
}
