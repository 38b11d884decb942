import { isIPv4 } from "node:net";

/** Whether an address to listen on is reachable from this server only. Names may not be. */
export function isLoopback(host: string): boolean {
  return (
    host.toLowerCase() === "localhost" ||
    host === "::1" ||
    (isIPv4(host) && host.startsWith("127."))
  );
}
