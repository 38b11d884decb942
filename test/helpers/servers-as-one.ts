import type { Service } from "./service.ts";

export interface ServersOptions {
  readonly mode: "hosted" | "mountable";
  readonly flags: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** Several servers that clients use like one server: each answer contains all earlier writes. */
export interface ServersAsOne {
  /** Sends requests to an API by its prefix. */
  at(prefix: string): Service["send"];
  /** Rejects if a server had faults. */
  stop(): Promise<void>;
}

/** POST requests that change nothing. */
const readPosts = ["/actors"];

/** Whether a server answers the request from its own state. */
export function isRead(prefix: string, path: string, { method = "GET" }: RequestInit): boolean {
  return (
    prefix.endsWith("/ofrep") ||
    ["GET", "HEAD", "OPTIONS"].includes(method.toUpperCase()) ||
    readPosts.includes(path)
  );
}
