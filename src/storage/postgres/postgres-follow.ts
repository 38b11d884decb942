import type { SQL } from "bun";
import type { FollowListener } from "../shared-storage.ts";
import type { PostgresConnections } from "./database/postgres-connection.ts";
import { notificationChannel, type SealedCommit, sealedCommitOf } from "./sealed-commit.ts";

/** Needed even with notifications: a database that fails over may lose one. */
const pollMs = 1_000;
const pollMsWithoutNotifications = 250;
const retryMs = 500;
const commitWaitMs = 2;

export interface FollowCommitsOptions {
  readonly listener: FollowListener;
  /** Whether the commit at a position is not known yet. */
  readonly isNews: (position: number) => boolean;
  /** Called with the commit of a notification, before the listener. */
  readonly onCommit: (commit: SealedCommit) => void;
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
  /** Whether the commit followed the last position. */
  #hasCommits = true;

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
    const commit = sealedCommitOf(text);
    if (commit !== null) {
      this.#hasCommits = true;
      this.#options.onCommit(commit);
      this.#notify(commit.position);
    } else if (this.#options.isNews(Number(text))) {
      this.#hearPosition(Number(text));
    }
  }

  /**
   * The commit itself comes next, perhaps in another packet, if commits followed earlier positions.
   */
  #hearPosition(position: number): void {
    if (this.#hasCommits) {
      this.#hasCommits = false;
      setTimeout(() => this.#notify(position), commitWaitMs);
    } else {
      this.#notify(position);
    }
  }

  #notify(position: number): void {
    const { listener, isNews } = this.#options;
    if (!this.#isStopped && isNews(position)) {
      listener(position);
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
