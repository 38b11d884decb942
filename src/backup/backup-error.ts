/**
 * A backup or a restore that is refused; nothing was left behind. Its message is one line, for the
 * person at the shell; the command line ends with exit code 1.
 */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
