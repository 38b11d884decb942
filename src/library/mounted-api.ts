import { basicAuthentication } from "../api/common/access/access-documentation.ts";
import { mountableAccess } from "../api/common/access/mountable-access.ts";
import { apiHead } from "../api/common/errors/api-head.ts";
import { mountableApi } from "../api/flipper/mountable-api.ts";
import { ofrepApi } from "../api/ofrep/ofrep-api.ts";
import type { Services } from "../app/services/services.ts";
import { healthController } from "../http/health/health-controller.ts";
import { docsController } from "../http/openapi/docs-controller.ts";
import { rawPath } from "../http/request/request-url.ts";
import type { Api } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { EventStreams } from "../http/sse/event-streams.ts";
import type { HostFacts } from "./host-facts.ts";
import type { MountableOptions } from "./mountable-options.ts";

export interface MountedApiOptions {
  readonly options: MountableOptions;
  readonly context: ApiContext;
  readonly services: Services;
  readonly streams: EventStreams;
  readonly mountPath: string;
  readonly host: HostFacts;
}

/** The path of health checks below the mount path. */
export const mountedHealthPath = "/healthz";

/** The path of OFREP below the mount path. */
export const mountedOfrepPath = "/ofrep";

/** The APIs in an application: the mountable API with its documentation and health check, and OFREP. */
export interface MountedApis {
  readonly api: Api;
  readonly ofrep: Api;
  /** The API that answers a request. */
  of(request: Request): Api;
}

export function mountedApis(mounted: MountedApiOptions): MountedApis {
  const { options, mountPath, host, ...parts } = mounted;
  const ofrep = mountedOfrep(mounted);
  const api: Api = mountableApi({
    ...parts,
    mountPath,
    now: Date.now,
    credentials: options.basicAuth,
    groups: new Set(Object.keys(options.groups ?? {})),
    pollIntervalSeconds: options.pollIntervalSeconds,
    library: { checksHosts: options.allowedHosts !== undefined },
    extraControllers: [
      healthController(mountedHealthPath),
      docsController({
        path: "/swagger",
        prefix: mountPath,
        version: host.version,
        head: apiHead,
        apis: () => [api, ofrep],
      }),
    ],
  });
  const start = `${ofrep.prefix}/`;
  return { api, ofrep, of: ({ url }) => (rawPath(url).startsWith(start) ? ofrep : api) };
}

function mountedOfrep({ options, services, mountPath, ...parts }: MountedApiOptions): Api {
  const { basicAuth, allowedHosts } = options;
  const prefix = mountPath + mountedOfrepPath;
  return ofrepApi({
    ...parts,
    service: services.features,
    access: mountableAccess(() => services.writer.state, basicAuth),
    authentication: basicAuth === undefined ? undefined : basicAuthentication,
    prefix,
    publicPrefix: prefix,
    counter: undefined,
    refusals: [
      ...(basicAuth === undefined ? [] : (["credentials_invalid"] as const)),
      ...(allowedHosts === undefined ? [] : (["library_host_not_allowed"] as const)),
    ],
    now: Date.now,
  });
}
