/**
 * The message of an error and of its causes, in one line, without stack traces. A cause whose text
 * is already in the message is not repeated.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const cause = error.cause === undefined ? "" : describeError(error.cause);
  return error.message.includes(cause) ? error.message : `${error.message}: ${cause}`;
}
