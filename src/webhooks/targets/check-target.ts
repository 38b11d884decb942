import { isIP } from "node:net";
import { isInNetworks, notPublicKind } from "./public-addresses.ts";
import { systemNetwork } from "./target-network.ts";
import { parseTargetUrl, type TargetUrl } from "./target-url.ts";
import type { AllowedNetworks, TargetCheck, TargetNetwork } from "./webhook-target.ts";

/** A target whose addresses have been checked: requests connect only to these. */
export interface CheckedTarget extends TargetUrl {
  readonly addresses: readonly string[];
}

interface Refusal {
  readonly reason: string;
}

/**
 * Whether requests may be sent to a URL: its form, and the current addresses of its host. The
 * reason of a refusal follows "the URL". Never rejects because of the network.
 */
export async function checkTarget(
  url: string,
  allowed: AllowedNetworks,
  network: TargetNetwork = systemNetwork,
): Promise<TargetCheck> {
  const target = await resolveTarget(url, allowed, {
    resolve: network.resolve,
    signal: AbortSignal.timeout(network.checkMs),
  });
  return "reason" in target ? { ok: false, reason: target.reason } : { ok: true };
}

/**
 * The target of a URL with its addresses. All of them must be permitted: a name that also has a
 * private address is refused, as its requests could go to either one.
 */
export async function resolveTarget(
  text: string,
  allowed: AllowedNetworks,
  { resolve, signal }: Pick<TargetNetwork, "resolve"> & { readonly signal: AbortSignal },
): Promise<CheckedTarget | Refusal> {
  const target = parseTargetUrl(text);
  if ("reason" in target) {
    return target;
  }
  const addresses = await addressesOf(target.host, resolve, signal);
  if ("reason" in addresses) {
    return addresses;
  }
  const isPlain = target.url.protocol === "http:";
  for (const address of addresses) {
    const kind = isInNetworks(address, allowed) ? undefined : (notPublicKind(address) ?? "public");
    if (kind !== undefined && (isPlain || kind !== "public")) {
      return refusalOf(target.host, kind);
    }
  }
  return { ...target, addresses };
}

async function addressesOf(
  host: string,
  resolve: TargetNetwork["resolve"],
  signal: AbortSignal,
): Promise<readonly string[] | Refusal> {
  if (isIP(host) !== 0) {
    return [host];
  }
  try {
    const addresses = await Promise.race([resolve(host), whenAborted(signal)]);
    return addresses.length > 0 ? addresses : { reason: `has the unknown host name ${host}` };
  } catch {
    return { reason: `has the host name ${host}, whose addresses could not be found` };
  }
}

/** A resolver cannot be stopped, so its answer is ignored. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    if (signal.aborted) {
      reject(signal.reason);
    }
  });
}

/** Names no address: callers who may create webhooks must not learn the addresses of a network. */
function refusalOf(host: string, kind: string): Refusal {
  return kind === "public"
    ? { reason: "must be https: plain http is for networks that --webhook-allow names" }
    : {
        reason: `has the host ${host}, whose address is not public (${kind}); --webhook-allow can allow its network`,
      };
}
