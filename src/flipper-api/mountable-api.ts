import type { AnyElysia } from "elysia";
import { type Api, createApi } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { Credentials } from "../secrets/credentials.ts";
import type { Services } from "../services/services.ts";
import type { OnCaller } from "./access/access.ts";
import { basicAuthentication } from "./access/access-documentation.ts";
import { mountableAccess } from "./access/mountable-access.ts";
import { pollHeaders, refusedIntervals } from "./answers/intervals.ts";
import { errorResponse } from "./errors/error-response.ts";
import { featureControllers } from "./feature-controllers.ts";
import { featurePaths } from "./feature-paths.ts";

export interface MountableApiOptions {
  readonly context: ApiContext;
  readonly services: Services;
  readonly mountPath: string;
  readonly credentials: Credentials | undefined;
  /** Seconds that pollers should wait between reads; undefined to leave it to them. */
  readonly pollIntervalSeconds: number | undefined;
  /** 50 MiB unless given. */
  readonly importBytesMax?: number | undefined;
  readonly onCaller?: OnCaller | undefined;
  /** Routes beside the API's own, under the same prefix. */
  readonly companions?: readonly AnyElysia[];
}

/** The mountable API: under a path prefix, without the routes that are hosted only (docs/api.md#deployments). */
export function mountableApi(options: MountableApiOptions): Api {
  const { context, services, mountPath, credentials, pollIntervalSeconds } = options;
  const access = mountableAccess(() => services.writer.state, credentials, options.onCaller);
  return createApi({
    prefix: mountPath,
    context,
    namePrefixes: featurePaths,
    writeRefusal: errorResponse,
    refusalHeaders: refusedIntervals([
      { method: "GET", path: `${mountPath}/features`, headers: pollHeaders(pollIntervalSeconds) },
    ]),
    authentication: credentials === undefined ? undefined : basicAuthentication,
    guard: (request) => void access.reader(request),
    controllers: [
      ...featureControllers({
        service: services.features,
        access,
        showsExpressions: false,
        pollIntervalSeconds,
        importBytesMax: options.importBytesMax,
      }),
      ...(options.companions ?? []),
    ],
  });
}
