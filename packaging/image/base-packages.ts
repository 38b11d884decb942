import { commandOutput } from "../linux/command-output.ts";

/** Debian's packages whose files are below the executable in an image. */
const packages = "libc6,libgcc-s1,ca-certificates";
const suite = "bookworm";
/** The file with the dates of Debian's package lists. */
export const listDatesPath = "package-list-dates";

/** The folders of Debian's and the registries' architectures. */
export const imageArchitectures = [
  { target: "linux-x64", debian: "amd64", libraries: "x86_64-linux-gnu" },
  { target: "linux-arm64", debian: "arm64", libraries: "aarch64-linux-gnu" },
] as const;

/** Extracts Debian's packages for an architecture into a tar file, without running their scripts. */
export async function extractBase(architecture: string, path: string): Promise<void> {
  await commandOutput([
    "mmdebstrap",
    "--quiet",
    "--variant=extract",
    `--architectures=${architecture}`,
    `--include=${packages}`,
    `--extract-hook=grep -h ^Date: "$1"/var/lib/apt/lists/*InRelease > "$1"/${listDatesPath}`,
    suite,
    path,
  ]);
}
