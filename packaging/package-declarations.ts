import { rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dir, "..");
const emitted = join(root, "build/declarations");
const sourceEnding = /\.ts$/;
const relativeImports = /(?<=\bfrom "|\bimport\(")(\.[^"]*)\.ts(?="\)?)/g;

/**
 * Writes the declarations of the entries, and of the files that they import, to `lib/`. Compiled
 * imports end in `.js`: without additional settings, compilers accept no other ending.
 */
export async function writeDeclarations(
  directory: string,
  entries: readonly string[],
): Promise<void> {
  await rm(emitted, { recursive: true, force: true });
  // The compiler cannot name the types of some schemas, and omits their files. No entry shows these
  // types; a missing file that an entry needs is reported below.
  await Bun.$`${process.execPath} ${tsc} --project ${project}`.cwd(root).quiet().nothrow();
  const pending = new Set(entries.map((entry) => join(emitted, "src", asDeclaration(entry))));
  for (const path of pending) {
    const text = await Bun.file(path).text();
    for (const [, target = ""] of text.matchAll(relativeImports)) {
      pending.add(join(dirname(path), `${target}.d.ts`));
    }
    const name = relative(join(emitted, "src"), path);
    await Bun.write(join(directory, "lib", name), text.replaceAll(relativeImports, "$1.js"));
  }
}

const tsc = join(root, "node_modules/typescript/bin/tsc");
const project = join(import.meta.dir, "declarations.tsconfig.json");

function asDeclaration(entry: string): string {
  return entry.replace(sourceEnding, ".d.ts");
}
