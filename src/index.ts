import { Elysia } from "elysia";
import { mountableGroupPolicy } from "./commands/group-policy.ts";
import { parseMountPath } from "./config/parse-url-path.ts";
import { mountableCaller } from "./flipper-api/access/mountable-access.ts";
import { mountableApi } from "./flipper-api/mountable-api.ts";
import { healthController } from "./health/health-controller.ts";
import { docsController } from "./http/openapi/docs-controller.ts";
import { withHostBody } from "./http/request/host-body.ts";
import { rawPath, routable } from "./http/request/request-url.ts";
import type { Api } from "./http/routing/api.ts";
import type { ApiContext } from "./http/routing/api-context.ts";
import { Trace } from "./http/routing/trace.ts";
import type { Credentials } from "./secrets/credentials.ts";
import { askPredicates, type GroupPredicate } from "./services/group-predicates.ts";
import { createServices, type Services } from "./services/services.ts";
import { openSqliteStorage } from "./storage/sqlite/sqlite-storage.ts";
import type { Actor } from "./toggles/actor-context.ts";
import { gatehouseVersion } from "./version.ts";

export type { Credentials } from "./secrets/credentials.ts";
export type { GroupPredicate } from "./services/group-predicates.ts";
export type { Actor } from "./toggles/actor-context.ts";

export interface MountableOptions {
  /** Where the API stands in the host's paths; `/flipper/api` unless given. */
  readonly mountPath?: string;
  /** A directory to keep features in, made if it is missing, or ":memory:" for tests. */
  readonly data: string;
  /** The registered groups, by name; only these may be enabled without further ado. */
  readonly groups?: Readonly<Record<string, GroupPredicate>>;
  /** HTTP Basic credentials to ask for; none unless given, as the host may have its own. */
  readonly basicAuth?: Credentials;
  /** Where errors say more; the API's own documentation unless given. */
  readonly docsUrl?: string;
  /** Seconds that polling clients are told to wait; 10 or more. */
  readonly pollIntervalSeconds?: number;
  /**
   * Called with each internal error of the library, and with the id of the request if its answer
   * has one; and, without an id, with what a group predicate throws, and with a `TypeError` for one
   * that returns a promise. Such a predicate counts as false.
   */
  readonly onFault?: (error: unknown, requestId?: string) => void;
}

/** Whom a feature is asked for: an id, an actor with properties, or several of them at once. */
export type AskedActor = string | Actor | readonly (string | Actor)[];

/** An intersection, as an interface that extends Elysia is no plugin to a strict host's `use`. */
export type Mountable = Elysia & {
  /**
   * Whether a feature is enabled, in process: no HTTP, no SQL. An unknown feature is not. Null and
   * undefined are no actor. A group predicate that throws closes that gate only, and is reported to
   * `onFault`.
   */
  enabled(feature: string, actor?: AskedActor | null): boolean;
  /** Resolves when everything accepted is stored and the data directory is free again. */
  close(): Promise<void>;
};

/** Everything by its name, as a host's `GET /flipper/*` would win over `ALL`, and then the rest. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "ALL"] as const;

/** Keeps the host from parsing bodies the API reads: `none` does not, beside a host's own parser. */
const leaveUnread = () => unread;
const unread = Object.freeze({});

/**
 * The mountable deployment (SPEC.md 1) as an Elysia plugin; `handle` serves it without Elysia.
 * A parser that the host adds for all routes reads the API's bodies too: what it throws is the
 * host's own error, before the API is asked. Throws a `StorageError` if the data directory cannot be used.
 */
export function mountable(options: MountableOptions): Mountable {
  const mountPath = mountPathOf(options.mountPath ?? "/flipper/api");
  const { api, services } = deploy(options, mountPath);
  const { writer, features } = services;
  let isReady = false;
  const readied = services.ready.then(() => {
    isReady = true;
  });
  // A failure is told by the first request; without this line it would also end the host.
  readied.catch(() => undefined);
  const answer = ({ request, body }: { request: Request; body: unknown }) => {
    const whole = withHostBody(request, body === unread ? undefined : body);
    return isReady ? api.fetch(whole) : readied.then(() => api.fetch(whole));
  };

  const plugin = new Elysia();
  for (const method of methods) {
    plugin.route(method, mountPath, answer, { parse: leaveUnread, detail: { hide: true } });
    plugin.route(method, `${mountPath}/*`, answer, { parse: leaveUnread, detail: { hide: true } });
  }
  return Object.assign(plugin, {
    handle: async (request: Request) => plugin.fetch(routable(request, rawPath(request.url))),
    enabled(feature: string, actor?: AskedActor | null) {
      if (writer.state.productions.isEmpty()) {
        return false;
      }
      const caller = mountableCaller(writer.state);
      const toggle = features.snapshot(caller).find(feature);
      return (
        toggle !== undefined && features.check(caller, actorsOf(actor ?? [])).isEnabled(toggle)
      );
    },
    close: () => services.close(),
  });
}

interface Deployment {
  readonly api: Api;
  readonly services: Services;
}

function deploy(options: MountableOptions, mountPath: string): Deployment {
  const groups = new Map(Object.entries(options.groups ?? {}));
  const context: ApiContext = {
    docsUrl: options.docsUrl ?? `${mountPath}/swagger`,
    onFault: options.onFault ?? (() => undefined),
    trace: new Trace(),
  };
  const services = createServices({
    opened: openSqliteStorage(options.data),
    groupPolicy: mountableGroupPolicy(new Set(groups.keys())),
    checkInputs: {
      isInGroup: askPredicates(groups, (error) => context.onFault(error)),
      now: Date.now,
      random: Math.random,
      crc32: Bun.hash.crc32,
    },
    onFault: context.onFault,
  });
  const api: Api = mountableApi({
    context,
    services,
    mountPath,
    credentials: options.basicAuth,
    pollIntervalSeconds: options.pollIntervalSeconds,
    companions: [
      healthController("/healthz"),
      docsController({
        path: "/swagger",
        prefix: mountPath,
        version: gatehouseVersion,
        apis: () => [api],
      }),
    ],
  });
  return { api, services };
}

function mountPathOf(text: string): string {
  const parsed = parseMountPath(text);
  if ("reason" in parsed) {
    throw new TypeError(`mountPath ${parsed.reason}`);
  }
  return parsed.value;
}

function actorsOf(asked: AskedActor): readonly Actor[] {
  const list: readonly (string | Actor)[] =
    typeof asked === "string" || "flipperId" in asked ? [asked] : asked;
  return list.map((actor) =>
    typeof actor === "string" ? { flipperId: actor, properties: {} } : actor,
  );
}
