import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { BenchmarkError } from "./benchmark-error.ts";
import { ChildProcesses } from "./child-processes.ts";

/** On the disk of the sources: the temporary directory of the system may be in memory. */
const temporaryParent = join(import.meta.dir, "../build");

/**
 * Runs a benchmark with its own temporary directory, and at most for `timeoutMs`. Its processes are
 * ended and its directory is deleted in every case, also after a signal. The exit code is 0 only if
 * `work` has resolved.
 */
export async function runBenchmark(
  name: string,
  timeoutMs: number,
  work: (processes: ChildProcesses, directory: string) => Promise<void>,
): Promise<void> {
  await mkdir(temporaryParent, { recursive: true });
  const directory = await mkdtemp(join(temporaryParent, `${name}-`));
  const processes = new ChildProcesses();
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new BenchmarkError(`it took longer than ${timeoutMs / 1_000} s`));
  }, timeoutMs);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => reject(new BenchmarkError(`stopped by ${signal}`)));
  }
  try {
    await Promise.race([work(processes, directory), interrupted]);
  } catch (error) {
    process.exitCode = 1;
    console.error(error instanceof BenchmarkError ? `${name}: refused: ${error.message}` : error);
  } finally {
    clearTimeout(timer);
    await processes.stopAll();
    await rm(directory, { recursive: true, force: true });
  }
  // An interrupted `work` may still wait for something.
  process.exit();
}
