import { join } from "node:path";
import {
  type CompletingShell,
  completionScripts,
} from "../src/cli/completion/completion-subcommands.ts";
import type { BundledPackage } from "./bundled-packages.ts";
import { deployedFiles } from "./deployed-files.ts";
import { documentedProgram } from "./documented-program.ts";
import { manPages } from "./man-pages.ts";
import type { ReleasedFile } from "./release-archive.ts";
import { releaseDate } from "./release-date.ts";
import { thirdPartyNotices } from "./third-party-notices.ts";

const root = join(import.meta.dir, "..");
/** Ruby applications copy it (docs/clients.md#outcomes-in-ruby). */
const rubyOutcomes = join(import.meta.dir, "gatehouse_outcomes.rb");

/** The file names of the completion scripts in the archives, which install.sh expects. */
const completions: Readonly<Record<CompletingShell, string>> = {
  bash: "gatehouse.bash",
  zsh: "_gatehouse",
  fish: "gatehouse.fish",
};

/** The manual pages, and the scripts with which shells complete the commands. */
export async function shellFiles(): Promise<readonly ReleasedFile[]> {
  const changelog = await Bun.file(join(root, "CHANGELOG.md")).text();
  const pages = manPages(documentedProgram, releaseDate(changelog));
  return [
    ...(["bash", "zsh", "fish"] as const).map((shell) =>
      textFile(`completions/${completions[shell]}`, completionScripts[shell]),
    ),
    ...pages.map(({ name, source }) => textFile(`man/man1/${name}`, source)),
  ];
}

function textFile(path: string, text: string): ReleasedFile {
  return { path, content: Buffer.from(text), mode: 0o644 };
}

/** The files of each archive in addition to the executable. */
export async function accompanyingFiles(
  packages: readonly BundledPackage[],
): Promise<readonly ReleasedFile[]> {
  return [
    textFile("LICENSE", await Bun.file(join(root, "LICENSE")).text()),
    ...(await deployedFiles()),
    textFile("THIRD-PARTY-NOTICES.txt", thirdPartyNotices(packages, "The executable")),
    textFile("clients/gatehouse_outcomes.rb", await Bun.file(rubyOutcomes).text()),
    ...(await shellFiles()),
  ];
}
