import { readFileSync } from "node:fs";

/** The unit of processor time in /proc, the same on every Linux. */
export const ticksPerSecond = 100;

/**
 * The processor time of all threads of a process, in milliseconds; undefined if the system does not
 * report it. Unlike a rate, it hardly changes under other load on the machine.
 */
export function processorMs(pid: number): number | undefined {
  const stat = readOrUndefined(`/proc/${pid}/stat`);
  // The second field is a name in parentheses, which may contain spaces.
  const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields?.[11], fields?.[12]];
  return user === undefined || system === undefined
    ? undefined
    : ((Number(user) + Number(system)) / ticksPerSecond) * 1_000;
}

/**
 * Processor time that the host of a virtual machine gave to others while this one needed it, since
 * the machine's start, in milliseconds, summed over all processors; undefined if it is not
 * reported.
 */
export function stolenMs(): number | undefined {
  const [total] = readOrUndefined("/proc/stat")?.split("\n") ?? [];
  const stolen = total?.trim().split(/\s+/)[8];
  return stolen === undefined ? undefined : (Number(stolen) / ticksPerSecond) * 1_000;
}

/**
 * Processor time that was used since the machine's start, in milliseconds, summed over all
 * processors; undefined if it is not reported.
 */
export function busyMs(): number | undefined {
  const [total] = readOrUndefined("/proc/stat")?.split("\n") ?? [];
  const [, user, nice, system, , , interrupts, softInterrupts] = total?.trim().split(/\s+/) ?? [];
  const ticks = [user, nice, system, interrupts, softInterrupts].map(Number);
  const sum = ticks.reduce((all, each) => all + each, 0);
  return Number.isNaN(sum) ? undefined : (sum / ticksPerSecond) * 1_000;
}

/** Current and highest resident memory in MiB; undefined if the system does not report it. */
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
