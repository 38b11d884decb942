import type { AnyElysia } from "elysia";
import { mountableGroupPolicy } from "../../src/commands/group-policy.ts";
import { hostedGroupPolicy } from "../../src/commands/hosted-group-policy.ts";
import { type HostedApiOptions, hostedApi } from "../../src/flipper-api/hosted-api.ts";
import { mountableApi } from "../../src/flipper-api/mountable-api.ts";
import type { Api } from "../../src/http/routing/api.ts";
import { RequestTrace } from "../../src/http/routing/request-trace.ts";
import type { Credentials } from "../../src/secrets/credentials.ts";
import {
  createServices,
  type Services,
  type ServicesOptions,
} from "../../src/services/services.ts";
import { EventStreams } from "../../src/stream/event-streams.ts";

interface CommonOptions extends Omit<ServicesOptions, "groupPolicy" | "onFault"> {
  readonly docsUrl: string;
  readonly pollIntervalSeconds: number | undefined;
  readonly onFault: (error: unknown, requestId?: string) => void;
  readonly onCaller?: HostedApiOptions["onCaller"];
  readonly trace?: RequestTrace | undefined;
  readonly heartbeatMs?: number | undefined;
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
  readonly streams: EventStreams;
}

export function deployHosted(options: HostedDeploymentOptions): Deployment {
  const services = createServices({ ...options, groupPolicy: hostedGroupPolicy });
  const { telemetry } = options;
  if (telemetry !== undefined) {
    services.writer.onCommit((changes, state) => telemetry.applyCommit(changes, state));
  }
  const context = contextOf(options);
  const { now } = options.checkInputs;
  const streams = streamsOf(options, services);
  return withStreams(services, streams, hostedApi({ ...options, context, services, streams, now }));
}

export function deployMountable(options: MountableDeploymentOptions): Deployment {
  const groupPolicy = mountableGroupPolicy(options.groups);
  const services = createServices({ ...options, groupPolicy });
  const context = contextOf(options);
  const streams = streamsOf(options, services);
  return withStreams(services, streams, mountableApi({ ...options, context, services, streams }));
}

function streamsOf({ checkInputs, onFault, heartbeatMs }: CommonOptions, { writer }: Services) {
  return new EventStreams({ source: writer, now: checkInputs.now, onFault, heartbeatMs });
}

function withStreams(services: Services, streams: EventStreams, api: Api): Deployment {
  return {
    ...services,
    api,
    streams,
    async close() {
      streams.stop();
      await services.close();
    },
  };
}

function contextOf({ docsUrl, onFault, trace = new RequestTrace() }: CommonOptions) {
  return { docsUrl, onFault, trace };
}
