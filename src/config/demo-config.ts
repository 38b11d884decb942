import { isLoopback } from "../core/network/loopback.ts";
import type { Arguments } from "./arguments.ts";
import { ConfigError } from "./config-error.ts";
import { settings } from "./settings.ts";

export interface DemoConfig {
  /** Whether the server may use another port if its port is in use. */
  readonly choosesPort: boolean;
}

/** Settings that name other data or files that outlive a demo, or an address at which the link of a demo would not sign in. */
const refused = [
  settings.data,
  settings.database,
  settings.databaseFile,
  settings.backupDirectory,
  settings.auditCheckpointFile,
  settings.publicUrl,
  settings.tlsCertificate,
  settings.noUi,
];

/** Undefined unless the arguments ask for a demo. Throws a ConfigError. */
export function demoConfigOf(given: Arguments): DemoConfig | undefined {
  if (!given.valueOf(settings.demo)) {
    return undefined;
  }
  for (const option of refused) {
    const source = given.sourceOf(option);
    if (source !== undefined && given.valueOf<unknown>(option) !== false) {
      throw new ConfigError(`--demo and ${source} contradict each other`);
    }
  }
  const host = given.valueOf(settings.host);
  if (!isLoopback(host)) {
    throw new ConfigError(
      `--demo listens on a loopback address only, and ${given.sourceOf(settings.host)} names another one`,
    );
  }
  return { choosesPort: given.sourceOf(settings.port) === undefined };
}
