/** Who is at the other end of the connection; Bun's server is one. */
export interface Peers {
  requestIP(request: Request): { readonly address: string } | null;
}

/** Answers a request. `peers` must be asked before anything is awaited. */
export type Fetch = (request: Request, peers: Peers) => Response | Promise<Response>;
