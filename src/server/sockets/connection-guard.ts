import { excessConnections } from "./excess-connections.ts";
import type { Connection, ProcessSockets } from "./process-sockets.ts";

export interface ConnectionGuardOptions {
  readonly sockets: ProcessSockets;
  /** The ports that the server listens on; other connections are ignored. */
  readonly ports: ReadonlySet<number>;
  /** The most connections of one client; undefined for half of the descriptors. */
  readonly perClientMax: number | undefined;
  /** The client of an address; undefined for an address without a limit, such as a proxy's. */
  readonly clientOf: (address: string) => string | undefined;
  /** Called with the connections that were ended. */
  readonly onEnded: (ended: readonly Connection[]) => void;
  /** Called when the sockets cannot be read: once until a read succeeds again. */
  readonly onFault: (error: unknown) => void;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
}

const intervalMs = 250;
/** While descriptors are short, Bun keeps trying to accept connections in vain. */
const shortIntervalMs = 20;
/** Reading sockets takes at most a tenth of the time. */
const restPerWork = 9;
/** The fraction of the descriptors that stays free for other clients, files and databases. */
const freeShare = 0.1;

/**
 * Ends connections of clients with too many of them. While the process has few descriptors left, it
 * also ends connections of the clients with the most (docs/security.md#limits). Starts immediately.
 */
export class ConnectionGuard {
  readonly #options: ConnectionGuardOptions;
  readonly #perClientMax: number;
  readonly #descriptorsUsedMax: number;
  /** When each connection was first seen, counted in checks. */
  #firstSeen = new Map<string, number>();
  #checkCount = 0;
  #isFailing = false;
  #timer: Timer | undefined;

  constructor(options: ConnectionGuardOptions) {
    const { descriptorsMax } = options.sockets;
    this.#options = options;
    this.#perClientMax = Math.min(
      options.perClientMax ?? Number.POSITIVE_INFINITY,
      Math.floor(descriptorsMax / 2),
    );
    this.#descriptorsUsedMax = Math.floor(descriptorsMax * (1 - freeShare));
    this.#schedule(0);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#options.sockets.close();
  }

  #schedule(delayMs: number): void {
    this.#timer = setTimeout(() => this.#run(), delayMs);
    this.#timer.unref();
  }

  #run(): void {
    const { nowMs, onFault } = this.#options;
    const startedMs = nowMs();
    let isShort = true;
    try {
      isShort = this.#check();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) {
        this.#isFailing = true;
        onFault(error);
      }
    }
    const workMs = nowMs() - startedMs;
    this.#schedule(Math.max(isShort ? shortIntervalMs : intervalMs, restPerWork * workMs));
  }

  /** Returns whether descriptors are short. */
  #check(): boolean {
    const { sockets, ports, clientOf, onEnded } = this.#options;
    const { descriptorCount, connections } = sockets.read();
    const accepted = this.#oldestFirst(connections.filter(({ localPort }) => ports.has(localPort)));
    const overall = Math.max(0, descriptorCount - this.#descriptorsUsedMax);
    const ended = excessConnections(accepted, {
      perClientMax: this.#perClientMax,
      overall,
      clientOf: ({ peerAddress }) => clientOf(peerAddress),
    });
    for (const connection of ended) {
      sockets.shutDown(connection);
    }
    if (ended.length > 0) {
      onEnded(ended);
    }
    return overall > 0;
  }

  #oldestFirst(connections: readonly Connection[]): readonly Connection[] {
    const before = this.#firstSeen;
    this.#checkCount += 1;
    this.#firstSeen = new Map(
      connections.map((connection) => {
        const key = keyOf(connection);
        return [key, before.get(key) ?? this.#checkCount];
      }),
    );
    const ageOf = (connection: Connection) => this.#firstSeen.get(keyOf(connection)) ?? 0;
    return connections.toSorted((left, right) => ageOf(left) - ageOf(right));
  }
}

/** A descriptor can be reused for another connection, which has another peer. */
function keyOf({ descriptor, peerAddress, peerPort }: Connection): string {
  return `${descriptor} ${peerPort} ${peerAddress}`;
}
