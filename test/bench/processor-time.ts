import { readFileSync } from "node:fs";

/** Linux counts a process's time in these, whatever its own clock. */
const ticksPerSecond = 100;

/**
 * The processor time a process has used, all threads, in ms; undefined where the system does not
 * tell. Unlike a rate it hardly changes when other programs want the machine too.
 */
export function processorMs(pid: number): number | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  // The second field is a name in parentheses, which may hold spaces.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields?.[11], fields?.[12]];
  return user === undefined || system === undefined
    ? undefined
    : ((Number(user) + Number(system)) / ticksPerSecond) * 1_000;
}

/** Resident memory in MiB; undefined where the system does not tell. */
export function residentMebibytes(pid: number): number | undefined {
  const status = readOrUndefined(`/proc/${pid}/status`) ?? "";
  const kibibytes = /^VmRSS:\s+(?<size>\d+) kB$/m.exec(status)?.groups?.size;
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1_024;
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
