import { mountableGroupPolicy } from "../app/commands/group-policy.ts";
import { hostedGroupPolicy } from "../app/commands/hosted-group-policy.ts";
import type { ServicesOptions } from "../app/services/services.ts";
import type { Config } from "../config/config.ts";
import { hourMs } from "../core/time-units.ts";
import type { Log } from "../http/log/log.ts";
import { percentageLogger } from "../http/log/percentage-logger.ts";
import { countEnabledChecks } from "../telemetry/enabled-checks.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { serverVault } from "./server-checkpoints.ts";

interface ServerParts {
  readonly log: Log;
  readonly telemetry: Telemetry | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The options of services that follow from the settings of a server. */
export function serviceOptions(config: Config, { log, telemetry, now }: ServerParts) {
  const isHosted = config.mode === "hosted";
  return {
    groupPolicy: isHosted ? hostedGroupPolicy : mountableGroupPolicy(new Set(config.groups)),
    checkInputs: { now, random: Math.random, crc32: Bun.hash.crc32 },
    onPercentagesRounded: config.roundsPercentages ? percentageLogger(log) : undefined,
    vault: serverVault(config),
    onClockJump: (ms: number) => log.warn("the clock jumped", { hours: Math.round(ms / hourMs) }),
    guardMinutes: telemetry?.guards,
    countEnabledChecks:
      telemetry &&
      ((rollout, since) => countEnabledChecks(telemetry, rollout, { since, now: now() })),
  } satisfies Partial<ServicesOptions>;
}
