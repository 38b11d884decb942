/**
 * A backup or a restore that is refused; no file was left behind. Its message is one line for the
 * user of the command line; the command ends with exit code 1.
 */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
