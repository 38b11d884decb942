/**
 * A mistake in a flag, a variable or a file that the user has to correct. Its message is one line
 * and contains no secret; the command ends with exit code 2.
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
