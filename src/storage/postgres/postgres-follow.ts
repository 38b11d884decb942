import type { SQL } from "bun";
import type { FollowListener } from "../shared-storage.ts";
import type { PostgresConnections } from "./database/postgres-connection.ts";
import { notificationChannel, type SealedCommit, sealedCommitOf } from "./sealed-commit.ts";

/** Also with notifications: a database that fails over may lose one. */
const pollMs = 1_000;
const pollMsWithoutNotifications = 250;
const retryMs = 500;
const commitWaitMs = 2;

export interface FollowCommitsOptions {
  readonly listener: FollowListener;
  /** Whether the commit at a position is not known yet. */
  readonly isNews: (position: number) => boolean;
  /** Called with a commit that a notification has, before the listener is. */
  readonly onCommit: (commit: SealedCommit) => void;
}

/**
 * Calls a listener after commits of any process, and now and then without a reason, until the
 * returned function is called. Notifications of commits that are no news are left out.
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

/** Listens on a connection of its own, and on another one when that ends. */
class Notified {
  readonly #connections: PostgresConnections;
  readonly #options: FollowCommitsOptions;
  #client: SQL | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  /** Whether the last position was followed by its commit. */
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
      this.#tell(commit.position);
    } else if (this.#options.isNews(Number(text))) {
      this.#hearPosition(Number(text));
    }
  }

  /** The commit itself comes next, perhaps in another packet, if other positions were followed by theirs. */
  #hearPosition(position: number): void {
    if (this.#hasCommits) {
      this.#hasCommits = false;
      setTimeout(() => this.#tell(position), commitWaitMs);
    } else {
      this.#tell(position);
    }
  }

  #tell(position: number): void {
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

/** Whatever its end says, the client is of no use any more. */
function closeClient(client: SQL | undefined): void {
  client?.close({ timeout: 0 }).catch(() => undefined);
}
