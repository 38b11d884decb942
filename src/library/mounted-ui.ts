import type { AboutAnswer } from "../api/admin/contract/about-models.ts";
import { mountableGuard } from "../api/admin/guards.ts";
import { createWebUi } from "../api/admin/handlers/create-web-ui.ts";
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
  /** The path of the built UI. */
  readonly pack: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** The paths of the UI in its host: at the parent of the mount path, and none else there. */
export function mountedUiPaths(mountPath: string): readonly string[] {
  const parent = parentOf(mountPath);
  const below = uiSegments.flatMap((segment) => [`${parent}/${segment}`, `${parent}/${segment}/*`]);
  return [parent, `${parent}/`, ...below].filter((path) => path !== "");
}

/** Throws a `TypeError` for a mount path that would hide pages of the UI. */
export function checkMountedUi(mountPath: string): void {
  const last = mountPath.slice(mountPath.lastIndexOf("/") + 1);
  if (uiSegments.includes(last)) {
    throw new TypeError(`mountPath must not end in /${last}, which is a path of the UI`);
  }
}

/** The web UI in a host, which decides who reaches it. */
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
    pack: packReader(mounted.pack),
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
