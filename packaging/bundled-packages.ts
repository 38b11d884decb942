import { readdir } from "node:fs/promises";
import { join } from "node:path";
import lock from "../bun.lock";

/** A package that is bundled in the executable. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX license expression. */
  readonly license: string;
  /** The license and notice files of the package, which copies must include; empty without them. */
  readonly notices: string;
  /** The SHA-512 of the package's tarball in the registry, in hexadecimal. */
  readonly sha512: string;
}

const root = join(import.meta.dir, "..");
const modulesDirectory = "node_modules/";
const packageDirectory = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const integrityPrefix = "sha512-";
const noticeFile = /^(?:licen[cs]e|notice|copying)|\.license\.txt$/i;

/**
 * The bundled modules, each with the bundled modules that it imports; paths are relative to the
 * repository.
 */
export type ModuleImports = ReadonlyMap<string, readonly string[]>;

/** The browser code, which is built separately but is part of the executable and the package. */
const uiEntry = "src/ui/main.tsx";
/** Imports the files of the documentation. */
const docsEntry = "packaging/documentation-files.ts";

/**
 * The entries, the web UI and the documentation, with all modules that they import directly or
 * indirectly.
 */
export async function bundledModules(entries: readonly string[]): Promise<ModuleImports> {
  return new Map([
    ...(await modulesOf([...entries, docsEntry], { target: "bun" })),
    ...(await modulesOf([uiEntry], {
      target: "browser",
      define: { "process.env.NODE_ENV": '"production"' },
    })),
  ]);
}

async function modulesOf(
  entries: readonly string[],
  options: Pick<Bun.BuildConfig, "target" | "define">,
): Promise<ModuleImports> {
  const { metafile } = await Bun.build({
    ...options,
    entrypoints: entries.map((entry) => join(root, entry)),
    root,
    metafile: true,
  });
  if (metafile === undefined) {
    throw new Error("The bundler reported no modules");
  }
  return new Map(
    Object.entries(metafile.inputs).map(([path, { imports }]) => [
      path,
      imports.map((imported) => imported.path),
    ]),
  );
}

/** The packages of the modules, each once, sorted by name and version. */
export async function bundledPackages(
  modules: Iterable<string>,
): Promise<readonly BundledPackage[]> {
  const directories = new Set(Array.from(modules).flatMap((path) => directoryOf(path) ?? []));
  const packages = await Promise.all(Array.from(directories, readPackage));
  const byName = new Map(packages.map((found) => [`${found.name}@${found.version}`, found]));
  return Array.from(byName.keys())
    .sort()
    .flatMap((name) => byName.get(name) ?? []);
}

/**
 * The packages that each package imports, as `name@version`, both sorted. Modules outside of
 * `node_modules` belong to the product.
 */
export function packageGraph(
  modules: ModuleImports,
  product: string,
): ReadonlyMap<string, readonly string[]> {
  const directories = new Set(Array.from(modules.keys(), directoryOf));
  const referenceOf = (directory: string | undefined) =>
    directory === undefined ? product : pinned(directory).resolution;
  const graph = new Map<string, Set<string>>();
  for (const [path, imports] of modules) {
    const from = referenceOf(directoryOf(path));
    const imported = graph.get(from) ?? new Set();
    graph.set(from, imported);
    // The bundler skips modules that only re-export others, so directories are compared. Modules of
    // Bun have none, and a whole package may be missing.
    const found = imports.map(directoryOf).filter((each) => each !== undefined);
    for (const to of found.filter((each) => directories.has(each)).map(referenceOf)) {
      if (to !== from) {
        imported.add(to);
      }
    }
  }
  return new Map(
    Array.from(graph.keys())
      .sort()
      .map((from) => [from, Array.from(graph.get(from) ?? []).sort()]),
  );
}

function directoryOf(path: string): string | undefined {
  return packageDirectory.exec(path)?.[0];
}

/** Throws for a package without a version in the lock file. */
function pinned(directory: string) {
  // A nested package is a/b in the lock file, and a/node_modules/b on disk.
  const key = directory.replace(modulesDirectory, "").replaceAll(`/${modulesDirectory}`, "/");
  const [resolution = "", , , integrity = ""] = lock.packages[key] ?? [];
  if (resolution.lastIndexOf("@") < 1 || !integrity.startsWith(integrityPrefix)) {
    throw new Error(`bun.lock does not pin ${key}`);
  }
  return { resolution, integrity };
}

/** Throws for a package without a version in the lock file, or without a license. */
async function readPackage(directory: string): Promise<BundledPackage> {
  const { resolution, integrity } = pinned(directory);
  const at = resolution.lastIndexOf("@");
  const name = resolution.slice(0, at);
  const description: unknown = await Bun.file(join(root, directory, "package.json")).json();
  return {
    name,
    version: resolution.slice(at + 1),
    license: licenseOf(name, description),
    notices: await noticesIn(join(root, directory)),
    sha512: Buffer.from(integrity.slice(integrityPrefix.length), "base64").toString("hex"),
  };
}

function licenseOf(name: string, description: unknown): string {
  const isDescribed = typeof description === "object" && description !== null;
  const license = isDescribed && "license" in description ? description.license : undefined;
  if (typeof license !== "string") {
    throw new Error(`${name} has no license`);
  }
  return license;
}

async function noticesIn(directory: string): Promise<string> {
  const names = (await readdir(directory)).filter((name) => noticeFile.test(name)).sort();
  const texts = names.map((name) => Bun.file(join(directory, name)).text());
  return (await Promise.all(texts)).join("\n");
}
