import http from "node:http";

/** The options that a suite sets for its server; every target supports all of them. */
export interface ServiceOptions {
  /** Registered groups. */
  readonly groups?: readonly string[];
  readonly basicAuth?: { readonly user: string; readonly password: string };
  readonly pollIntervalSeconds?: number;
  /** For the mountable deployment only. */
  readonly allowedHosts?: readonly string[];
}

/** Raises Bun's limit of a request's head, as a host of the library does that has long URLs. */
export function allowLongUrls(): void {
  Reflect.set(http, "maxHeaderSize", 264 * 1024);
}

/** A running server, in this process or another. */
export interface Service {
  /** Sends a request to a path below the API's prefix; answers are not inflated. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Rejects if the server had faults or does not stop cleanly. */
  stop(): Promise<void>;
}

/** A way to run the service; one suite tests that all of them behave the same. */
export interface Target {
  readonly name: string;
  start(options: ServiceOptions): Promise<Service>;
}

/**
 * Sends requests to a listening server. By default Bun's fetch requests gzip and inflates it, which
 * would hide the form that was sent.
 */
export function sendOverHttp(prefixUrl: string): Service["send"] {
  return (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("accept-encoding")) {
      headers.set("accept-encoding", "identity");
    }
    return fetch(prefixUrl + path, { ...init, headers, decompress: false, redirect: "manual" });
  };
}
