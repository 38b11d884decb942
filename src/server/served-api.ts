import type { Config } from "../config/config.ts";
import { hostedApi } from "../flipper-api/hosted-api.ts";
import { mountableApi } from "../flipper-api/mountable-api.ts";
import type { Api } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { Services } from "../services/services.ts";
import type { TokenUse } from "../sessions/token-use.ts";
import type { EventStreams } from "../stream/event-streams.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { callerAdmission } from "./caller-admission.ts";

export interface ServedApiOptions {
  readonly config: Config;
  readonly context: ApiContext;
  readonly services: Services;
  readonly streams: EventStreams;
  /** Undefined for a server without telemetry. */
  readonly telemetry: Telemetry | undefined;
  readonly tokenUse: TokenUse;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
}

/** The public API of a server, hosted or mountable. */
export function servedApi(options: ServedApiOptions): Api {
  const { config, context, services, streams, telemetry, tokenUse, now, nowMs } = options;
  const { pollIntervalSeconds, importBytesMax, tokenRate } = config;
  const admission = { trace: context.trace, tokenRate, nowMs };
  const shared = { context, services, streams, pollIntervalSeconds, importBytesMax };
  return config.mode === "hosted"
    ? hostedApi({
        ...shared,
        telemetry,
        prefix: `${config.basePath}/adapter`,
        now,
        telemetryIntervalSeconds: config.telemetryIntervalSeconds,
        onCaller: callerAdmission({ ...admission, tokenUse }),
      })
    : mountableApi({
        ...shared,
        mountPath: config.basePath + config.mountPath,
        credentials: config.basicAuth,
        groups: new Set(config.groups),
        onCaller: callerAdmission(admission),
      });
}
