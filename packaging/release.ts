import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { archiveSuffix, type ReleasedFile, releaseArchive } from "./release-archive.ts";
import { releaseSums, sumsName } from "./release-sums.ts";

export interface ReleaseOptions {
  readonly product: { readonly name: string; readonly version: string };
  /** Bun's names of targets, such as `linux-arm64`. */
  readonly targets: readonly string[];
  readonly directory: string;
  /** Writes the executable for a target; rejects with the reason on failure. */
  readonly build: (target: string, path: string) => Promise<void>;
  readonly billOfMaterials: () => Promise<string>;
  /** The files in each archive in addition to the executable, such as the license. */
  readonly accompanying: readonly ReleasedFile[];
  /** The text of the script that installs from this release. */
  readonly installScript: string;
  readonly report: (line: string) => void;
}

const installName = "install.sh";
/** What `make release-all` adds, in addition to the packages. */
const addedNames = ["gatehouse.rb", "notes.md", `${sumsName}.minisig`];
/** The folder of incomplete executables. */
const workName = "unfinished";

/**
 * Builds the executables, an archive of each, a bill of materials and SHA256SUMS. If the build of a
 * target fails, it is reported, and the other targets are still built. Resolves to false if a target
 * is missing.
 */
export async function makeRelease(options: ReleaseOptions): Promise<boolean> {
  const { product, targets, directory, report } = options;
  await mkdir(directory, { recursive: true });
  await removeEarlier(directory, product.name);
  const billName = `${product.name}-${product.version}.cdx.json`;
  await Bun.write(join(directory, billName), await options.billOfMaterials());
  await Bun.write(join(directory, installName), options.installScript);
  const names = [billName, installName];
  const missing: string[] = [];
  for (const target of targets) {
    try {
      const made = await makeTarget(options, target);
      names.push(...made);
      report(`made     ${made.join(" and ")}`);
    } catch (error) {
      missing.push(target);
      report(`MISSING  ${target}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await rm(join(directory, workName), { recursive: true, force: true });
  await Bun.write(join(directory, sumsName), await releaseSums(directory, names));
  report(
    `${names.length} files and ${sumsName} are in ${directory}, ${missing.length} targets missing`,
  );
  return missing.length === 0;
}

/** Writes the executable for a target and its archive; returns their names. */
async function makeTarget(options: ReleaseOptions, target: string): Promise<readonly string[]> {
  const { product, directory, accompanying } = options;
  const suffix = target.startsWith("windows") ? ".exe" : "";
  const prefix = `${product.name}-${product.version}-${target}`;
  // A folder for each target, because the file name is part of the executable's bytes. The executable
  // for this machine must equal the result of `make build`.
  const path = join(directory, workName, target, `${product.name}${suffix}`);
  await options.build(target, path);
  const executable = {
    path: `${product.name}${suffix}`,
    content: await Bun.file(path).bytes(),
    mode: 0o755,
  };
  const files = [executable, ...accompanying];
  const archive = await releaseArchive(
    target,
    // Differs from the name of the executable next to the archive, so that both fit in one
    // directory.
    files.map((file) => ({ ...file, path: `${product.name}-${product.version}/${file.path}` })),
  );
  const archiveName = `${prefix}${archiveSuffix(target)}`;
  await Bun.write(join(directory, archiveName), archive);
  await rename(path, join(directory, `${prefix}${suffix}`));
  return [`${prefix}${suffix}`, archiveName];
}

/**
 * Deletes the files of an earlier release, which must not be mixed with the new one. Other files
 * remain.
 */
async function removeEarlier(directory: string, productName: string): Promise<void> {
  for (const name of await readdir(directory)) {
    const isOurs = [sumsName, installName, workName, ...addedNames].includes(name);
    if (isOurs || name.startsWith(`${productName}-`)) {
      await rm(join(directory, name), { recursive: true });
    }
  }
}
