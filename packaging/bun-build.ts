/** A target's part of Bun is a download of some 40 MB, where it is not there already. */
const timeoutMs = 300_000;
const lineBreaks = /[\r\n]+/;

/**
 * Has Bun write the executable for a target, with the flags and entries given. Rejects with what
 * Bun says is wrong, in one line.
 */
export async function bunBuild(
  target: string,
  path: string,
  flagsAndEntries: readonly string[],
): Promise<void> {
  const child = Bun.spawn(
    [process.execPath, "build", `--target=bun-${target}`, ...flagsAndEntries, "--outfile", path],
    { stdin: "ignore", stdout: "ignore", stderr: "pipe", timeout: timeoutMs },
  );
  const [code, told] = await Promise.all([child.exited, child.stderr.text()]);
  if (code !== 0) {
    throw new Error(reasonIn(told) ?? `bun build ended with ${code}`);
  }
}

function reasonIn(told: string): string | undefined {
  const lines = Bun.stripANSI(told).split(lineBreaks);
  return (
    lines.find((line) => line.includes("error")) ?? lines.findLast((line) => line !== "")
  )?.trim();
}

/** What Bun calls the machine this runs on. */
export function hostTarget(): string {
  return `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
}

/** Rejects unless the executable, which this machine can run, says what it should say. */
export async function checkVersion(path: string, expected: string): Promise<void> {
  const child = Bun.spawn([path, "--version"], { stdin: "ignore", stderr: "ignore" });
  const told = (await child.stdout.text()).trim();
  if (told !== expected) {
    throw new Error(`it says that it is ${JSON.stringify(told)}, not ${expected}`);
  }
}
