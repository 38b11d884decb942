import type { GroupPredicate } from "../app/services/group-predicates.ts";
import type { Credentials } from "../core/secrets/credentials.ts";

export interface MountableOptions {
  /** The prefix of the API's paths in the application; `/flipper/api` unless given. */
  readonly mountPath?: string;
  /** The data directory, created if missing, or ":memory:" for tests. */
  readonly data: string;
  /** The registered groups by name; other groups need `allow_unregistered_groups`. */
  readonly groups?: Readonly<Record<string, GroupPredicate>>;
  /**
   * HTTP Basic credentials that requests must have; none unless given, as the application may check
   * them.
   */
  readonly basicAuth?: Credentials;
  /**
   * The allowed host names of requests, in addition to localhost, 127.0.0.1 and [::1]. Other hosts
   * are refused, except for `/healthz`. Not checked unless given. Set it if the application has no
   * own authentication. Without it, web pages can reach a server on the user's machine or network.
   * They use a host name that resolves to it (DNS rebinding).
   */
  readonly allowedHosts?: readonly string[];
  /**
   * Whether to serve the web UI, at the parent of the mount path: `/flipper` for `/flipper/api`. It
   * can change all features; your application decides who reaches it. Off unless given.
   */
  readonly ui?: boolean;
  /**
   * Whether to serve the Admin API without the web UI, below the parent of the mount path:
   * `/flipper/admin/v1` for `/flipper/api`. It can change all features; your application decides who
   * reaches it. The web UI always includes it. Off unless given.
   */
  readonly adminApi?: boolean;
  /** The link `more_info` of errors; the API's own documentation unless given. */
  readonly docsUrl?: string;
  /** The seconds that polling clients should wait between reads; 10 or more. */
  readonly pollIntervalSeconds?: number;
  /**
   * Called with each internal error of the library, and with the request id of the answer if it has
   * one. Also called if a group predicate throws, and with a `TypeError` if it returns a promise. The
   * id then belongs to the incoming request. Such a predicate counts as false.
   */
  readonly onFault?: (error: unknown, requestId?: string) => void;
}
