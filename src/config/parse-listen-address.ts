import { type ParseResult, parseHost, parseInteger } from "./value-parsers.ts";

/** An address to listen on. */
export interface ListenAddress {
  /** IPv6 without brackets. */
  readonly host: string;
  /** 0 for a free port that the system chooses. */
  readonly port: number;
}

const form = /^(?:\[(?<ipv6>[^\]]*)\]|(?<host>[^:]*)):(?<port>\d+)$/;
const parsePort = parseInteger(0, 65_535);

/** Parses a host and a port, such as `127.0.0.1:9090` or `[::1]:9090`. */
export function parseListenAddress(text: string): ParseResult<ListenAddress> {
  const { ipv6, host = ipv6 ?? "", port = "" } = form.exec(text)?.groups ?? {};
  const parsedHost = parseHost(host);
  const parsedPort = parsePort(port);
  const isWrongForm = (ipv6 === undefined) === host.includes(":");
  return "reason" in parsedHost || "reason" in parsedPort || isWrongForm
    ? { reason: "must be a host and a port, such as 127.0.0.1:9090 or [::1]:9090" }
    : { value: { host: parsedHost.value, port: parsedPort.value } };
}
