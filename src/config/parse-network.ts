import { isIPv4, isIPv6 } from "node:net";
import type { Network } from "../limits/network.ts";
import type { Parsed } from "./parse.ts";

const webScheme = /^https?:$/;
const bitsForm = /^\d{1,3}$/;

/** An address, or a network as `10.0.0.0/8`. */
export function parseNetwork(text: string): Parsed<Network> {
  const [address = "", bits, ...rest] = text.split("/");
  const bitsMax = isIPv4(address) ? 32 : isIPv6(address) ? 128 : undefined;
  const value = bits === undefined ? bitsMax : bitsForm.test(bits) ? Number(bits) : Number.NaN;
  return bitsMax !== undefined && value !== undefined && value <= bitsMax && rest.length === 0
    ? { value: { address, bits: value } }
    : { reason: "must be an IP address, or a network such as 10.0.0.0/8" };
}

/** The origin of web pages, as browsers write it: no path, no default port. Never `*`. */
export function parseOrigin(text: string): Parsed<string> {
  const url = URL.parse(text);
  const valid = url !== null && url.origin === text && webScheme.test(url.protocol);
  return valid
    ? { value: text }
    : { reason: "must be an origin as browsers write it, such as https://app.example" };
}
