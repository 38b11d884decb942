import { description, license } from "../package.json" with { type: "json" };
import { repositoryUrl } from "./repository-address.ts";

const systems = [
  ["on_macos", "darwin"],
  ["on_linux", "linux"],
] as const;
const processors = [
  ["on_intel", "x64"],
  ["on_arm", "arm64"],
] as const;
const lineOfSums = /^(?<sum>[0-9a-f]{64}) {2}(?<name>\S+)$/gm;

/** The formula with which Homebrew installs the archives of a release, whose SHA256SUMS are given. */
export function homebrewFormula(version: string, sums: string): string {
  const sumOf = new Map(
    Array.from(sums.matchAll(lineOfSums), ({ groups }) => [groups?.name, groups?.sum]),
  );
  const archive = (target: string) => {
    const name = `gatehouse-${version}-${target}.tar.gz`;
    const sum = sumOf.get(name);
    if (sum === undefined) {
      throw new Error(`SHA256SUMS has no ${name}`);
    }
    return [
      `      url "${repositoryUrl}/releases/download/v${version}/${name}"`,
      `      sha256 "${sum}"`,
    ];
  };
  const blocks = systems.flatMap(([system, target]) => [
    `  ${system} do`,
    ...processors.flatMap(([processor, suffix]) => [
      `    ${processor} do`,
      ...archive(`${target}-${suffix}`),
      "    end",
    ]),
    "  end",
    "",
  ]);
  return `class Gatehouse < Formula
  desc "${description.split(":")[0]}"
  homepage "${repositoryUrl}"
  version "${version}"
  license "${license}"

${blocks.join("\n")}
  def install
    bin.install "gatehouse"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/gatehouse.bash" => "gatehouse"
    zsh_completion.install "completions/_gatehouse"
    fish_completion.install "completions/gatehouse.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/gatehouse --version")
  end
end
`;
}
