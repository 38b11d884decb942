const secondsMax = 86_400;

/** Seconds in a header or an option: at most a day, and 0 for other values. */
export function secondsIn(value: unknown): number {
  const seconds = Number(value ?? 0);
  return seconds > 0 ? Math.min(seconds, secondsMax) : 0;
}

/** Whether a server asks its clients to stop (docs/clients.md#response-headers). */
export function isShutdown(value: string | null): boolean {
  return value === "true" || value === "1";
}
