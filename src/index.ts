import { Elysia } from "elysia";
import { mountableGroupPolicy } from "./app/commands/group-policy.ts";
import { askPredicates } from "./app/services/group-predicates.ts";
import { createServices, type Services, type ServicesOptions } from "./app/services/services.ts";
import { ImmediateWriter } from "./app/writer/immediate-writer.ts";
import { recordMode } from "./cli/administration/recorded-mode.ts";
import { parseMountPath } from "./config/parse-url-path.ts";
import { GatehouseError } from "./core/errors.ts";
import { type Lazy, lazily } from "./core/memo/lazily.ts";
import { emptyState } from "./core/model/state.ts";
import { gatehouseVersion } from "./core/version.ts";
import { rawPath, requestForElysia } from "./http/request/request-url.ts";
import { restoreParsedBody } from "./http/request/restore-parsed-body.ts";
import type { ApiContext } from "./http/routing/api-context.ts";
import type { PeerAddresses } from "./http/routing/fetch-handler.ts";
import { RequestTrace } from "./http/routing/request-trace.ts";
import { requestWithSingleSlashes } from "./http/routing/single-slashes.ts";
import { EventStreams } from "./http/sse/event-streams.ts";
import { checkOptions } from "./library/check-options.ts";
import { createInProcessToggles } from "./library/create-in-process-toggles.ts";
import { hostCheck } from "./library/host-check.ts";
import type { HostFacts } from "./library/host-facts.ts";
import type { InProcessToggles } from "./library/in-process-toggles.ts";
import type { MountableOptions } from "./library/mountable-options.ts";
import { mountedApis, mountedHealthPath, mountedOfrepPath } from "./library/mounted-api.ts";
import { type MountedUiOptions, mountedUi, mountedUiPaths } from "./library/mounted-ui.ts";
import { registerOpen, takeOver } from "./library/open-directories.ts";
import { allowReset } from "./library/reset-in-memory.ts";
import { databaseFiles } from "./server/metrics/database-files.ts";
import { MemoryStorage } from "./storage/memory/in-memory-storage.ts";
import { openSqliteStorageHere } from "./storage/sqlite/sqlite-storage.ts";

export type { GroupPredicate } from "./app/services/group-predicates.ts";
export { GatehouseError } from "./core/errors.ts";
export type { Actor } from "./core/evaluation/actor-context.ts";
export type { FeatureState, ListedGates as Gates } from "./core/evaluation/gates.ts";
export type { Credentials } from "./core/secrets/credentials.ts";
export type {
  ActorArgument,
  FeatureInfo,
  GateActor,
  GroupOptions,
  InProcessToggles,
} from "./library/in-process-toggles.ts";
export type { MountableOptions } from "./library/mountable-options.ts";
export { StorageError } from "./storage/storage-error.ts";

/** An intersection type: Elysia's `use` does not accept an interface that extends Elysia. */
export type Mountable = Elysia &
  InProcessToggles & {
    /** Resolves when everything accepted is stored and the data directory is unlocked. */
    close(): Promise<void>;
  };

const inMemory = ":memory:";

/** Each method by name, because a host's `GET /flipper/*` takes precedence over `ALL`. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "ALL"] as const;

/** Keeps the host from parsing the API's bodies; `none` does not if the host has its own parser. */
const skipParsing = () => unparsed;
const unparsed = Object.freeze({});

/** Identifies this evaluation of the module: `bun --hot` evaluates it again. */
const evaluation = { moduleUrl: import.meta.url };

/**
 * The mountable deployment (docs/api.md#deployments) as an Elysia plugin; `handle` serves it
 * without Elysia. A parser that the host adds for all routes also reads the API's bodies, and its
 * errors are answered by the host. Throws a `StorageError` if the data directory cannot be used.
 */
export function mountable(options: MountableOptions): Mountable {
  const mountPath = mountPathOf(options.mountPath ?? "/flipper/api");
  const mayAnswer = hostCheck(options, mountPath + mountedHealthPath);
  checkOptions(options);
  const context: ApiContext = {
    docsUrl: options.docsUrl ?? `${mountPath}/swagger`,
    onFault: options.onFault ?? (() => undefined),
    trace: new RequestTrace(),
  };
  const streams = lazily(
    () => new EventStreams({ source: services.writer, now: Date.now, onFault: context.onFault }),
  );
  const services = openServices(options, context, () => streams.made?.stop());
  let isReady = false;
  const ready = services.ready.then(() => {
    isReady = true;
  });
  // Requests report a failure; without this line the unhandled rejection would end the host.
  ready.catch(() => undefined);
  const shared = { options, context, services, mountPath, host: hostOf(options) };
  // Tests that send no request save most of the time of a new deployment.
  const apis = lazily(() => mountedApis({ ...shared, streams: streams.get() }));
  const apiOf = (request: Request) => apis.get().of(request);
  const refusedHost = (request: Request) =>
    mayAnswer(request)
      ? undefined
      : apiOf(request).refuse(new GatehouseError("host_not_allowed", hostRefused), request);
  /** Without data, such as after `close`, a request is refused in the form of the API. */
  const whenReady = (request: Request, answer: () => Response | Promise<Response>) =>
    ready.then(answer, (error: unknown) => apiOf(request).refuse(error, request));
  const prefixes = [mountPath, mountPath + mountedOfrepPath];
  const answer = ({ request: received, body, server }: MountedRequest) => {
    const restored = restoreParsedBody(received, body === unparsed ? undefined : body);
    // Slashes before the mount path are the host's, which may guard paths by their text.
    const request = rawPath(restored.url).startsWith(mountPath)
      ? requestWithSingleSlashes(restored, prefixes)
      : restored;
    const refused = refusedHost(request);
    if (refused !== undefined) {
      return refused;
    }
    const peers = peersOf(server);
    const answerNow = () => apiOf(request).fetch(request, peers);
    return isReady ? answerNow() : whenReady(request, answerNow);
  };

  const plugin = new Elysia();
  const hasPages = options.ui === true;
  if (hasPages || options.adminApi === true) {
    const ui = openUi({ ...shared, streams }, hasPages);
    const answerUi = ({ request, body, server }: MountedRequest) => {
      const refused = refusedHost(request);
      if (refused !== undefined) {
        return refused;
      }
      const peers = peersOf(server);
      return whenReady(request, async () => {
        const opened = await ui.get();
        const restored = restoreParsedBody(request, body === unparsed ? undefined : body);
        return (
          opened.fetch(restored, peers) ??
          opened.unknownPage(request) ??
          apiOf(request).refuse(new GatehouseError("route_not_found"), request)
        );
      });
    };
    addRoutes(plugin, mountedUiPaths(mountPath, hasPages), answerUi);
  }
  addRoutes(plugin, [mountPath, `${mountPath}/*`], answer);
  const toggles = Object.assign(plugin, createInProcessToggles(services), {
    handle: async (request: Request) =>
      plugin.fetch(requestForElysia(request, rawPath(request.url))),
    close: async () => {
      streams.made?.stop();
      await services.close();
    },
  });
  if (options.data === inMemory) {
    allowReset(toggles, services);
  }
  return toggles;
}

function addRoutes(
  plugin: Elysia,
  paths: readonly string[],
  answer: (mounted: MountedRequest) => Response | Promise<Response>,
): void {
  for (const path of paths) {
    for (const method of methods) {
      plugin.route(method, path, answer, { parse: skipParsing, detail: { hide: true } });
    }
  }
}

interface MountedRequest {
  readonly request: Request;
  readonly body: unknown;
  readonly server: Bun.Server<unknown> | null;
}

/** Streams of events need the server, to keep their connections; there may be none. */
function peersOf(server: Bun.Server<unknown> | null): PeerAddresses {
  return {
    requestIP: (request) => server?.requestIP(request) ?? null,
    timeout: (request, seconds) => server?.timeout(request, seconds),
  };
}

type UiParts = Omit<MountedUiOptions, "streams" | "pack" | "now">;

/** Most hosts have no UI, and tests open none, so its files are read with the first request. */
function openUi(
  { streams, ...parts }: UiParts & { readonly streams: Lazy<EventStreams> },
  hasPages: boolean,
) {
  return lazily(async () => {
    const pack = hasPages ? await uiPack() : undefined;
    return mountedUi({ ...parts, streams: streams.get(), pack, now: Date.now });
  });
}

async function uiPack(): Promise<string> {
  return (await import("../build/ui.pack", { with: { type: "file" } })).default;
}

function hostOf({ data }: MountableOptions): HostFacts {
  return {
    version: gatehouseVersion,
    databases: async () => (data === inMemory ? [] : databaseFiles(data)),
    memoryBytes: () => process.memoryUsage.rss(),
  };
}

const hostRefused = {
  message: "The server does not answer requests for this host name; see the option allowedHosts",
};

/** `onHandOver` is called when a reloaded host takes over the data directory. */
function openServices(
  options: MountableOptions,
  context: ApiContext,
  onHandOver: () => void,
): Services {
  const groups = new Map(Object.entries(options.groups ?? {}));
  const servicesOptions = {
    groupPolicy: mountableGroupPolicy(new Set(groups.keys())),
    checkInputs: {
      isInGroup: askPredicates(groups, context.onFault),
      now: Date.now,
      random: Math.random,
      crc32: Bun.hash.crc32,
    },
    onFault: context.onFault,
  };
  if (options.data !== inMemory) {
    return openDirectory(options.data, servicesOptions, onHandOver);
  }
  const storage = new MemoryStorage();
  return createServices({
    ...servicesOptions,
    opened: {
      ...{ storage, state: emptyState, position: 0 },
      openWriter: (settings) => new ImmediateWriter({ ...settings, storage }),
    },
    removesOldAudits: false,
  });
}

function openDirectory(
  directory: string,
  options: Omit<ServicesOptions, "opened">,
  onHandOver: () => void,
): Services {
  takeOver(directory, evaluation);
  const opened = openSqliteStorageHere(directory);
  const services = createServices({ ...options, opened });
  recordMode(directory, "mountable", options.onFault);
  const unregister = registerOpen(directory, {
    evaluation,
    handOver() {
      onHandOver();
      services.stop().catch(options.onFault);
      opened.abandon();
    },
  });
  return {
    ...services,
    async close() {
      try {
        await services.close();
      } finally {
        unregister();
      }
    },
  };
}

function mountPathOf(text: string): string {
  const parsed = parseMountPath(text);
  if ("reason" in parsed) {
    throw new TypeError(`mountPath ${parsed.reason}`);
  }
  return parsed.value;
}
