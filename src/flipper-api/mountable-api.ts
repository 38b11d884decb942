import type { AnyElysia } from "elysia";
import { registeredGroups } from "../commands/group-policy.ts";
import { basicAuthentication } from "../http/openapi/authentication.ts";
import { type Api, createApi } from "../http/routing/api.ts";
import type { Trace } from "../http/routing/trace.ts";
import type { Credentials } from "../secrets/credentials.ts";
import {
  type Core,
  type CoreOptions,
  createCore,
  featureControllers,
} from "../services/services.ts";
import type { OnCaller } from "./access/access.ts";
import { mountableAccess } from "./access/mountable-access.ts";
import { pollHeaders, refusedIntervals } from "./answers/intervals.ts";

export interface MountableDeploymentOptions extends Omit<CoreOptions, "groupPolicy" | "onFault"> {
  readonly mountPath: string;
  /** The groups that may be enabled, by name. */
  readonly groups: ReadonlySet<string>;
  readonly credentials: Credentials | undefined;
  readonly docsUrl: string;
  readonly pollIntervalSeconds: number | undefined;
  /** 50 MiB unless given. */
  readonly importBytesMax?: number | undefined;
  /** Told of faults of ours, with the id the client was given where there is one. */
  readonly onFault: (error: unknown, requestId?: string) => void;
  readonly onCaller?: OnCaller | undefined;
  readonly trace?: Trace | undefined;
  /** Routes that stand beside the API's own, under the same prefix. */
  readonly companions?: readonly AnyElysia[];
}

export interface MountableDeployment extends Core {
  readonly api: Api;
}

/** SPEC.md's deployment (a): the API under a path prefix, without what is hosted only. */
export function deployMountable(options: MountableDeploymentOptions): MountableDeployment {
  const core = createCore({ ...options, groupPolicy: registeredGroups(options.groups) });
  const access = mountableAccess(() => core.writer.state, options.credentials, options.onCaller);
  const api = createApi({
    prefix: options.mountPath,
    docsUrl: options.docsUrl,
    onFault: options.onFault,
    headersOf: refusedIntervals([
      {
        method: "GET",
        path: `${options.mountPath}/features`,
        headers: pollHeaders(options.pollIntervalSeconds),
      },
    ]),
    trace: options.trace,
    authentication: options.credentials === undefined ? undefined : basicAuthentication,
    guard: (request) => void access.reader(request),
    controllers: [
      ...featureControllers({
        service: core.service,
        access,
        showsExpressions: false,
        pollIntervalSeconds: options.pollIntervalSeconds,
        importBytesMax: options.importBytesMax,
      }),
      ...(options.companions ?? []),
    ],
  });
  return { ...core, api };
}
