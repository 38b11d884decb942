/** Runs a command and returns what it prints. Rejects with its errors if it fails. */
export async function commandOutput(words: readonly string[]): Promise<string> {
  const child = Bun.spawn([...words], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) {
    throw new Error(`${words.join(" ")} failed:\n${out}${err}`);
  }
  return out;
}
