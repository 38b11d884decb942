import type { Config } from "../config/config.ts";
import { subnetOf } from "../core/network/subnet.ts";
import { describeError } from "../core/text/describe-error.ts";
import { ClientAddresses } from "../http/limits/client-addresses.ts";
import { type RunLater, runLater } from "../http/log/line-rate-limit.ts";
import type { Log } from "../http/log/log.ts";
import { ConnectionGuard } from "./sockets/connection-guard.ts";
import { type Connection, openProcessSockets } from "./sockets/process-sockets.ts";

export interface GuardOptions {
  readonly config: Pick<Config, "connectionsPerAddressMax" | "trustedProxies">;
  readonly log: Log;
  /** The URLs that the server listens on. */
  readonly urls: readonly string[];
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
}

/**
 * Limits the connections of each client address, and keeps descriptors free, until it is stopped.
 * Connections of trusted proxies count only when descriptors are short.
 */
export function guardConnections({ config, log, urls, nowMs }: GuardOptions): { stop(): void } {
  try {
    const sockets = openProcessSockets();
    if (sockets === undefined) {
      return unguarded;
    }
    const addresses = new ClientAddresses(config.trustedProxies);
    return new ConnectionGuard({
      sockets,
      ports: new Set(urls.map(portOf)),
      perClientMax: config.connectionsPerAddressMax,
      clientOf: (address) => (addresses.isTrusted(address) ? undefined : subnetOf(address)),
      onEnded: endedLog(log),
      onFault: (error) => warn(log, error),
      nowMs,
    });
  } catch (error) {
    warn(log, error);
    return unguarded;
  }
}

const unguarded = { stop: () => undefined };

function warn(log: Log, error: unknown): void {
  log.warn("connections are not limited", { reason: describeError(error) });
}

function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

const logWindowMs = 10_000;

/**
 * Returns a function that logs the first ended connection immediately, and then all of each ten
 * seconds together.
 */
export function endedLog(log: Log, wait: RunLater = runLater) {
  let isWaiting = false;
  let count = 0;
  let client = "";

  function write(): void {
    if (count > 0) {
      log.warn("connections ended: too many", { count, client });
      count = 0;
      isWaiting = true;
      wait(logWindowMs, () => {
        isWaiting = false;
        write();
      });
    }
  }

  return (ended: readonly Connection[]): void => {
    count += ended.length;
    client = ended.at(-1)?.peerAddress ?? client;
    if (!isWaiting) {
      write();
    }
  };
}
