import { join } from "node:path";
import { commandOutput } from "../linux/command-output.ts";
import {
  expectEqual,
  fileSum,
  inTemporaryDirectory,
  type ReleaseCheck,
} from "./checked-release.ts";

/** The names of processors in rpm by targets of the release. */
const architectures = { "linux-x64": "x86_64", "linux-arm64": "aarch64" } as const;
const expectedFiles = [
  "-rw-r----- root gatehouse /etc/gatehouse/gatehouse.env",
  "-rwxr-xr-x root root /usr/bin/gatehouse",
  "-rw-r--r-- root root /usr/lib/systemd/system/gatehouse.service",
  "drwx------ gatehouse gatehouse /var/lib/gatehouse",
];

export const rpmContent: ReleaseCheck = {
  name: "the rpms have the executables of the release, their files, and scripts that sh can read",
  programs: ["rpm", "rpm2cpio", "cpio"],
  async run({ prefix }) {
    for (const [target, architecture] of Object.entries(architectures)) {
      const rpm = `${prefix}-${target}.rpm`;
      const query = (format: string) => commandOutput(["rpm", "-qp", "--qf", format, rpm]);
      expectEqual(rpm, await query("%{NAME} %{ARCH}"), `gatehouse ${architecture}`);
      const format = "[%{FILEMODES:perms} %{FILEUSERNAME} %{FILEGROUPNAME} %{FILENAMES}\n]";
      const files = (await query(format)).split("\n");
      expectEqual(rpm, expectedFiles.filter((line) => !files.includes(line)).join(), "");
      for (const script of ["PREIN", "POSTIN", "PREUN", "POSTUN"]) {
        await commandOutput(["sh", "-n", "-c", await query(`%{${script}}`)]);
      }
      await inTemporaryDirectory(async (directory) => {
        const unpack = 'rpm2cpio "$1" | cpio --quiet -idm ./usr/bin/gatehouse';
        await commandOutput(["env", "-C", directory, "sh", "-e", "-c", unpack, "sh", rpm]);
        const packaged = await fileSum(join(directory, "usr/bin/gatehouse"));
        expectEqual(target, packaged, await fileSum(`${prefix}-${target}`));
      });
    }
  },
};
