import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

export interface ReleaseOptions {
  readonly product: { readonly name: string; readonly version: string };
  /** Bun's names of targets, such as `linux-arm64`. */
  readonly targets: readonly string[];
  readonly directory: string;
  /** Writes the executable for a target; rejects with the reason if it cannot. */
  readonly build: (target: string, path: string) => Promise<void>;
  readonly billOfMaterials: () => Promise<string>;
  readonly report: (line: string) => void;
}

const sumsName = "SHA256SUMS";
/** The folder of executables that are not complete yet. */
const workName = "unfinished";

/**
 * Builds the executables, a bill of materials and SHA256SUMS. A target that cannot be built is
 * reported, the others are built all the same. Resolves to false if a target is missing.
 */
export async function makeRelease(options: ReleaseOptions): Promise<boolean> {
  const { product, targets, directory, report } = options;
  await mkdir(directory, { recursive: true });
  await removeEarlier(directory, product.name);
  const prefix = `${product.name}-${product.version}`;
  const billName = `${prefix}.cdx.json`;
  await Bun.write(join(directory, billName), await options.billOfMaterials());
  const names = [billName];
  for (const target of targets) {
    const suffix = target.startsWith("windows") ? ".exe" : "";
    const name = `${prefix}-${target}${suffix}`;
    // A folder for each target: the file name is part of the executable's bytes, and the executable
    // for this machine must equal the one of `make build`.
    const path = join(directory, workName, target, `${product.name}${suffix}`);
    try {
      await options.build(target, path);
      await rename(path, join(directory, name));
      names.push(name);
      report(`made     ${name}`);
    } catch (error) {
      report(`MISSING  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await rm(join(directory, workName), { recursive: true, force: true });
  await Bun.write(join(directory, sumsName), await sums(directory, names));
  const missingCount = targets.length + 1 - names.length;
  report(`${names.length} files and ${sumsName} are in ${directory}, ${missingCount} missing`);
  return missingCount === 0;
}

/**
 * Removes the files of an earlier release, which must not be mixed with this one's. Other files
 * remain.
 */
async function removeEarlier(directory: string, productName: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name === sumsName || name === workName || name.startsWith(`${productName}-`)) {
      await rm(join(directory, name), { recursive: true });
    }
  }
}

/** In the format of `sha256sum --check`. */
async function sums(directory: string, names: readonly string[]): Promise<string> {
  const lines: string[] = [];
  for (const name of names.toSorted()) {
    const hasher = new Bun.CryptoHasher("sha256");
    for await (const chunk of Bun.file(join(directory, name)).stream()) {
      hasher.update(chunk);
    }
    lines.push(`${hasher.digest("hex")}  ${name}\n`);
  }
  return lines.join("");
}
