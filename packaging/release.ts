import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

export interface ReleaseOptions {
  readonly product: { readonly name: string; readonly version: string };
  /** As Bun calls them: `linux-arm64`. */
  readonly targets: readonly string[];
  readonly directory: string;
  /** Writes the executable for a target; rejects with the reason where that cannot be. */
  readonly build: (target: string, path: string) => Promise<void>;
  readonly billOfMaterials: () => Promise<string>;
  readonly say: (line: string) => void;
}

const sumsName = "SHA256SUMS";
/** Where executables are until they are whole. */
const workName = "unfinished";

/**
 * Makes the executables, a bill of materials and their SHA256SUMS. A target that cannot be made
 * keeps none of the others away, but is told, and `false` says that the release lacks something.
 */
export async function makeRelease(options: ReleaseOptions): Promise<boolean> {
  const { product, targets, directory, say } = options;
  await mkdir(directory, { recursive: true });
  await removeEarlier(directory, product.name);
  const prefix = `${product.name}-${product.version}`;
  const billName = `${prefix}.cdx.json`;
  await Bun.write(join(directory, billName), await options.billOfMaterials());
  const names = [billName];
  for (const target of targets) {
    const suffix = target.startsWith("windows") ? ".exe" : "";
    const name = `${prefix}-${target}${suffix}`;
    // A folder for each: its own name is in the executable: the host's is to be, to the byte, what `make build` makes.
    const path = join(directory, workName, target, `${product.name}${suffix}`);
    try {
      await options.build(target, path);
      await rename(path, join(directory, name));
      names.push(name);
      say(`made     ${name}`);
    } catch (error) {
      say(`MISSING  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await rm(join(directory, workName), { recursive: true, force: true });
  await Bun.write(join(directory, sumsName), await sums(directory, names));
  const missingCount = targets.length + 1 - names.length;
  say(`${names.length} files and ${sumsName} are in ${directory}, ${missingCount} missing`);
  return missingCount === 0;
}

/** Nothing of an earlier release may be taken for this one's; what else is there stays. */
async function removeEarlier(directory: string, productName: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name === sumsName || name === workName || name.startsWith(`${productName}-`)) {
      await rm(join(directory, name), { recursive: true });
    }
  }
}

/** In the form that `sha256sum --check` reads. */
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
