import type { SQL } from "bun";
import type { FollowListener } from "../shared-storage.ts";
import type { PostgresConnections } from "./database/postgres-connection.ts";

/** Needed even with notifications: a database that fails over may lose one. */
const pollMs = 1_000;
const pollMsWithoutNotifications = 250;
const retryMs = 500;
/** The function `commit_1`, which `commit_3` calls, sends positions on this channel. */
const notificationChannel = "gatehouse";
/** Older versions and other programs send other texts too. */
const positionText = /^\d{1,15}$/;

export interface FollowCommitsOptions {
  readonly listener: FollowListener;
  /** Whether the commit at a position is not known yet. */
  readonly isAfterLatest: (position: number) => boolean;
}

/**
 * Calls a listener after commits of any process, and at intervals, until the returned function is
 * called. Skips notifications of known commits.
 */
export function followCommits(
  connections: PostgresConnections,
  options: FollowCommitsOptions,
): () => void {
  const { hasDirect } = connections;
  const pausesMs = hasDirect ? pollMs : pollMsWithoutNotifications;
  const poll = setInterval(() => options.listener(), pausesMs);
  const notified = hasDirect ? new Notified(connections, options) : undefined;
  return () => {
    clearInterval(poll);
    notified?.stop();
  };
}

/** Listens on its own connection, and opens another one when it ends. */
class Notified {
  readonly #connections: PostgresConnections;
  readonly #options: FollowCommitsOptions;
  #client: SQL | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(connections: PostgresConnections, options: FollowCommitsOptions) {
    this.#connections = connections;
    this.#options = options;
    this.#listen();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    closeClient(this.#client);
  }

  #listen(): void {
    const client = this.#connections.openDirect(() => this.#listenAgain(client));
    this.#client = client;
    client
      .listen(
        notificationChannel,
        (text) => this.#hear(text),
        () => this.#options.listener(),
      )
      .catch(() => this.#listenAgain(client));
  }

  #hear(text: string): void {
    const { listener, isAfterLatest } = this.#options;
    if (!this.#isStopped && positionText.test(text) && isAfterLatest(Number(text))) {
      listener(Number(text));
    }
  }

  #listenAgain(client: SQL): void {
    if (this.#client === client && !this.#isStopped) {
      this.#client = undefined;
      closeClient(client);
      this.#retry = setTimeout(() => this.#listen(), retryMs);
    }
  }
}

/** The client is of no use any more, even if closing it fails. */
function closeClient(client: SQL | undefined): void {
  client?.close({ timeout: 0 }).catch(() => undefined);
}
