import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { controlFile, debianFiles } from "../../packaging/linux/debian-package.ts";
import { packageVersion } from "../../packaging/linux/package-version.ts";
import { packagedFiles, packagedUnit } from "../../packaging/linux/packaged-files.ts";
import { specFile } from "../../packaging/linux/rpm-package.ts";

const unit = await Bun.file(join(import.meta.dir, "../../packaging/gatehouse.service")).text();

function file(path: string) {
  return { path, content: Buffer.from("content"), mode: 0o600 };
}

const archive = [
  "gatehouse",
  "LICENSE",
  "README.md",
  "docs/deployment.md",
  "completions/gatehouse.bash",
  "completions/_gatehouse",
  "completions/gatehouse.fish",
  "man/man1/gatehouse.1",
].map(file);
const files = packagedFiles({ archive, unit, settings: "#GATEHOUSE_PORT=8080\n" });
const facts = { version: "0.3.0-dev", homepage: "https://github.com/OWNER/gatehouse", files };

test.each([
  ["0.3.0", "0.3.0"],
  ["0.3.0-dev", "0.3.0~dev"],
  ["1.0.0-rc.1", "1.0.0~rc.1"],
])("the package of version %p has version %p", (version, packaged) => {
  expect(packageVersion(version)).toBe(packaged);
});

test.each(["", "1.0", "1.0.0-a-b", "1.0.0+build", "1.0.0\nDepends: x"])(
  "a version of the form %p is refused",
  (version) => {
    expect(() => packageVersion(version)).toThrow("no form that package managers can sort");
  },
);

test("each file has its path and its mode", () => {
  expect(files.map(({ path, mode }) => `${mode.toString(8)} ${path}`)).toEqual([
    "640 etc/gatehouse/gatehouse.env",
    "755 usr/bin/gatehouse",
    "644 usr/lib/systemd/system/gatehouse.service",
    "644 usr/share/bash-completion/completions/gatehouse",
    "644 usr/share/doc/gatehouse/README.md",
    "644 usr/share/doc/gatehouse/copyright",
    "644 usr/share/doc/gatehouse/docs/deployment.md",
    "644 usr/share/fish/vendor_completions.d/gatehouse.fish",
    "644 usr/share/man/man1/gatehouse.1.gz",
    "644 usr/share/zsh/vendor-completions/_gatehouse",
  ]);
});

describe("the unit", () => {
  test("starts the packaged executable with the packaged settings, and is otherwise the same", () => {
    const lines = packagedUnit(unit).split("\n");
    expect(lines[0]).toBe("[Unit]");
    expect(lines.filter((line) => !unit.split("\n").includes(line))).toEqual([
      "ExecStart=/usr/bin/gatehouse serve",
      "EnvironmentFile=-/etc/gatehouse/gatehouse.env",
    ]);
  });

  test("is refused if it starts something else", () => {
    expect(() => packagedUnit(unit.replace("ExecStart=/usr/local", "ExecStart=/opt"))).toThrow(
      "ExecStart",
    );
  });
});

describe("the deb", () => {
  const contents = {
    ...facts,
    architecture: "arm64",
    maintainer: "OWNER <OWNER@example.com>",
    date: new Date("2026-01-31"),
    scripts: { postinst: "#!/bin/sh\n" },
  };
  const written = new Map(debianFiles(contents).map((each) => [each.path, each]));
  const text = (path: string) => Buffer.from(written.get(path)?.content ?? []).toString();

  test("has the fields that dpkg reads", () => {
    const fields = controlFile(contents).split("\n");
    expect(fields).toEqual(
      expect.arrayContaining([
        "Package: gatehouse",
        "Version: 0.3.0~dev",
        "Architecture: arm64",
        "Depends: adduser, init-system-helpers (>= 1.52), libc6 (>= 2.17), libgcc-s1",
      ]),
    );
    expect(fields.filter((line) => line.length > 80 || line === "")).toEqual([""]);
  });

  test("keeps edited settings, and has no checksum of them", () => {
    expect(text("DEBIAN/conffiles")).toBe("/etc/gatehouse/gatehouse.env\n");
    expect(text("DEBIAN/md5sums")).toContain("  usr/bin/gatehouse\n");
    expect(text("DEBIAN/md5sums")).not.toContain("gatehouse.env");
  });

  test("has executable scripts and a dated changelog", () => {
    expect(written.get("DEBIAN/postinst")?.mode).toBe(0o755);
    const zipped = written.get("usr/share/doc/gatehouse/changelog.gz")?.content ?? [];
    expect(Buffer.from(Bun.gunzipSync(Buffer.from(zipped))).toString()).toContain(
      " -- OWNER <OWNER@example.com>  Sat, 31 Jan 2026 00:00:00 +0000\n",
    );
  });
});

test("the rpm strips nothing, finds no dependencies itself, and owns its folders", () => {
  const lines = specFile({ ...facts, content: "/work" }).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "%global __os_install_post %{nil}",
      "AutoReqProv: no",
      "Version: 0.3.0~dev",
      "%dir /usr/share/doc/gatehouse",
      "%dir /usr/share/doc/gatehouse/docs",
      "%config(noreplace) %attr(0640,root,gatehouse) /etc/gatehouse/gatehouse.env",
      "%attr(0755,root,root) /usr/bin/gatehouse",
      "%attr(0644,root,root) /usr/share/zsh/site-functions/_gatehouse",
    ]),
  );
});
