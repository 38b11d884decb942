/** Looks up a request's client address; Bun's server implements it. */
export interface PeerAddresses {
  requestIP(request: Request): { readonly address: string } | null;
  /**
   * Sets after how many idle seconds the connection is closed; 0 for never. Only the request that
   * the server received is known to it, no copy. Missing where no connection is.
   */
  timeout?(request: Request, seconds: number): void;
}

/** Answers a request. `peers` must be called before anything is awaited. */
export type FetchHandler = (request: Request, peers: PeerAddresses) => Response | Promise<Response>;
