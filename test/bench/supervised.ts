import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { Processes } from "./processes.ts";
import { Refused } from "./refused.ts";

/** On the disk that the sources are on: a system's own place for such may be memory. */
const scratch = join(import.meta.dir, "../../build");

/**
 * Runs a benchmark with a directory of its own, for so long at most. Whatever happens, a signal
 * too, its processes end and its directory goes. The exit code is 0 only if the work came to its end.
 */
export async function supervised(
  name: string,
  timeoutMs: number,
  work: (processes: Processes, directory: string) => Promise<void>,
): Promise<void> {
  await mkdir(scratch, { recursive: true });
  const directory = await mkdtemp(join(scratch, `${name}-`));
  const processes = new Processes();
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Refused(`it took longer than ${timeoutMs / 1_000} s`));
  }, timeoutMs);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => reject(new Refused(`stopped by ${signal}`)));
  }
  try {
    await Promise.race([work(processes, directory), interrupted]);
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof Refused ? `${name}: refused: ${error.message}` : error);
  } finally {
    clearTimeout(timer);
    await processes.stopAll();
    await rm(directory, { recursive: true, force: true });
  }
  // Work that was interrupted may still be waiting for something.
  process.exit();
}
