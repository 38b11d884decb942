import type { Dirent } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { ConfigError } from "../../config/config-error.ts";
import { fileProblem } from "../../core/text/file-problem.ts";
import { quote } from "../../core/text/quote.ts";
import { languageOf } from "../code-references/languages.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import { type IgnoreRules, isIgnored, parseIgnoreRules } from "./ignored-files.ts";
import { readSmallFile, type UnreadReason } from "./read-small-file.ts";

/** A source file, or a file or directory that was not read. The path is relative, with slashes. */
export type WalkedFile =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly reason: UnreadReason | "too deep" };

export const sourceBytesMax = 1024 ** 2;
const sourcesMax = 20_000;
const entriesMax = 500_000;
const depthMax = 40;
const ignoreBytesMax = 64 * 1024;
const neverRead: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * Reads the source files of a directory and its subdirectories, in the order of their names, except
 * those that git or the patterns `ignored` ignore. Follows no link. Throws a CommandRefusal for too
 * many files.
 */
export async function* walkSources(
  root: string,
  ignored: readonly string[],
): AsyncGenerator<WalkedFile> {
  const repository = (await repositoryOf(root)) ?? root;
  const walk = new Walk(root, repository, parseIgnoreRules(ignored.join("\n"), ""));
  yield* walk.files(root, await walk.rulesAbove(), 0);
}

class Walk {
  readonly #root: string;
  readonly #repository: string;
  readonly #ignored: IgnoreRules;
  #sources = 0;
  #entries = 0;

  constructor(root: string, repository: string, ignored: IgnoreRules) {
    this.#root = root;
    this.#repository = repository;
    this.#ignored = ignored;
  }

  /** The rules of the repository for its root, and of the directories above the walked one. */
  async rulesAbove(): Promise<readonly IgnoreRules[]> {
    const excluded = join(this.#repository, ".git", "info", "exclude");
    const above: string[] = [];
    for (let at = this.#root; at !== this.#repository; at = dirname(at)) {
      above.unshift(dirname(at));
    }
    let all = await this.#withRules([], excluded, this.#repository);
    for (const directory of above) {
      all = await this.#withRules(all, join(directory, ".gitignore"), directory);
    }
    return all;
  }

  async *files(
    directory: string,
    above: readonly IgnoreRules[],
    depth: number,
  ): AsyncGenerator<WalkedFile> {
    const entries = await entriesOf(directory);
    if (entries === null) {
      yield { path: this.#shown(directory), reason: "unreadable" };
      return;
    }
    this.#entries += entries.length;
    if (this.#entries > entriesMax) {
      throw new CommandRefusal(`there are more than ${entriesMax} files; name a smaller directory`);
    }
    const rules = await this.#withRules(above, join(directory, ".gitignore"), directory);
    for (const entry of entries) {
      const path = join(directory, entry.name);
      if (
        (entry.isDirectory() ? !neverRead.has(entry.name) : isSource(entry)) &&
        !this.#isIgnored(rules, path, entry.isDirectory())
      ) {
        yield* entry.isDirectory() ? this.#below(path, rules, depth) : this.#file(path);
      }
    }
  }

  #isIgnored(rules: readonly IgnoreRules[], path: string, isDirectory: boolean): boolean {
    return (
      isIgnored([this.#ignored], this.#shown(path), isDirectory) ||
      isIgnored(rules, slashed(relative(this.#repository, path)), isDirectory)
    );
  }

  async *#below(path: string, rules: readonly IgnoreRules[], depth: number) {
    if (depth === depthMax) {
      yield { path: this.#shown(path), reason: "too deep" as const };
    } else {
      yield* this.files(path, rules, depth + 1);
    }
  }

  async *#file(path: string) {
    this.#sources++;
    if (this.#sources > sourcesMax) {
      throw new CommandRefusal(
        `there are more than ${sourcesMax} source files; name a smaller directory`,
      );
    }
    yield { path: this.#shown(path), ...(await readSmallFile(path, sourceBytesMax)) };
  }

  async #withRules(lists: readonly IgnoreRules[], file: string, directory: string) {
    const read = await readSmallFile(file, ignoreBytesMax);
    return "text" in read ? [...lists, parseIgnoreRules(read.text, this.#base(directory))] : lists;
  }

  #base(directory: string): string {
    const base = slashed(relative(this.#repository, directory));
    return base === "" ? "" : `${base}/`;
  }

  #shown(path: string): string {
    return slashed(relative(this.#root, path));
  }
}

function isSource(entry: Dirent): boolean {
  return entry.isFile() && languageOf(entry.name) !== undefined;
}

async function entriesOf(directory: string): Promise<readonly Dirent[] | null> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return null;
  }
}

/** The path without links. Throws a ConfigError if there is no directory that can be read. */
export async function realDirectory(directory: string): Promise<string> {
  try {
    const path = await realpath(directory);
    await readdir(path);
    return path;
  } catch (error) {
    throw new ConfigError(`${quote(directory)} cannot be read: ${fileProblem(error)}`);
  }
}

/** The root of the repository with a directory; null without one. */
async function repositoryOf(directory: string): Promise<string | null> {
  const hasGit = await lstat(join(directory, ".git")).then(
    () => true,
    () => false,
  );
  if (hasGit) {
    return directory;
  }
  const above = dirname(directory);
  return above === directory ? null : repositoryOf(above);
}

/** Windows has other separators. */
function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}
