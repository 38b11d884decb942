/**
 * An operation that a rule refuses; nothing was changed. Its message is one line for the user of
 * the shell and holds no secret; the command ends with exit code 1.
 */
export class AdministrationError extends Error {
  override readonly name: string = "AdministrationError";
}

/** The running server stopped before it answered: a change may have been made, and another server may start. */
export class ServerStoppedError extends AdministrationError {
  override readonly name = "ServerStoppedError";
}
