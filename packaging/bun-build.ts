/** Bun may download about 40 MB for a target. */
const timeoutMs = 300_000;
const lineBreaks = /[\r\n]+/;

/** Builds the executable for a target with `bun build`. Rejects with a one-line reason. */
export async function bunBuild(
  target: string,
  path: string,
  flagsAndEntries: readonly string[],
): Promise<void> {
  const child = Bun.spawn(
    [process.execPath, "build", `--target=bun-${target}`, ...flagsAndEntries, "--outfile", path],
    { stdin: "ignore", stdout: "ignore", stderr: "pipe", timeout: timeoutMs },
  );
  const [code, output] = await Promise.all([child.exited, child.stderr.text()]);
  if (code !== 0) {
    throw new Error(errorLineOf(output) ?? `bun build ended with ${code}`);
  }
}

function errorLineOf(output: string): string | undefined {
  const lines = Bun.stripANSI(output).split(lineBreaks);
  return (
    lines.find((line) => line.includes("error")) ?? lines.findLast((line) => line !== "")
  )?.trim();
}

/** Bun's name of the target for this machine. */
export function hostTarget(): string {
  return `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
}

/** Rejects unless the executable, which must run on this machine, prints the expected version. */
export async function checkVersion(path: string, expected: string): Promise<void> {
  const child = Bun.spawn([path, "--version"], { stdin: "ignore", stderr: "ignore" });
  const output = (await child.stdout.text()).trim();
  if (output !== expected) {
    throw new Error(`its version is ${JSON.stringify(output)}, not ${expected}`);
  }
}
