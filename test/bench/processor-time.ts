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

/**
 * Processor time since the start that the host of a virtual machine gave to others while it was
 * wanted here, in ms over all processors; undefined where the system does not tell.
 */
export function stolenMs(): number | undefined {
  const [total] = readOrUndefined("/proc/stat")?.split("\n") ?? [];
  const stolen = total?.trim().split(/\s+/)[8];
  return stolen === undefined ? undefined : (Number(stolen) / ticksPerSecond) * 1_000;
}

/** Resident memory in MiB, now and at its highest; undefined where the system does not tell. */
export function residentMebibytes(pid: number) {
  const status = readOrUndefined(`/proc/${pid}/status`) ?? "";
  const mebibytes = (name: string) => {
    const line = status.split("\n").find((text) => text.startsWith(`${name}:`));
    return line === undefined
      ? undefined
      : Number.parseInt(line.slice(name.length + 1), 10) / 1_024;
  };
  return { now: mebibytes("VmRSS"), highest: mebibytes("VmHWM") };
}

function readOrUndefined(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
