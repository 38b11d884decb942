import { mkdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { bundledModules, bundledPackages } from "./bundled-packages.ts";
import {
  clientEntries,
  clientFileEntry,
  libraryEntries,
  serverEntries,
  writeBundles,
} from "./package-bundles.ts";
import { writeDeclarations } from "./package-declarations.ts";
import { packageManifest } from "./package-manifest.ts";
import { needsBunModule, packageCommand } from "./package-starts.ts";
import { withPackedLinks } from "./packed-links.ts";
import { recompress } from "./recompress.ts";
import { thirdPartyNotices } from "./third-party-notices.ts";

/** `make package`: DIRECTORY. Writes gatehouse-flags-VERSION.tgz to it. */
const [directory = ""] = process.argv.slice(2);
const root = join(import.meta.dir, "..");
const content = join(root, "build/package");
const documents = ["README.md", "LICENSE", "CHANGELOG.md", "docs/client.md", "docs/library.md"];

/** The entries that applications import. */
const packageEntries = [...libraryEntries, ...clientEntries, clientFileEntry];

await rm(content, { recursive: true, force: true });
await writeBundles(content);
await writeDeclarations(content, packageEntries);
await Bun.write(join(content, "lib/needs-bun.js"), needsBunModule(await exportedNames()));
await Bun.write(join(content, "bin/gatehouse-flags.js"), packageCommand);
await Bun.write(join(content, "package.json"), JSON.stringify(packageManifest(), null, 2));
for (const name of documents) {
  // The front page of the repository leads to what is not in the package.
  const source = name === "README.md" ? "packaging/npm-readme.md" : name;
  const text = await Bun.file(join(root, source)).text();
  await Bun.write(join(content, name), withPackedLinks(name, text, documents));
}
const modules = await bundledModules(
  [...packageEntries, ...serverEntries].map((entry) => `src/${entry}`),
);
const notices = thirdPartyNotices(await bundledPackages(modules.keys()));
await Bun.write(join(content, "THIRD-PARTY-NOTICES.txt"), notices);
await mkdir(directory, { recursive: true });
const packed =
  await Bun.$`${process.execPath} pm pack --quiet --destination ${join(root, directory)}`
    .cwd(content)
    .text();
await recompress(packed.trim());
process.stdout.write(`${packed.trim()}\n`);

async function exportedNames(): Promise<ReadonlySet<string>> {
  const paths = libraryEntries.map((entry) => join(content, "lib", `${basename(entry, ".ts")}.js`));
  const loaded = await Promise.all(paths.map((path): Promise<object> => import(path)));
  return new Set(loaded.flatMap((module) => Object.keys(module)));
}
