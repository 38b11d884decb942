import { expect, test } from "bun:test";
import { join } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { addressedFiles } from "../../packaging/addressed-files.ts";
import { withPackedLinks } from "../../packaging/packed-links.ts";
import { newestHeading, releaseNotes } from "../../packaging/release-notes.ts";
import { repository } from "../../packaging/repository.json" with { type: "json" };
import { sourceUrl, withRepository } from "../../packaging/repository-address.ts";

const root = join(import.meta.dir, "../..");
const changelog = await Bun.file(join(root, "CHANGELOG.md")).text();

/** The tag of the commit, or the tag that a workflow runs for. */
function tagName(): string | undefined {
  const { GITHUB_REF_TYPE, GITHUB_REF_NAME } = process.env;
  if (GITHUB_REF_TYPE === "tag") {
    return GITHUB_REF_NAME;
  }
  const found = Bun.spawnSync(["git", "tag", "--points-at", "HEAD", "v*"], { cwd: root });
  return found.stdout.toString().split("\n")[0] || undefined;
}

test("the tag, package.json and the newest heading of the changelog are one version", () => {
  const tag = tagName();
  expect(newestHeading(changelog)).toBe(version.endsWith("-dev") ? "Unreleased" : version);
  expect(tag ?? `v${version}`).toBe(`v${version}`);
});

test("the notes of a release are its section of the changelog", () => {
  const text =
    "# Changelog\n\n## [1.1.0] - 2026-01-02\n\n### Added\n\n- New.\n\n## [1.0.0]\n\n- Old.\n";
  expect(releaseNotes(text, "1.1.0")).toBe("### Added\n\n- New.\n");
  expect(() => releaseNotes(text, "1.0.0")).toThrow("not [1.0.0]");
  expect(() => releaseNotes(text, "1.2.0-dev")).toThrow("not [Unreleased]");
});

test("files name the address of packaging/repository.json (make repository)", async () => {
  expect(repository).toMatch(/^[\w.-]+\/gatehouse$/);
  const files = addressedFiles();
  expect(files).toContain("README.md");
  for (const path of files) {
    const text = await Bun.file(join(root, path)).text();
    expect([path, withRepository(text)]).toEqual([path, text]);
  }
});

test("addresses of the repository are replaced, and no others", () => {
  const others = "github.com/flippercloud/flipper https://github.com/x/gatehouse-flags";
  const ours = "https://github.com/someone/gatehouse/releases ghcr.io/someone/gatehouse:1";
  expect(withRepository(`${others} ${ours}`)).toStartWith(
    `${others} https://github.com/${repository}/releases ghcr.io/`,
  );
});

test("links of packed documents lead to packed files, or to the repository", () => {
  const text =
    "[a](client.md#b) [c](../SECURITY.md#d) ![e](pictures/f.png) [g](#h) [i](https://j.example/)";
  expect(withPackedLinks("docs/library.md", text, ["docs/client.md"])).toBe(
    `[a](client.md#b) [c](${sourceUrl("SECURITY.md")}#d) ![e](${sourceUrl("docs/pictures/f.png", "raw")}) ` +
      "[g](#h) [i](https://j.example/)",
  );
});
