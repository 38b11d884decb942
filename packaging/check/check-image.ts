import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { imageArchitectures } from "../image/base-packages.ts";
import { imageExecutable, imageUser } from "../image/image-layers.ts";
import { commandOutput } from "../linux/command-output.ts";
import {
  expectEqual,
  fileSum,
  inTemporaryDirectory,
  isolated,
  type ReleaseCheck,
} from "./checked-release.ts";

const serves = join(import.meta.dir, "image-serves.sh");

export const imageRuns: ReleaseCheck = {
  name: "the image has both architectures, holds no shell, and serves as its user",
  programs: ["skopeo", "umoci", "unshare", "chroot", "curl"],
  needsRoot: true,
  run: ({ prefix, version }) =>
    inTemporaryDirectory(async (directory) => {
      const archive = `oci-archive:${prefix}-image.tar:${version}`;
      for (const { debian, target } of imageArchitectures) {
        const layout = join(directory, debian);
        const bundle = join(directory, `${debian}-bundle`);
        await commandOutput([
          "skopeo",
          "copy",
          "--quiet",
          "--override-arch",
          debian,
          archive,
          `oci:${layout}:a`,
        ]);
        await commandOutput(["umoci", "unpack", "--image", `${layout}:a`, bundle]);
        const root = join(bundle, "rootfs");
        expectEqual(
          target,
          await fileSum(join(root, imageExecutable)),
          await fileSum(`${prefix}-${target}`),
        );
        const shells = ["bin/sh", "usr/bin/sh", "bin/bash"].map((path) => join(root, path));
        const found = await Promise.all(shells.map((path) => Bun.file(path).exists()));
        expectEqual(`shells in ${target}`, String(found.includes(true)), "false");
        if (target === "linux-x64") {
          await Promise.all(["proc", "dev"].map((name) => mkdir(join(root, name))));
          const user = `${imageUser}:${imageUser}`;
          const command = [`/${imageExecutable}`, "serve"];
          await commandOutput([...isolated, "sh", serves, root, user, ...command]);
        }
      }
    }),
};
