import { join } from "node:path";
import { releaseUrl } from "./repository-address.ts";

/** The public key of releases; its maker keeps the other half. */
export const publicKeyFile = join(import.meta.dir, "minisign.pub");

/** The key in a file of minisign: the line after the comment. Empty without a file. */
export async function publicKey(path = publicKeyFile): Promise<string> {
  const file = Bun.file(path);
  const [, key = ""] = (await file.exists()) ? (await file.text()).split("\n") : [];
  return key;
}

/** The text of install.sh with the address and the public key of its release. */
export async function stampedInstaller(address = releaseUrl ?? "", key?: string): Promise<string> {
  const text = await Bun.file(join(import.meta.dir, "install.sh")).text();
  const stamps = [
    ["release_address=", address],
    ["release_key=", key ?? (await publicKey())],
  ] as const;
  return stamps.reduce((stamped, [name, value]) => {
    if (!stamped.includes(`\n${name}\n`)) {
      throw new Error(`install.sh has no line ${name}`);
    }
    return stamped.replace(`\n${name}\n`, `\n${name}'${value}'\n`);
  }, text);
}
