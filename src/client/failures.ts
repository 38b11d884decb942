/** Notes a failure, or without one that the same thing has succeeded. */
export type NoteFailure = (error?: unknown) => void;

/**
 * Tells failures of one kind to the host: the same one again only after a success, so that a server
 * that is away fills no log. What `onError` throws is lost: there is nobody else to tell.
 */
export function failuresFor(onError: ((error: Error) => void) | undefined): NoteFailure {
  let told: string | undefined;
  return (error) => {
    const message = error === undefined ? undefined : String(error);
    if (message !== undefined && message !== told) {
      try {
        onError?.(error instanceof Error ? error : new Error(message));
      } catch {
        told = message;
      }
    }
    told = message;
  };
}
