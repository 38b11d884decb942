/**
 * The route and the caller of the current request, for metrics and logs. Handlers start one at a
 * time, before their router returns, so all requests share one trace object. Clear it before a router
 * is called, and read it when the router returns, before any `await`.
 */
export class RequestTrace {
  /** The pattern of the route, such as `/adapter/features/:feature_name`; empty if none matched. */
  route = "";
  /** The ids of the caller's environment and token; 0 without one. */
  environmentId = 0;
  tokenId = 0;

  clear(): void {
    this.route = "";
    this.environmentId = 0;
    this.tokenId = 0;
  }
}
