import { join } from "node:path";

export const sumsName = "SHA256SUMS";

/** The checksums of files, in the format of `sha256sum --check`. */
export async function releaseSums(directory: string, names: readonly string[]): Promise<string> {
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
