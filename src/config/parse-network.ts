import { isIPv4, isIPv6 } from "node:net";
import type { Network } from "../limits/network.ts";
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

/**
 * Parses an origin of web pages in the form of the header Origin: no path, no default port, never
 * `*`.
 */
export function parseOrigin(text: string): ParseResult<string> {
  const url = URL.parse(text);
  const valid = url !== null && url.origin === text && webScheme.test(url.protocol);
  return valid
    ? { value: text }
    : { reason: "must be an origin without a path, such as https://app.example" };
}
