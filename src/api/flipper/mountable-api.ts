import type { AnyElysia } from "elysia";
import type { Services } from "../../app/services/services.ts";
import type { Credentials } from "../../core/secrets/credentials.ts";
import { type Api, createApi } from "../../http/routing/api.ts";
import type { ApiContext } from "../../http/routing/api-context.ts";
import type { EventStreams } from "../../http/sse/event-streams.ts";
import type { OnCaller } from "../common/access/access.ts";
import { basicAuthentication } from "../common/access/access-documentation.ts";
import { mountableAccess } from "../common/access/mountable-access.ts";
import { type DocumentedDeployment, serverRefusals } from "../common/errors/operation-docs.ts";
import { pollHeaders, refusalHeadersOn } from "./answers/interval-headers.ts";
import { changeStreamController } from "./changes/change-stream-controller.ts";
import { featureControllers } from "./feature-controllers.ts";
import { featurePaths } from "./feature-paths.ts";
import { mountableImportPaths } from "./features/import-paths.ts";
import { refusalsWithImports } from "./features/import-refusals.ts";
import { isRegisteredOrEnabled } from "./features/known-groups.ts";

export interface MountableApiOptions {
  readonly context: ApiContext;
  readonly services: Services;
  readonly streams: EventStreams;
  readonly mountPath: string;
  readonly credentials: Credentials | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The names of the registered groups. */
  readonly groups: ReadonlySet<string>;
  /** Seconds that pollers should wait between reads; undefined to send no header. */
  readonly pollIntervalSeconds: number | undefined;
  /** 50 MiB unless given. */
  readonly importBytesMax?: number | undefined;
  readonly onCaller?: OnCaller | undefined;
  /** For the library, in an application with its own limits: whether it checks host names. */
  readonly library?: { readonly checksHosts: boolean };
  /** Controllers of further routes below the mount path. */
  readonly extraControllers?: readonly AnyElysia[];
}

/**
 * The mountable API: below a mount path, without the hosted-only routes (docs/api.md#deployments).
 */
export function mountableApi(options: MountableApiOptions): Api {
  const { context, services, mountPath, credentials, pollIntervalSeconds } = options;
  const access = mountableAccess(() => services.writer.state, credentials, options.onCaller);
  const documented = documentationOf(options);
  return createApi({
    prefix: mountPath,
    context,
    namePrefixes: featurePaths,
    writeRefusal: refusalsWithImports(mountableImportPaths.map((path) => mountPath + path)),
    refusalHeaders: refusalHeadersOn([
      { method: "GET", path: `${mountPath}/features`, headers: pollHeaders(pollIntervalSeconds) },
    ]),
    authentication: credentials === undefined ? undefined : basicAuthentication,
    guard: (request) => void access.reader(request),
    controllers: [
      ...featureControllers({
        service: services.features,
        access,
        isGroup: isRegisteredOrEnabled(options.groups),
        showsExpressions: false,
        pollIntervalSeconds,
        importPlace: services.importPlace,
        importPaths: mountableImportPaths,
        importBytesMax: options.importBytesMax,
        documented,
      }),
      changeStreamController({ streams: options.streams, access, documented }),
      ...(options.extraControllers ?? []),
    ],
  });
}

function documentationOf({ credentials, library }: MountableApiOptions): DocumentedDeployment {
  const refusals = credentials === undefined ? [] : (["credentials_invalid"] as const);
  if (library !== undefined) {
    return {
      isHosted: false,
      refusals: [
        ...refusals,
        ...(library.checksHosts ? (["library_host_not_allowed"] as const) : []),
      ],
      writeRefusals: [],
      bodyRefusals: [],
    };
  }
  return {
    isHosted: false,
    refusals: [...refusals, ...serverRefusals],
    writeRefusals: ["origin_not_allowed"],
    bodyRefusals: ["request_timeout"],
  };
}
