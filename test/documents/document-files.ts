import { readFileSync } from "node:fs";
import { join } from "node:path";

export const repositoryRoot = join(import.meta.dir, "../..");

interface DocumentFile {
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
}

const patterns = ["{README,CONTRIBUTING,CHANGELOG,SECURITY}.md", "docs/*.md", "docs/guides/*.md"];

/** Returns all documents, sorted by path. */
export function documentFiles(): readonly DocumentFile[] {
  return filesOf(patterns);
}

/** Returns the documents of the examples, whose commands the tests of the examples run. */
export function exampleDocuments(): readonly DocumentFile[] {
  return filesOf(["examples/**/README.md"]);
}

function filesOf(patterns: readonly string[]): readonly DocumentFile[] {
  return patterns
    .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: repositoryRoot })])
    .sort()
    .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), "utf8") }));
}
