import type { Service } from "./service.ts";

export interface ServersOptions {
  readonly mode: "hosted" | "mountable";
  readonly flags: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

/** Several servers that clients use as one: each answer follows from all writes before it. */
export interface ServersAsOne {
  /** Sends requests to an API by its prefix. */
  at(prefix: string): Service["send"];
  /** Rejects if one of them had faults. */
  stop(): Promise<void>;
}

const localPosts = ["/actors"];

/** Whether every server answers a request from what it has. */
export function isRead(prefix: string, path: string, { method = "GET" }: RequestInit): boolean {
  return (
    prefix.endsWith("/ofrep") ||
    ["GET", "HEAD", "OPTIONS"].includes(method.toUpperCase()) ||
    localPosts.includes(path)
  );
}
