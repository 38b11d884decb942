/** The process; tests pass a substitute. */
interface Signals {
  once(name: "SIGTERM" | "SIGINT", listener: () => void): unknown;
}

/** Resolves to the name of the first signal that asks the server to stop. */
export function nextSignal(signals: Signals): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      signals.once(signal, () => resolve(signal));
    }
  });
}
