import { engines, license, version } from "../package.json" with { type: "json" };
import { accompanyingFiles } from "./accompanying-files.ts";
import { billOfMaterials, productReference } from "./bill-of-materials.ts";
import { bunBuild, checkVersion, hostTarget } from "./bun-build.ts";
import { bundledModules, bundledPackages, packageGraph } from "./bundled-packages.ts";
import { pageHashes, withoutSignature } from "./mach-o.ts";
import { makeRelease } from "./release.ts";
import { stampedInstaller } from "./stamped-installer.ts";

/**
 * `make release`: DIRECTORY TARGET... -- FLAGS AND ENTRIES OF `bun build`. Exit code 1 if the build
 * of a target fails.
 */
const [directory = "", ...words] = process.argv.slice(2);
const end = words.indexOf("--");
const flagsAndEntries = words.slice(end + 1);
const pinnedBun = engines.bun.replace(">=", "");
if (Bun.version !== pinnedBun) {
  // A rebuild must give the same bytes, and most of them belong to Bun.
  throw new Error(
    `A release needs Bun ${pinnedBun}, not ${Bun.version}: make release BUN_ON_PATH=`,
  );
}

/** The name of the executable; the npm package has another one. */
const name = "gatehouse";
const product = { name, version, license };
const modules = await bundledModules(flagsAndEntries.filter((word) => word.endsWith(".ts")));
const packages = await bundledPackages(modules.keys());
const isWhole = await makeRelease({
  product,
  directory,
  targets: words.slice(0, end),
  async build(target, path) {
    await bunBuild(target, path, flagsAndEntries);
    if (target === "darwin-x64") {
      // Bun 1.4.5 leaves the signature of its own executable, whose hashes are wrong here.
      await Bun.write(path, withoutSignature(await Bun.file(path).bytes()));
    } else if (target === "darwin-arm64") {
      checkSignature(await Bun.file(path).bytes());
    }
    if (target === hostTarget()) {
      await checkVersion(path, `${name} ${version}`);
    }
  },
  billOfMaterials: () =>
    Promise.resolve(
      billOfMaterials({
        product,
        bunVersion: Bun.version,
        packages,
        graph: packageGraph(modules, productReference(product)),
      }),
    ),
  accompanying: await accompanyingFiles(packages),
  installScript: await stampedInstaller(),
  report: (line) => void process.stdout.write(`${line}\n`),
});
process.exitCode = isWhole ? 0 : 1;

/** macOS ends executables for its own processors that have no signature or a wrong one. */
function checkSignature(executable: Uint8Array): void {
  const hashes = pageHashes(executable);
  if (hashes?.wrong !== 0) {
    throw new Error(`its signature is wrong: ${JSON.stringify(hashes)}`);
  }
}
