import { hostedGroups } from "../commands/hosted-groups.ts";
import { tokenAuthentication } from "../http/openapi/authentication.ts";
import { type Api, createApi } from "../http/routing/api.ts";
import type { Trace } from "../http/routing/trace.ts";
import { AuditService } from "../services/audit-service.ts";
import { EnvironmentService } from "../services/environment-service.ts";
import {
  type Core,
  type CoreOptions,
  createCore,
  featureControllers,
} from "../services/services.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { OnCaller } from "./access/access.ts";
import { hostedAccess } from "./access/hosted-access.ts";
import { pollHeaders, refusedIntervals, telemetryHeaders } from "./answers/intervals.ts";
import { auditController } from "./audits/audit-controller.ts";
import { environmentController } from "./environments/environment-controller.ts";
import { expressionController } from "./features/expression-controller.ts";
import { telemetryController } from "./telemetry/telemetry-controller.ts";

export interface HostedDeploymentOptions extends Omit<CoreOptions, "groupPolicy" | "onFault"> {
  /** `{base_url}/adapter`, as a path. */
  readonly prefix: string;
  readonly docsUrl: string;
  readonly pollIntervalSeconds: number | undefined;
  /** 50 MiB unless given. */
  readonly importBytesMax?: number | undefined;
  /** Told of faults of ours, with the id the client was given where there is one. */
  readonly onFault: (error: unknown, requestId?: string) => void;
  /** Counts and sums up evaluations; without it there are no telemetry routes. */
  readonly telemetry?: Telemetry | undefined;
  /** Seconds that clients should wait between submissions; undefined to leave it to them. */
  readonly telemetryIntervalSeconds?: number | undefined;
  readonly onCaller?: OnCaller | undefined;
  readonly trace?: Trace | undefined;
}

export interface HostedDeployment extends Core {
  readonly api: Api;
}

/** SPEC.md's deployment (b): the API with tokens, environments, expressions and audits. */
export function deployHosted(options: HostedDeploymentOptions): HostedDeployment {
  const core = createCore({ ...options, groupPolicy: hostedGroups });
  const { service, writer } = core;
  const access = hostedAccess(() => writer.state, options.onCaller);
  const { telemetry } = options;
  if (telemetry !== undefined) {
    writer.onCommit((changes, state) => telemetry.applyCommit(changes, state));
  }
  const api = createApi({
    prefix: options.prefix,
    docsUrl: options.docsUrl,
    onFault: options.onFault,
    headersOf: refusedIntervals([
      {
        method: "GET",
        path: `${options.prefix}/features`,
        headers: pollHeaders(options.pollIntervalSeconds),
      },
      {
        method: "POST",
        path: `${options.prefix}/telemetry`,
        headers: telemetryHeaders(options.telemetryIntervalSeconds),
      },
    ]),
    trace: options.trace,
    authentication: tokenAuthentication,
    guard: (request) => void access.reader(request),
    controllers: [
      ...featureControllers({
        service,
        access,
        showsExpressions: true,
        pollIntervalSeconds: options.pollIntervalSeconds,
        importBytesMax: options.importBytesMax,
      }),
      expressionController({ service, access }),
      environmentController({ service: new EnvironmentService(writer), access }),
      auditController({ service: new AuditService(options.opened.storage, writer), access }),
      ...(telemetry === undefined
        ? []
        : [
            telemetryController({
              telemetry,
              access,
              state: () => writer.state,
              snapshot: (caller) => service.snapshot(caller),
              now: options.surroundings.now,
              telemetryIntervalSeconds: options.telemetryIntervalSeconds,
            }),
          ]),
    ],
  });
  return { ...core, api };
}
