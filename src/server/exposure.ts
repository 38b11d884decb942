import type { ReadOnlyReason } from "../api/admin/reader.ts";
import type { Config } from "../config/config.ts";
import { isLoopback } from "../core/network/loopback.ts";
import type { Log } from "../http/log/log.ts";
import { AllowedHosts } from "../http/request/allowed-hosts.ts";

type ExposureConfig = Pick<Config, "allowedHosts" | "basicAuth" | "host" | "mode">;

/** Whether anyone who can reach the server may do everything. */
function isOpen({ mode, basicAuth }: ExposureConfig): boolean {
  return mode === "mountable" && basicAuth === undefined;
}

/**
 * Returns the hosts to answer for; undefined for all. A server without credentials on a loopback
 * address trusts the users of the machine. It does not trust the web pages that they visit.
 */
export function allowedHostsOf(config: ExposureConfig): AllowedHosts | undefined {
  const { allowedHosts, host } = config;
  if (isOpen(config) && isLoopback(host)) {
    return new AllowedHosts([...allowedHosts, host]);
  }
  return allowedHosts.length === 0 ? undefined : new AllowedHosts(allowedHosts);
}

/**
 * Why the web UI is read-only; null if it is not. A public server without credentials would accept
 * changes from anyone.
 */
export function uiReadOnlyReason(config: ExposureConfig & Pick<Config, "ui">): ReadOnlyReason {
  if (config.ui.isReadOnly) {
    return "flag";
  }
  return isOpen(config) && !isLoopback(config.host) && !config.ui.isOpen ? "open_address" : null;
}

/** Warns of a server without credentials that other machines can reach. */
export function warnOfExposure(config: ExposureConfig, log: Log): void {
  if (isOpen(config) && !isLoopback(config.host)) {
    log.warn("everyone who can reach this address may change features: set --basic-auth", {
      host: config.host,
    });
  }
}
