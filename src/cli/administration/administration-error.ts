/**
 * An operation that a rule refuses; nothing was changed. The message is one line for the command line
 * and holds no secret. The command ends with exit code 1.
 */
export class AdministrationError extends Error {
  override readonly name: string = "AdministrationError";
}

/**
 * The running server stopped before it answered. The change may be stored, and another server may
 * start.
 */
export class ServerStoppedError extends AdministrationError {
  override readonly name = "ServerStoppedError";
}
