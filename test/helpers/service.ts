/** What a suite asks of the server it runs against; every target honours all of it. */
export interface ServiceOptions {
  /** Registered groups. */
  readonly groups?: readonly string[];
  readonly basicAuth?: { readonly user: string; readonly password: string };
  readonly pollIntervalSeconds?: number;
}

/** A server that runs, wherever it does. */
export interface Service {
  /** Sends a request to a path below the API's prefix, as it stands; answers are not inflated. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Rejects if the server does not end as it should. */
  stop(): Promise<void>;
}

/** A way to run the same service, so that one suite can show that all of them behave alike. */
export interface Target {
  readonly name: string;
  start(options: ServiceOptions): Promise<Service>;
}

/**
 * A client of a server that listens. Bun's fetch would ask for gzip and inflate by itself, so that
 * a suite could not tell what was sent.
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
