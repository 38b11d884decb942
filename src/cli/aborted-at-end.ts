/** The process; tests pass a substitute. */
interface EndedProcess {
  once(name: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  readonly stdout: {
    on(name: "error", listener: (error: Error & { readonly code?: unknown }) => void): unknown;
  };
}

/**
 * A signal that aborts at the first SIGINT or SIGTERM, which then does not end the process. It also
 * aborts when the standard output is closed, as in `gatehouse audit follow | head -1`.
 */
export function abortedAtEnd(ended: EndedProcess): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    ended.once(name, abort);
  }
  ended.stdout.on("error", abort);
  return controller.signal;
}
