import { registeredGroups } from "../../app/services/registered-groups.ts";
import type { Services } from "../../app/services/services.ts";
import { type Api, createApi } from "../../http/routing/api.ts";
import type { ApiContext } from "../../http/routing/api-context.ts";
import type { RefusalHeaders } from "../../http/routing/error-handler.ts";
import type { EventStreams } from "../../http/sse/event-streams.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { OnCaller } from "../common/access/access.ts";
import { tokenAuthentication } from "../common/access/access-documentation.ts";
import { type HostedAccess, hostedAccess } from "../common/access/hosted-access.ts";
import { type DocumentedDeployment, serverRefusals } from "../common/errors/operation-docs.ts";
import {
  noHeaders,
  pollHeaders,
  refusalHeadersOn,
  telemetryHeaders,
} from "./answers/interval-headers.ts";
import { auditController } from "./audits/audit-controller.ts";
import { changeStreamController } from "./changes/change-stream-controller.ts";
import { environmentController } from "./environments/environment-controller.ts";
import { featureControllers } from "./feature-controllers.ts";
import { featurePaths } from "./feature-paths.ts";
import { expressionController } from "./features/expression-controller.ts";
import { hostedImportPaths } from "./features/import-paths.ts";
import { refusalsWithImports } from "./features/import-refusals.ts";
import { outcomeController, watchedController } from "./outcomes/outcome-controller.ts";
import { telemetryController } from "./telemetry/telemetry-controller.ts";

export interface HostedApiOptions {
  readonly context: ApiContext;
  readonly services: Services;
  readonly streams: EventStreams;
  /** The prefix of all paths, such as `/adapter`. */
  readonly prefix: string;
  readonly now: () => number;
  /** Undefined for an API without telemetry routes. */
  readonly telemetry?: Telemetry | undefined;
  /** Seconds that pollers should wait between reads; undefined to send no header. */
  readonly pollIntervalSeconds: number | undefined;
  /** Seconds that clients should wait between submissions; undefined to send no header. */
  readonly telemetryIntervalSeconds?: number | undefined;
  /** 50 MiB unless given. */
  readonly importBytesMax?: number | undefined;
  readonly onCaller?: OnCaller | undefined;
}

const documented: DocumentedDeployment = {
  isHosted: true,
  refusals: ["token_invalid", "token_evaluate_only", ...serverRefusals],
  writeRefusals: [],
  bodyRefusals: ["request_timeout"],
};

/**
 * The hosted API, with tokens, environments, expressions, audits, telemetry
 * (docs/api.md#deployments).
 */
export function hostedApi(options: HostedApiOptions): Api {
  const { context, services, prefix, telemetry } = options;
  const { writer, features } = services;
  const access = hostedAccess({
    state: () => writer.state,
    now: options.now,
    onCaller: options.onCaller,
  });
  return createApi({
    prefix,
    context,
    namePrefixes: featurePaths,
    writeRefusal: refusalsWithImports(hostedImportPaths.map((path) => prefix + path)),
    refusalHeaders: clientHeaders(options, access),
    authentication: tokenAuthentication,
    guard: (request) => void access.reader(request),
    controllers: [
      ...featureControllers({
        service: features,
        access,
        // Enabling a group registers it.
        isGroup: ({ environment }, _snapshot, name) =>
          registeredGroups(writer.state, environment.projectId, undefined).has(name),
        showsExpressions: true,
        pollIntervalSeconds: options.pollIntervalSeconds,
        importPlace: services.importPlace,
        importPaths: hostedImportPaths,
        importBytesMax: options.importBytesMax,
        documented,
      }),
      changeStreamController({ streams: options.streams, access, documented }),
      expressionController({ service: features, access, documented }),
      environmentController({ service: services.environments, access, documented }),
      auditController({
        service: services.audits,
        access,
        isFeature: (caller, key) => features.snapshot(caller).find(key) !== undefined,
        documented,
      }),
      watchedController({ access, state: () => writer.state, documented }),
      ...(telemetry === undefined
        ? []
        : [
            outcomeController({ telemetry, access, now: options.now, documented }),
            telemetryController({
              telemetry,
              access,
              state: () => writer.state,
              snapshot: (caller) => features.snapshot(caller),
              now: options.now,
              telemetryIntervalSeconds: options.telemetryIntervalSeconds,
              documented,
            }),
          ]),
    ],
  });
}

/** Refusal headers that set the polling interval of clients, or stop them. */
function clientHeaders(options: HostedApiOptions, access: HostedAccess): RefusalHeaders {
  const { prefix, pollIntervalSeconds, telemetryIntervalSeconds } = options;
  const poll = { method: "GET", path: `${prefix}/features` } as const;
  const submission = { method: "POST", path: `${prefix}/telemetry` } as const;
  const intervals = refusalHeadersOn([
    { ...poll, headers: pollHeaders(pollIntervalSeconds) },
    { ...submission, headers: telemetryHeaders(telemetryIntervalSeconds) },
  ]);
  const shutdowns = refusalHeadersOn([
    { ...poll, headers: { "poll-shutdown": "true" } },
    { ...submission, headers: { "telemetry-shutdown": "true" } },
  ]);
  return (request) => {
    const shutdown = shutdowns(request);
    return shutdown !== noHeaders && access.hasEndedToken(request)
      ? { ...intervals(request), ...shutdown }
      : intervals(request);
  };
}
