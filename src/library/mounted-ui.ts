import { adminApiPath } from "../api/admin/admin-api.ts";
import type { AboutAnswer } from "../api/admin/contract/about-models.ts";
import { createWebUi } from "../api/admin/create-web-ui.ts";
import { mountableGuard } from "../api/admin/guards.ts";
import { uiSegments } from "../api/admin/page-paths.ts";
import type { WebUi } from "../api/admin/web-ui.ts";
import type { Services } from "../app/services/services.ts";
import { importBytesDefault } from "../core/model/feature.ts";
import { readPagePack } from "../http/response/page-pack.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { EventStreams } from "../http/sse/event-streams.ts";
import { type HostFacts, hostFacts } from "./host-facts.ts";
import type { MountableOptions } from "./mountable-options.ts";

export interface MountedUiOptions {
  readonly options: MountableOptions;
  readonly context: ApiContext;
  readonly services: Services;
  readonly streams: EventStreams;
  readonly mountPath: string;
  readonly host: HostFacts;
  /** The path of the built UI; undefined for the Admin API alone. */
  readonly pack: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * The paths of the UI, or of the Admin API without pages, in the application. All are below the
 * parent of the mount path. Throws a `TypeError` for a mount path that would hide one of them.
 */
export function mountedUiPaths(mountPath: string, hasPages: boolean): readonly string[] {
  const parent = parentOf(mountPath);
  const paths = (hasPages ? uiSegments.map((segment) => `/${segment}`) : [adminApiPath]).map(
    (path) => parent + path,
  );
  if (paths.some((path) => path === mountPath || path.startsWith(`${mountPath}/`))) {
    const last = mountPath.slice(parent.length);
    throw new TypeError(`mountPath must not end in ${last}, which is a path of the UI`);
  }
  const below = paths.flatMap((path) => [path, `${path}/*`]);
  return hasPages ? [parent, `${parent}/`, ...below].filter((path) => path !== "") : below;
}

/** The web UI in an application, or its Admin API alone. The application decides who reaches it. */
export function mountedUi(mounted: MountedUiOptions): WebUi {
  const { options, context, services, streams, mountPath, host, now } = mounted;
  const parent = parentOf(mountPath);
  return createWebUi({
    context,
    services,
    streams,
    now,
    version: host.version,
    server: hostFacts(host),
    guard: mountableGuard({
      state: () => services.writer.state,
      credentials: options.basicAuth,
      readOnly: null,
    }),
    accounts: undefined,
    telemetry: undefined,
    quarantine: undefined,
    webhooks: undefined,
    hostGroups: new Set(Object.keys(options.groups ?? {})),
    apiPath: mountPath,
    basePath: parent,
    publicPath: parent,
    publicUrl: undefined,
    pack: mounted.pack === undefined ? undefined : packReader(mounted.pack),
    importBytesMax: importBytesDefault,
    backups: () => undefined,
    about: aboutHost(mounted, now()),
    addressOf: (request, peers) => peers.requestIP(request)?.address ?? "",
  });
}

function packReader(path: string) {
  const pack = readPagePack(path);
  return () => pack;
}

function aboutHost(mounted: MountedUiOptions, startedAt: number): () => Promise<AboutAnswer> {
  const { options, services, host } = mounted;
  return async () => {
    const { state } = services.writer;
    const files = await host.databases();
    return {
      version: host.version,
      mode: "mountable",
      startedAt,
      dataDirectory: options.data,
      node: null,
      databases: files.map(({ name, bytes }) => ({ file: name, bytes })),
      features: Array.from(state.features.values()).reduce((sum, { size }) => sum + size, 0),
      environments: 1,
      checks: [],
      memoryBytes: host.memoryBytes(),
    };
  };
}

/** `/flipper` for `/flipper/api`; empty for `/api`. */
function parentOf(mountPath: string): string {
  return mountPath.slice(0, mountPath.lastIndexOf("/"));
}
