import { chownSync, copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** `mount`, `chroot` and `unshare` may be in directories that only root has in its PATH. */
const path = `${process.env.PATH ?? ""}:/usr/sbin:/sbin`;
const isolate = ["unshare", "--mount", "--pid", "--fork", "--kill-child"];

/** Whether this user may create namespaces; a container without privileges may not. */
export const mayIsolate: boolean =
  process.getuid?.() === 0 &&
  Bun.spawnSync([...isolate, "true"], { env: { PATH: path } }).exitCode === 0;

/** Mounts a container's kernel file systems, then changes to its root directory and user. */
const enter = `
directory=$1 user=$2 writable=$3
shift 3
if [ -n "$writable" ]; then
  mount --bind "$directory" "$directory"
  mount --bind "$directory$writable" "$directory$writable"
fi
mount -t proc proc "$directory/proc"
for name in null zero random urandom; do
  : > "$directory/dev/$name"
  mount --bind "/dev/$name" "$directory/dev/$name"
done
if [ -n "$writable" ]; then
  mount -o remount,bind,ro "$directory"
fi
exec chroot --userspec="$user" --groups= "$directory" "$@"
`;

export interface MinimalRoot {
  readonly directory: string;
  /** `1000:1000`. */
  readonly user: string;
  /** The only directory that can be written to; all of them if missing. */
  readonly writable?: string;
}

/**
 * Fills a directory with an executable and its libraries, as the linker lists them, and nothing
 * else.
 */
export function fillRoot(
  { directory, user }: MinimalRoot,
  executable: { readonly from: string; readonly to: string },
  dataDirectory: string,
): void {
  const { stdout } = Bun.spawnSync(["ldd", executable.from]);
  const libraries = stdout.toString().match(/\/\S+(?= \(0x)/g) ?? [];
  for (const { from, to } of [executable, ...libraries.map((each) => ({ from: each, to: each }))]) {
    const target = join(directory, to);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(from, target);
  }
  const [uid = 0, gid = 0] = user.split(":").map(Number);
  for (const name of ["proc", "dev", dataDirectory]) {
    mkdirSync(join(directory, name));
  }
  chownSync(join(directory, dataDirectory), uid, gid);
}

/** Runs a command inside as a container would: as process 1, without rights, and isolated. */
export function inside(
  { directory, user, writable = "" }: MinimalRoot,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
) {
  const argv = [
    ...isolate,
    "/bin/sh",
    "-e",
    "-c",
    enter,
    "sh",
    directory,
    user,
    writable,
    ...words,
  ];
  const child = Bun.spawn(argv, {
    env: { PATH: path, ...variables },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  return {
    stdout: child.stdout,
    async ended() {
      const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      return { code: await child.exited, out, err };
    },
    /** Sends the signal to the command, a child of the process that created the namespaces. */
    async stop() {
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
      process.kill(Number.parseInt(children, 10), "SIGTERM");
      return { code: await child.exited, err: await child.stderr.text() };
    },
    [Symbol.dispose]: () => child.kill("SIGKILL"),
  };
}
