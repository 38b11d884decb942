import type { OnCaller } from "../api/common/access/access.ts";
import {
  basicAuthentication,
  bearerAuthentication,
} from "../api/common/access/access-documentation.ts";
import { hostedAccess } from "../api/common/access/hosted-access.ts";
import { mountableAccess } from "../api/common/access/mountable-access.ts";
import { ClientActivity } from "../api/common/clients/client-activity.ts";
import { serverRefusals } from "../api/common/errors/operation-docs.ts";
import { hostedApi } from "../api/flipper/hosted-api.ts";
import { mountableApi } from "../api/flipper/mountable-api.ts";
import { bearerToken } from "../api/ofrep/bearer-token.ts";
import type { EvaluationCounter } from "../api/ofrep/evaluation-counter.ts";
import { ofrepApi } from "../api/ofrep/ofrep-api.ts";
import type { Services } from "../app/services/services.ts";
import type { TokenUse } from "../app/sessions/token-use.ts";
import type { Config } from "../config/config.ts";
import type { Api } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { EventStreams } from "../http/sse/event-streams.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { callerAdmission } from "./caller-admission.ts";
import { publicPath } from "./public-links.ts";

export interface ServedApiOptions {
  readonly config: Config;
  readonly context: ApiContext;
  readonly services: Services;
  readonly streams: EventStreams;
  /** Undefined for a server without telemetry. */
  readonly telemetry: Telemetry | undefined;
  /** Counts evaluations over OFREP; undefined where they are not counted. */
  readonly counter: EvaluationCounter | undefined;
  /** Shared by processes that accept each other's tickets; random for this process unless given. */
  readonly ticketSecret?: string | undefined;
  readonly onCaller: OnCaller;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
}

export interface AdmissionParts extends Pick<ServedApiOptions, "config" | "context" | "nowMs"> {
  /** Undefined if the use of tokens is not stored. */
  readonly tokenUse: TokenUse | undefined;
}

/** The public APIs of a server, hosted or mountable. */
export interface ServedApis {
  readonly api: Api;
  readonly ofrep: Api;
  readonly clients: ClientActivity;
}

/** One for all APIs, because they share the rate limit of a token. */
export function servedAdmission({ config, context, tokenUse, nowMs }: AdmissionParts): OnCaller {
  return callerAdmission({
    trace: context.trace,
    tokenRate: config.tokenRate,
    nowMs,
    tokenUse: config.mode === "hosted" ? tokenUse : undefined,
  });
}

export function servedApis(options: ServedApiOptions): ServedApis {
  const { config, services, onCaller, now } = options;
  const { api, ofrep } =
    config.mode === "hosted" ? hostedApis(options, onCaller) : mountableApis(options, onCaller);
  const prefixes = { apiPrefix: api.prefix, ofrepPrefix: ofrep.prefix };
  const clients = new ClientActivity({ ...prefixes, state: () => services.writer.state, now });
  return { api, ofrep, clients };
}

function hostedApis(
  options: ServedApiOptions,
  onCaller: OnCaller,
): Pick<ServedApis, "api" | "ofrep"> {
  const { config, services, telemetry, now } = options;
  const state = () => services.writer.state;
  return {
    api: hostedApi({
      ...sharedOf(options),
      telemetry,
      prefix: `${config.basePath}/adapter`,
      telemetryIntervalSeconds: config.telemetryIntervalSeconds,
      onCaller,
    }),
    ofrep: ofrepApi({
      ...ofrepShared(options, config.basePath),
      access: hostedAccess({ state, now, onCaller, tokenOf: bearerToken }),
      authentication: bearerAuthentication,
      refusals: ["token_invalid", ...serverRefusals],
    }),
  };
}

function mountableApis(
  options: ServedApiOptions,
  onCaller: OnCaller,
): Pick<ServedApis, "api" | "ofrep"> {
  const { config, services } = options;
  const credentials = config.basicAuth;
  const mountPath = config.basePath + config.mountPath;
  return {
    api: mountableApi({
      ...sharedOf(options),
      mountPath,
      credentials,
      groups: new Set(config.groups),
      onCaller,
    }),
    ofrep: ofrepApi({
      ...ofrepShared(options, mountPath),
      access: mountableAccess(() => services.writer.state, credentials, onCaller),
      authentication: credentials === undefined ? undefined : basicAuthentication,
      refusals: [
        ...(credentials === undefined ? [] : (["credentials_invalid"] as const)),
        "origin_not_allowed",
        ...serverRefusals,
      ],
    }),
  };
}

function sharedOf({ config, context, services, streams, now }: ServedApiOptions) {
  const { pollIntervalSeconds, importBytesMax } = config;
  return { context, services, streams, pollIntervalSeconds, importBytesMax, now };
}

function ofrepShared(options: ServedApiOptions, parent: string) {
  const { config, context, services, streams, counter, ticketSecret, now } = options;
  const prefix = `${parent}/ofrep`;
  return {
    context,
    service: services.features,
    streams,
    prefix,
    publicPrefix: publicPath(config, prefix),
    counter,
    ticketSecret,
    now,
  };
}
