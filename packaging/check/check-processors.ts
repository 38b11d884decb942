import { join } from "node:path";
import { commandOutput } from "../linux/command-output.ts";
import { expectEqual, inTemporaryDirectory, type ReleaseCheck } from "./checked-release.ts";

export const oldProcessor: ReleaseCheck = {
  name: "the executable for x64 runs on a processor with SSE4.2 and without AVX",
  programs: ["qemu-x86_64-static"],
  async run({ prefix, version }) {
    const emulated = ["qemu-x86_64-static", "-cpu", "Nehalem", `${prefix}-linux-x64`, "version"];
    expectEqual("version", await commandOutput(emulated), `gatehouse ${version}\n`);
  },
};

export const armProcessor: ReleaseCheck = {
  name: "the executable for arm64 runs",
  programs: ["qemu-aarch64-static", "skopeo", "umoci"],
  run: ({ prefix, version }) =>
    inTemporaryDirectory(async (directory) => {
      // The image has the libraries of this architecture.
      const archive = `oci-archive:${prefix}-image.tar:${version}`;
      const layout = `${join(directory, "layout")}:a`;
      const bundle = join(directory, "bundle");
      const copy = ["skopeo", "copy", "--quiet", "--override-arch", "arm64"];
      await commandOutput([...copy, archive, `oci:${layout}`]);
      await commandOutput(["umoci", "unpack", "--rootless", "--image", layout, bundle]);
      const emulator = ["qemu-aarch64-static", "-L", join(bundle, "rootfs")];
      const printed = await commandOutput([...emulator, `${prefix}-linux-arm64`, "version"]);
      expectEqual("version", printed, `gatehouse ${version}\n`);
    }),
};
