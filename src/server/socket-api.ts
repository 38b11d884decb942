import type { Config } from "../config/config.ts";
import { administratorApi } from "../flipper-api/administrator-api.ts";
import type { Api } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { RequestTrace } from "../http/routing/request-trace.ts";
import type { Services } from "../services/services.ts";
import type { EventStreams } from "../stream/event-streams.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";

export interface SocketApiOptions {
  readonly config: Config;
  readonly context: ApiContext;
  readonly services: Services;
  readonly streams: EventStreams;
  /** Undefined for a server without telemetry. */
  readonly telemetry: Telemetry | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The administrator's API of a running server, which is made with its first request. */
export function socketApi(options: SocketApiOptions): Api["fetch"] {
  const { config, context, services, streams, telemetry, now } = options;
  let api: Api | undefined;
  return (request) => {
    api ??= administratorApi({
      // The server's own trace tells of the requests that its metrics and its log count.
      context: { ...context, trace: new RequestTrace() },
      services,
      now,
      telemetry,
      streams,
      hostGroups: config.mode === "hosted" ? undefined : new Set(config.groups),
      importBytesMax: config.importBytesMax,
    });
    return api.fetch(request);
  };
}
