/**
 * What routing and access control learn of a request. Handlers start before their router returns,
 * and one at a time, so one trace serves all requests and no request needs an object of its own:
 * clear it before a router is called, read it as soon as that returns, before anything is awaited.
 */
export class Trace {
  /** The pattern of the route, such as `/adapter/features/:feature_name`; empty if none matched. */
  route = "";
  /** Ids of the admitted caller's environment and token; 0 without one. */
  environmentId = 0;
  tokenId = 0;

  clear(): void {
    this.route = "";
    this.environmentId = 0;
    this.tokenId = 0;
  }
}
