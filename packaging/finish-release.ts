import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { version } from "../package.json" with { type: "json" };
import { homebrewFormula } from "./homebrew-formula.ts";
import { withPackedLinks } from "./packed-links.ts";
import { releaseNotes } from "./release-notes.ts";
import { releaseSums, sumsName } from "./release-sums.ts";
import { publicKeyFile } from "./stamped-installer.ts";

/**
 * `make release-all`: DIRECTORY [SECRET KEY [PUBLIC KEY]]. Writes the formula, the notes of the
 * version, and the sums of all other files. With a secret key of minisign, signs the sums.
 */
const [directory = "", secretKey = "", shownKey = publicKeyFile] = process.argv.slice(2);
const formulaName = "gatehouse.rb";
const notesName = "notes.md";
const signatureName = `${sumsName}.minisig`;

const at = (name: string) => join(directory, name);
const changelog = await Bun.file(join(import.meta.dir, "../CHANGELOG.md")).text();
await rm(at(signatureName), { force: true });
await Bun.write(
  at(notesName),
  withPackedLinks("CHANGELOG.md", releaseNotes(changelog, version), []),
);
await Bun.write(at(formulaName), homebrewFormula(version, await Bun.file(at(sumsName)).text()));
const names = (await readdir(directory)).filter((name) => isReleased(name));
await Bun.write(at(sumsName), await releaseSums(directory, names));
if (secretKey !== "") {
  await Bun.$`minisign -S -s ${secretKey} -m ${at(sumsName)}`;
  // A signature of another key would make every installer refuse the release.
  await Bun.$`minisign -V -q -p ${shownKey} -m ${at(sumsName)}`;
}

function isReleased(name: string): boolean {
  const isOurs =
    name.startsWith("gatehouse-") || [formulaName, "install.sh", "site.tar.gz"].includes(name);
  return isOurs && name !== signatureName;
}
