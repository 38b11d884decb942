/**
 * The error of a promise; undefined if it is fulfilled. Bun's own `rejects` would block the turns of
 * the event loop, and with them the answers of workers.
 */
export function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
