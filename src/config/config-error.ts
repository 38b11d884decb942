/**
 * Something the person who started Gatehouse has to change: a flag, a variable, a file. Its message
 * is one line and holds no secret; the command line ends with exit code 2 (DESIGN.md section 1).
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
