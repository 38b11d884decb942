import { isIPv4, isIPv6 } from "node:net";
import type { Network } from "../core/network/network.ts";
import type { ParseResult } from "./value-parsers.ts";

const webScheme = /^https?:$/;
const bitsForm = /^\d{1,3}$/;

/** Parses an IP address, or a network such as `10.0.0.0/8`. */
export function parseNetwork(text: string): ParseResult<Network> {
  const [address = "", bits, ...rest] = text.split("/");
  const bitsMax = isIPv4(address) ? 32 : isIPv6(address) ? 128 : undefined;
  const value = bits === undefined ? bitsMax : bitsForm.test(bits) ? Number(bits) : Number.NaN;
  return bitsMax !== undefined && value !== undefined && value <= bitsMax && rest.length === 0
    ? { value: { address, bits: value } }
    : { reason: "must be an IP address, or a network such as 10.0.0.0/8" };
}

/** Pages of applications, such as `capacitor://localhost`; no browser has pages of `file://`. */
const applicationOrigin = /^(?!https?:|file:)[a-z][a-z0-9+.-]*:\/\/[\w.-]+(:\d{1,5})?$/;
const firstWildcard = /^(https?:\/\/)\*(?=\.[^.]+\.)/;

/**
 * Parses an origin of web pages in the form of the header Origin: no path, no default port, never
 * `*` alone. The first label of a host may be `*`.
 */
export function parseOrigin(text: string): ParseResult<string> {
  const one = text.replace(firstWildcard, "$1x");
  if (one.includes("*")) {
    return {
      reason: "may have a * only as the first label of a host, such as https://*.app.example",
    };
  }
  const url = URL.parse(one);
  const isWeb = url !== null && url.origin === one && webScheme.test(url.protocol);
  return isWeb || applicationOrigin.test(text)
    ? { value: text }
    : { reason: "must be an origin without a path, such as https://app.example" };
}
