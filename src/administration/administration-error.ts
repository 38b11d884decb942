/**
 * An operation that a rule refuses; nothing was changed. Its message is one line for the user of
 * the shell and holds no secret; the command ends with exit code 1.
 */
export class AdministrationError extends Error {
  override readonly name = "AdministrationError";
}
