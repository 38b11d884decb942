const secondsMax = 86_400;

/** Seconds of a header or an option: at most a day, and 0 for what is no number of seconds. */
export function secondsIn(value: unknown): number {
  const seconds = Number(value ?? 0);
  return seconds > 0 ? Math.min(seconds, secondsMax) : 0;
}

/** Whether a server told its clients to stop (docs/clients.md#response-headers). */
export function isShutdown(value: string | null): boolean {
  return value === "true" || value === "1";
}
