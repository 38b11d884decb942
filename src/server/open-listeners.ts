import { isIP } from "node:net";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { quote } from "../core/text/quote.ts";
import type { Log } from "../http/log/log.ts";
import { warnOfExposure } from "./exposure.ts";
import { guardConnections } from "./guard-connections.ts";
import { type Listening, type ListenOptions, listen } from "./listen.ts";
import type { ServerFetch } from "./server-fetch.ts";

export interface OpenOptions {
  readonly config: Config;
  readonly log: Log;
  readonly tls: ListenOptions["tls"];
  readonly handlers: ServerFetch;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
}

/**
 * Listens on the server's address, and on the address for metrics if there is one. Limits the
 * connections to both. Throws a `ConfigError` if an address cannot be used.
 */
export async function openListeners(options: OpenOptions): Promise<Listening> {
  const { config, log, tls, handlers, nowMs } = options;
  const { host, sharesPort, metricsAddress, requestTimeoutSeconds } = config;
  await checkHostName("--host", host);
  if (metricsAddress !== undefined) {
    await checkHostName("--metrics-address", metricsAddress.host);
  }
  const main = listenAtFirst(portsOf(config), (port) =>
    listen({ host, port, tls, fetch: handlers.fetch, sharesPort, requestTimeoutSeconds }),
  );
  const opened = [main];
  const stop = () => Promise.all(opened.map((each) => each.stop()));
  if (metricsAddress !== undefined) {
    try {
      const fetch = handlers.metricsFetch;
      opened.push(listen({ ...metricsAddress, tls: undefined, fetch, requestTimeoutSeconds }));
    } catch (error) {
      await stop();
      throw error;
    }
  }
  const urls = opened.map(({ url }) => url);
  for (const address of urls.slice(1)) {
    log.info("serving metrics", { address });
  }
  warnOfExposure(config, log);
  const guard = guardConnections({ config, log, urls, nowMs });
  return {
    ...main,
    async stop() {
      guard.stop();
      await stop();
    },
  };
}

/** How many ports a demo tries before it takes any free one. */
const triedPorts = 10;

function portsOf({ port, demo }: Config): readonly number[] {
  return demo?.choosesPort === true
    ? [...Array.from({ length: triedPorts }, (_, index) => port + index), 0]
    : [port];
}

/** Listens on the first of the ports that can be used. Throws the error of the last one. */
function listenAtFirst(
  [port = 0, ...others]: readonly number[],
  listenAt: (port: number) => Listening,
): Listening {
  try {
    return listenAt(port);
  } catch (error) {
    if (others.length === 0) {
      throw error;
    }
    return listenAtFirst(others, listenAt);
  }
}

/** The name servers did not report whether the name has an address. */
const codesWithoutAnswer = /^(?:DNS_)?(?:EAI_AGAIN|ESERVFAIL|EREFUSED|ECONNREFUSED|ETIMEOUT)$/;

function isTemporary(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    codesWithoutAnswer.test(error.code)
  );
}

/** A host name without an address would end the start with an error that does not name it. */
async function checkHostName(flag: string, host: string): Promise<void> {
  if (isIP(host) === 0) {
    try {
      await Bun.dns.lookup(host);
    } catch (error) {
      const reason = isTemporary(error)
        ? "but the lookup of its address failed; try again later, or"
        : "which has no address;";
      throw new ConfigError(
        `${flag} names the host ${quote(host)}, ${reason} give an IP address of this machine`,
      );
    }
  }
}
