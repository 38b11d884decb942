import { apiHead } from "../flipper-api/errors/api-head.ts";
import { mountableApi } from "../flipper-api/mountable-api.ts";
import { healthController } from "../health/health-controller.ts";
import { docsController } from "../http/openapi/docs-controller.ts";
import type { Api } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { Services } from "../services/services.ts";
import type { EventStreams } from "../stream/event-streams.ts";
import type { MountableOptions } from "./mountable-options.ts";

export interface MountedApiOptions {
  readonly options: MountableOptions;
  readonly context: ApiContext;
  readonly services: Services;
  readonly streams: EventStreams;
  readonly mountPath: string;
  readonly version: string;
}

/** The path of health checks below the mount path. */
export const mountedHealthPath = "/healthz";

/** The mountable API in a host, with its documentation and its health check. */
export function mountedApi({ options, mountPath, version, ...parts }: MountedApiOptions): Api {
  const api: Api = mountableApi({
    ...parts,
    mountPath,
    credentials: options.basicAuth,
    groups: new Set(Object.keys(options.groups ?? {})),
    pollIntervalSeconds: options.pollIntervalSeconds,
    library: { checksHosts: options.allowedHosts !== undefined },
    extraControllers: [
      healthController(mountedHealthPath),
      docsController({
        path: "/swagger",
        prefix: mountPath,
        version,
        head: apiHead,
        apis: () => [api],
      }),
    ],
  });
  return api;
}
