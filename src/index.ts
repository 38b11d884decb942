import { Elysia } from "elysia";
import { recordMode } from "./administration/recorded-mode.ts";
import { mountableGroupPolicy } from "./commands/group-policy.ts";
import { parseMountPath } from "./config/parse-url-path.ts";
import { parseHost } from "./config/value-parsers.ts";
import { GatehouseError } from "./errors.ts";
import { mountableCaller } from "./flipper-api/access/mountable-access.ts";
import { apiHead } from "./flipper-api/errors/api-head.ts";
import { mountableApi } from "./flipper-api/mountable-api.ts";
import { healthController } from "./health/health-controller.ts";
import { docsController } from "./http/openapi/docs-controller.ts";
import { AllowedHosts } from "./http/request/allowed-hosts.ts";
import { rawPath, requestForElysia } from "./http/request/request-url.ts";
import { restoreParsedBody } from "./http/request/restore-parsed-body.ts";
import type { Api } from "./http/routing/api.ts";
import type { ApiContext } from "./http/routing/api-context.ts";
import { RequestTrace } from "./http/routing/request-trace.ts";
import type { Credentials } from "./secrets/credentials.ts";
import { askPredicates, type GroupPredicate } from "./services/group-predicates.ts";
import { createServices, type Services } from "./services/services.ts";
import { openSqliteStorageHere } from "./storage/sqlite/sqlite-storage.ts";
import type { Actor } from "./toggles/actor-context.ts";
import { gatehouseVersion } from "./version.ts";

export type { Credentials } from "./secrets/credentials.ts";
export type { GroupPredicate } from "./services/group-predicates.ts";
export type { Actor } from "./toggles/actor-context.ts";

export interface MountableOptions {
  /** The prefix of the API's paths in the host; `/flipper/api` unless given. */
  readonly mountPath?: string;
  /** The data directory, created if it is missing, or ":memory:" for tests. */
  readonly data: string;
  /** The registered groups by name; others need `allow_unregistered_groups` to be enabled. */
  readonly groups?: Readonly<Record<string, GroupPredicate>>;
  /** HTTP Basic credentials that requests must have; none unless given, as the host may check. */
  readonly basicAuth?: Credentials;
  /**
   * The host names that requests may be for, beside localhost, 127.0.0.1 and [::1]; others are
   * refused, except for `/healthz`. Not checked unless given. Set it when the host has no
   * authentication of its own: otherwise web pages can reach a server on the reader's machine or
   * network through a host name that resolves to it (DNS rebinding).
   */
  readonly allowedHosts?: readonly string[];
  /** The link `more_info` of errors; the API's own documentation unless given. */
  readonly docsUrl?: string;
  /** The seconds that polling clients should wait between reads; 10 or more. */
  readonly pollIntervalSeconds?: number;
  /**
   * Called with each internal error of the library, and with the id of the request if its answer
   * has one; and, without an id, with what a group predicate throws, and with a `TypeError` for one
   * that returns a promise. Such a predicate counts as false.
   */
  readonly onFault?: (error: unknown, requestId?: string) => void;
}

/** The actor of `enabled`: an id, an actor with properties, or a list of them. */
export type ActorArgument = string | Actor | readonly (string | Actor)[];

/** An intersection type: Elysia's `use` does not accept an interface that extends Elysia. */
export type Mountable = Elysia & {
  /**
   * Whether a feature is enabled, in process: no HTTP, no SQL. An unknown feature is not. Null and
   * undefined are no actor. A group predicate that throws closes that gate only, and is reported to
   * `onFault`.
   */
  enabled(feature: string, actor?: ActorArgument | null): boolean;
  /** Resolves when everything accepted is stored and the data directory is free again. */
  close(): Promise<void>;
};

const healthPath = "/healthz";

/** Each method by name, because a host's `GET /flipper/*` takes precedence over `ALL`. */
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "ALL"] as const;

/** Keeps the host from parsing the API's bodies; `none` does not if the host has its own parser. */
const skipParsing = () => unparsed;
const unparsed = Object.freeze({});

/**
 * The mountable deployment (docs/api.md#deployments) as an Elysia plugin; `handle` serves it
 * without Elysia. A parser that the host adds for all routes also reads the API's bodies, and its
 * errors are answered by the host. Throws a `StorageError` if the data directory cannot be used.
 */
export function mountable(options: MountableOptions): Mountable {
  const mountPath = mountPathOf(options.mountPath ?? "/flipper/api");
  const mayAnswer = hostCheck(options, mountPath);
  const { api, services } = deploy(options, mountPath);
  const { writer, features } = services;
  let isReady = false;
  const ready = services.ready.then(() => {
    isReady = true;
  });
  // Requests report a failure; without this line the unhandled rejection would end the host.
  ready.catch(() => undefined);
  const answer = ({ request, body }: { request: Request; body: unknown }) => {
    if (!mayAnswer(request)) {
      return api.refuse(new GatehouseError("host_not_allowed", hostRefused), request);
    }
    const restored = restoreParsedBody(request, body === unparsed ? undefined : body);
    return isReady ? api.fetch(restored) : ready.then(() => api.fetch(restored));
  };

  const plugin = new Elysia();
  for (const method of methods) {
    plugin.route(method, mountPath, answer, { parse: skipParsing, detail: { hide: true } });
    plugin.route(method, `${mountPath}/*`, answer, { parse: skipParsing, detail: { hide: true } });
  }
  return Object.assign(plugin, {
    handle: async (request: Request) =>
      plugin.fetch(requestForElysia(request, rawPath(request.url))),
    enabled(feature: string, actor?: ActorArgument | null) {
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

const hostRefused =
  "The server does not answer requests for this host name; see the option allowedHosts";

/** Health checks are answered for any host, as load balancers ask for them by address. */
function hostCheck({ allowedHosts }: MountableOptions, mountPath: string) {
  for (const name of allowedHosts ?? []) {
    const parsed = parseHost(name);
    if ("reason" in parsed) {
      throw new TypeError(`allowedHosts: ${JSON.stringify(name)} ${parsed.reason}`);
    }
  }
  const hosts = allowedHosts === undefined ? undefined : new AllowedHosts(allowedHosts);
  return (request: Request) =>
    hosts === undefined ||
    hosts.allows(request) ||
    rawPath(request.url) === `${mountPath}${healthPath}`;
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
    trace: new RequestTrace(),
  };
  const services = createServices({
    opened: openSqliteStorageHere(options.data),
    groupPolicy: mountableGroupPolicy(new Set(groups.keys())),
    checkInputs: {
      isInGroup: askPredicates(groups, (error) => context.onFault(error)),
      now: Date.now,
      random: Math.random,
      crc32: Bun.hash.crc32,
    },
    onFault: context.onFault,
  });
  if (options.data !== ":memory:") {
    recordMode(options.data, "mountable", context.onFault);
  }
  const api: Api = mountableApi({
    context,
    services,
    mountPath,
    credentials: options.basicAuth,
    groups: new Set(groups.keys()),
    pollIntervalSeconds: options.pollIntervalSeconds,
    library: { checksHosts: options.allowedHosts !== undefined },
    extraControllers: [
      healthController(healthPath),
      docsController({
        path: "/swagger",
        prefix: mountPath,
        version: gatehouseVersion,
        head: apiHead,
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

function actorsOf(argument: ActorArgument): readonly Actor[] {
  const list: readonly (string | Actor)[] =
    typeof argument === "string" || "flipperId" in argument ? [argument] : argument;
  return list.map((actor) =>
    typeof actor === "string" ? { flipperId: actor, properties: {} } : actor,
  );
}
