import { join } from "node:path";
import type { BundledPackage } from "./bundled-packages.ts";
import type { ReleasedFile } from "./release-archive.ts";
import { thirdPartyNotices } from "./third-party-notices.ts";

const root = join(import.meta.dir, "..");
const documents = ["LICENSE", "README.md"];
/** Completion files for shells; there may be none. */
const completions = "packaging/completions";

/** The files that each archive holds beside the executable. */
export async function accompanyingFiles(
  packages: readonly BundledPackage[],
): Promise<readonly ReleasedFile[]> {
  const found = new Bun.Glob(`${completions}/*`).scanSync({ cwd: root });
  const paths = [...documents, ...Array.from(found).sort()];
  const copied = paths.map(async (path) => ({
    path: path.replace("packaging/", ""),
    content: await Bun.file(join(root, path)).bytes(),
    mode: 0o644,
  }));
  const notices = Buffer.from(thirdPartyNotices(packages, "The executable"));
  return [
    ...(await Promise.all(copied)),
    { path: "THIRD-PARTY-NOTICES.txt", content: notices, mode: 0o644 },
  ];
}
