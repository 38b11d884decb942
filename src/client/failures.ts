/** Records a failure, or without an error that the same work has succeeded. */
export type NoteFailure = (error?: unknown) => void;

/**
 * Reports failures of one kind to the application. It repeats a failure only after a success, so that
 * an unreachable server does not fill the log. An error thrown by `onError` is dropped: nobody else
 * could receive it.
 */
export function failuresFor(onError: ((error: Error) => void) | undefined): NoteFailure {
  let reported: string | undefined;
  return (error) => {
    const message = error === undefined ? undefined : String(error);
    if (message !== undefined && message !== reported) {
      try {
        onError?.(error instanceof Error ? error : new Error(message));
      } catch {
        reported = message;
      }
    }
    reported = message;
  };
}
