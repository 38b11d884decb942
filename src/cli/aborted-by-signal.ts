/** The process, or what stands for it in a test. */
interface Signals {
  once(name: "SIGINT" | "SIGTERM", listener: () => void): unknown;
}

/** A signal that is aborted by the first SIGINT or SIGTERM, which then does not end the process. */
export function abortedBySignal(signals: Signals): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    signals.once(name, () => controller.abort());
  }
  return controller.signal;
}
