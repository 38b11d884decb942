/** The process, or what stands for it in a test. */
interface EndedProcess {
  once(name: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  readonly stdout: {
    on(name: "error", listener: (error: Error & { readonly code?: unknown }) => void): unknown;
  };
}

/**
 * A signal that is aborted by the first SIGINT or SIGTERM, which then does not end the process, and when
 * nothing can be written to the standard output any more, as in `gatehouse audit follow | head -1`.
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
