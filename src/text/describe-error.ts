/** One line for an error, its cause included; stacks only at the debug level of whoever asks. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const cause = error.cause === undefined ? "" : `: ${describeError(error.cause)}`;
  return `${error.message}${cause}`;
}
