import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { commandOutput } from "../linux/command-output.ts";
import {
  expectEqual,
  fileSum,
  inTemporaryDirectory,
  isolated,
  type ReleaseCheck,
} from "./checked-release.ts";

const lifecycle = join(import.meta.dir, "deb-lifecycle.sh");

export const debLifecycle: ReleaseCheck = {
  name: "the deb installs, starts, upgrades, and is removed and purged",
  programs: ["mmdebstrap", "unshare", "chroot", "curl"],
  needsRoot: true,
  run: ({ prefix }) =>
    inTemporaryDirectory(async (directory) => {
      const archive = join(directory, "debian.tar");
      const root = join(directory, "root");
      const packages = "--include=adduser,init-system-helpers,libgcc-s1";
      await commandOutput([
        "mmdebstrap",
        "--quiet",
        "--variant=minbase",
        packages,
        "bookworm",
        archive,
      ]);
      await mkdir(root);
      await commandOutput(["tar", "-xf", archive, "-C", root, "--exclude=./dev/*"]);
      await commandOutput([...isolated, "sh", lifecycle, `${prefix}-linux-x64.deb`, root]);
    }),
};

export const debLint: ReleaseCheck = {
  name: "lintian has no objection to the debs",
  programs: ["lintian"],
  async run({ prefix }) {
    const debs = ["x64", "arm64"].map((target) => `${prefix}-linux-${target}.deb`);
    const options = ["--allow-root", "--fail-on", "error,warning"];
    expectEqual("lintian", await commandOutput(["lintian", ...options, ...debs]), "");
  },
};

export const debContent: ReleaseCheck = {
  name: "the debs have the executables of the release, and a unit that systemd accepts",
  programs: ["dpkg-deb", "systemd-analyze"],
  async run({ prefix }) {
    for (const target of ["linux-x64", "linux-arm64"]) {
      await inTemporaryDirectory(async (directory) => {
        await commandOutput(["dpkg-deb", "--extract", `${prefix}-${target}.deb`, directory]);
        const packaged = await fileSum(join(directory, "usr/bin/gatehouse"));
        expectEqual(target, packaged, await fileSum(`${prefix}-${target}`));
        const unit = "usr/lib/systemd/system/gatehouse.service";
        // systemd looks for the program and for the units before this one in the directory.
        const text = await Bun.file(join(directory, unit)).text();
        const verified = join(directory, "gatehouse.service");
        await Bun.write(verified, text.replace("=/usr/bin/", `=${directory}/usr/bin/`));
        await commandOutput(["systemd-analyze", "verify", "--man=no", verified]);
      });
    }
  },
};
