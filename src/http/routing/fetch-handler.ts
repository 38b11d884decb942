/** Looks up a request's client address; Bun's server implements it. */
export interface PeerAddresses {
  requestIP(request: Request): { readonly address: string } | null;
  /**
   * Sets the idle time in seconds after which the connection is closed; 0 for never. Only works for
   * the original request, not for a copy. Undefined without a connection.
   */
  timeout?(request: Request, seconds: number): void;
}

/** Answers a request. `peers` must be called before the first `await`. */
export type FetchHandler = (request: Request, peers: PeerAddresses) => Response | Promise<Response>;
