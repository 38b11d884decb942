import { type EnvironmentVariables, readArguments } from "../../src/config/arguments.ts";
import { type Config, configOf, refuseUnknownVariables } from "../../src/config/config.ts";
import { serverOptions } from "../../src/config/settings.ts";

/** The configuration that `gatehouse serve` reads from its arguments and environment. */
export function loadConfig(argv: readonly string[], environment: EnvironmentVariables): Config {
  refuseUnknownVariables(environment);
  return configOf(readArguments({ options: serverOptions, positionals: [] }, argv, environment));
}
