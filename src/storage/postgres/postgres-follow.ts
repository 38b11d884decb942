import type { SQL } from "bun";
import type { PostgresConnections } from "../../postgres/postgres-connection.ts";
import type { FollowListener } from "../shared-storage.ts";

/** Also with notifications: a database that fails over may lose one. */
const pollMs = 1_000;
const pollMsWithoutNotifications = 250;
const retryMs = 500;
const channel = "gatehouse";

/**
 * Calls a listener after commits of any process, and now and then without a reason, until the
 * returned function is called. Notifications of commits that are no news are left out.
 */
export function followCommits(
  connections: PostgresConnections,
  listener: FollowListener,
  isNews: (position: number) => boolean,
): () => void {
  const { hasDirect } = connections;
  const poll = setInterval(() => listener(), hasDirect ? pollMs : pollMsWithoutNotifications);
  const notified = hasDirect ? new Notified(connections, listener, isNews) : undefined;
  return () => {
    clearInterval(poll);
    notified?.stop();
  };
}

/** Listens on a connection of its own, and on another one when that ends. */
class Notified {
  readonly #connections: PostgresConnections;
  readonly #listener: FollowListener;
  readonly #isNews: (position: number) => boolean;
  #client: SQL | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(
    connections: PostgresConnections,
    listener: FollowListener,
    isNews: (position: number) => boolean,
  ) {
    this.#connections = connections;
    this.#listener = listener;
    this.#isNews = isNews;
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
    const onNotification = (position: string) => {
      if (this.#isNews(Number(position))) {
        this.#listener(Number(position));
      }
    };
    client
      .listen(channel, onNotification, () => this.#listener())
      .catch(() => this.#listenAgain(client));
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
