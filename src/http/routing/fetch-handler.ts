/** Looks up a request's client address; Bun's server implements it. */
export interface PeerAddresses {
  requestIP(request: Request): { readonly address: string } | null;
}

/** Answers a request. `peers` must be called before anything is awaited. */
export type FetchHandler = (request: Request, peers: PeerAddresses) => Response | Promise<Response>;
