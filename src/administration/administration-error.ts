/**
 * An operation that the rules refuse; nothing was changed. Its message is one line, for the person
 * at the shell, and holds no secret; the command line ends with exit code 1.
 */
export class AdministrationError extends Error {
  override readonly name = "AdministrationError";
}
