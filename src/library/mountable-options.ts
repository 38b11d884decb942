import type { GroupPredicate } from "../app/services/group-predicates.ts";
import type { Credentials } from "../core/secrets/credentials.ts";

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
  /**
   * Whether to serve the web UI, at the parent of the mount path: `/flipper` for `/flipper/api`.
   * It can change all features, and your app decides who reaches it. Off unless given.
   */
  readonly ui?: boolean;
  /**
   * Whether to serve the Admin API without the web UI, below the parent of the mount path:
   * `/flipper/admin/v1` for `/flipper/api`. It can change all features, and your app decides who
   * reaches it. The web UI always has it. Off unless given.
   */
  readonly adminApi?: boolean;
  /** The link `more_info` of errors; the API's own documentation unless given. */
  readonly docsUrl?: string;
  /** The seconds that polling clients should wait between reads; 10 or more. */
  readonly pollIntervalSeconds?: number;
  /**
   * Called with each internal error of the library, and with the id of the request if its answer
   * has one; and with what a group predicate throws, and with a `TypeError` for one that returns a
   * promise, with the id that the request was sent with. Such a predicate counts as false.
   */
  readonly onFault?: (error: unknown, requestId?: string) => void;
}
