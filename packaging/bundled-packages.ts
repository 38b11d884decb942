import { readdir } from "node:fs/promises";
import { join } from "node:path";
import lock from "../bun.lock";

/** A package that is bundled in the executable. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX license expression. */
  readonly license: string;
  /**
   * The license and notice files of the package, which copies must include; empty without such a
   * file.
   */
  readonly notices: string;
  /** The SHA-512 of the package's tarball in the registry, in hexadecimal. */
  readonly sha512: string;
}

const root = join(import.meta.dir, "..");
const modulesDirectory = "node_modules/";
const packageDirectory = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const integrityPrefix = "sha512-";
const noticeFile = /^(?:licen[cs]e|notice|copying)|\.license\.txt$/i;

/** The paths, relative to the repository, of all modules that the entries import. */
export async function bundledModules(entries: readonly string[]): Promise<readonly string[]> {
  const { metafile } = await Bun.build({
    entrypoints: entries.map((entry) => join(root, entry)),
    root,
    target: "bun",
    metafile: true,
  });
  if (metafile === undefined) {
    throw new Error("The bundler reported no modules");
  }
  return Object.keys(metafile.inputs);
}

/** The packages of the modules, each once, sorted by name and version. */
export async function bundledPackages(
  modules: readonly string[],
): Promise<readonly BundledPackage[]> {
  const directories = new Set(modules.flatMap((path) => packageDirectory.exec(path)?.[0] ?? []));
  const packages = await Promise.all(Array.from(directories, readPackage));
  const byName = new Map(packages.map((found) => [`${found.name}@${found.version}`, found]));
  return Array.from(byName.keys())
    .sort()
    .flatMap((name) => byName.get(name) ?? []);
}

/** Throws for a package without a version in the lock file, or without a license. */
async function readPackage(directory: string): Promise<BundledPackage> {
  // A nested package is a/b in the lock file, and a/node_modules/b on the disk.
  const key = directory.replace(modulesDirectory, "").replaceAll(`/${modulesDirectory}`, "/");
  const [resolution = "", , , integrity = ""] = lock.packages[key] ?? [];
  const at = resolution.lastIndexOf("@");
  if (at < 1 || !integrity.startsWith(integrityPrefix)) {
    throw new Error(`bun.lock does not pin ${key}`);
  }
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
