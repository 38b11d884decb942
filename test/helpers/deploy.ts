import type { AnyElysia } from "elysia";
import type { ServerFacts } from "../../src/api/admin/server-facts.ts";
import {
  basicAuthentication,
  bearerAuthentication,
} from "../../src/api/common/access/access-documentation.ts";
import { hostedAccess } from "../../src/api/common/access/hosted-access.ts";
import { mountableAccess } from "../../src/api/common/access/mountable-access.ts";
import { serverRefusals } from "../../src/api/common/errors/operation-docs.ts";
import { type HostedApiOptions, hostedApi } from "../../src/api/flipper/hosted-api.ts";
import { mountableApi } from "../../src/api/flipper/mountable-api.ts";
import { bearerToken } from "../../src/api/ofrep/bearer-token.ts";
import type { EvaluationCounter } from "../../src/api/ofrep/evaluation-counter.ts";
import { ofrepApi } from "../../src/api/ofrep/ofrep-api.ts";
import { mountableGroupPolicy } from "../../src/app/commands/group-policy.ts";
import { hostedGroupPolicy } from "../../src/app/commands/hosted-group-policy.ts";
import {
  createServices,
  type Services,
  type ServicesOptions,
} from "../../src/app/services/services.ts";
import type { Credentials } from "../../src/core/secrets/credentials.ts";
import type { Api } from "../../src/http/routing/api.ts";
import { RequestTrace } from "../../src/http/routing/request-trace.ts";
import { EventStreams } from "../../src/http/sse/event-streams.ts";
import { notifyTelemetry } from "../../src/telemetry/notify-telemetry.ts";

/** A server without files. */
export const testedServer = (mode: ServerFacts["mode"]): ServerFacts => ({
  version: "0.0.0",
  mode,
  isServing: true,
  readiness: async () => ({ isReady: true, problems: [] }),
  databases: async () => [{ name: "gatehouse.db", bytes: 4_096 }],
  memoryBytes: () => 100_000_000,
});

interface CommonOptions extends Omit<ServicesOptions, "groupPolicy" | "onFault"> {
  readonly docsUrl: string;
  readonly pollIntervalSeconds: number | undefined;
  readonly onFault: (error: unknown, requestId?: string) => void;
  readonly onCaller?: HostedApiOptions["onCaller"];
  readonly trace?: RequestTrace | undefined;
  readonly heartbeatMs?: number | undefined;
  /** Counts evaluations over OFREP; they are not counted without one. */
  readonly counter?: EvaluationCounter | undefined;
}

export interface HostedDeploymentOptions extends CommonOptions {
  readonly prefix: string;
  readonly telemetry?: HostedApiOptions["telemetry"];
  readonly telemetryIntervalSeconds?: number | undefined;
}

interface MountableDeploymentOptions extends CommonOptions {
  readonly mountPath: string;
  readonly groups: ReadonlySet<string>;
  readonly credentials: Credentials | undefined;
  readonly extraControllers?: readonly AnyElysia[];
}

/** Services with one API, composed as in main.ts and the library. */
export interface Deployment extends Services {
  readonly api: Api;
  readonly ofrep: Api;
  readonly streams: EventStreams;
}

export function deployHosted(options: HostedDeploymentOptions): Deployment {
  const services = createServices({
    ...options,
    groupPolicy: hostedGroupPolicy,
    remembersProperties: true,
  });
  const { telemetry } = options;
  if (telemetry !== undefined) {
    notifyTelemetry(telemetry, services.writer);
  }
  const context = contextOf(options);
  const { now } = options.checkInputs;
  const streams = streamsOf(options, services);
  const ofrep = ofrepApi({
    ...ofrepShared(options, services),
    context,
    streams,
    access: hostedAccess({
      state: () => services.writer.state,
      now,
      onCaller: options.onCaller,
      tokenOf: bearerToken,
    }),
    authentication: bearerAuthentication,
    prefix: "/ofrep",
    publicPrefix: "/ofrep",
    refusals: ["token_invalid", ...serverRefusals],
  });
  const api = hostedApi({
    ...options,
    context,
    services,
    streams,
    now,
  });
  return withStreams(services, { streams, api, ofrep });
}

export function deployMountable(options: MountableDeploymentOptions): Deployment {
  const groupPolicy = mountableGroupPolicy(options.groups);
  const services = createServices({ ...options, groupPolicy });
  const { now } = options.checkInputs;
  const context = contextOf(options);
  const streams = streamsOf(options, services);
  const { mountPath, credentials } = options;
  const ofrep = ofrepApi({
    ...ofrepShared(options, services),
    context,
    streams,
    access: mountableAccess(() => services.writer.state, credentials, options.onCaller),
    authentication: credentials === undefined ? undefined : basicAuthentication,
    prefix: `${mountPath}/ofrep`,
    publicPrefix: `${mountPath}/ofrep`,
    refusals: ["origin_not_allowed", ...serverRefusals],
  });
  const api = mountableApi({
    ...options,
    context,
    services,
    streams,
    now,
  });
  return withStreams(services, { streams, api, ofrep });
}

function ofrepShared({ checkInputs, counter }: CommonOptions, { features }: Services) {
  return { service: features, counter, now: checkInputs.now };
}

function streamsOf({ checkInputs, onFault, heartbeatMs }: CommonOptions, { writer }: Services) {
  return new EventStreams({ source: writer, now: checkInputs.now, onFault, heartbeatMs });
}

function withStreams(
  services: Services,
  parts: Pick<Deployment, "api" | "ofrep" | "streams">,
): Deployment {
  return {
    ...services,
    ...parts,
    async close() {
      parts.streams.stop();
      await services.close();
    },
  };
}

function contextOf({ docsUrl, onFault, trace = new RequestTrace() }: CommonOptions) {
  return { docsUrl, onFault, trace };
}
