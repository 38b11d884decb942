/**
 * What is learned of a request while its handler starts. Handlers start before their router
 * returns, and one at a time, so one trace serves all requests and none pays for an object: clear
 * it before a router is asked, read it as soon as that returns, before anything is awaited.
 */
export class Trace {
  /** The pattern of the route, such as `/adapter/features/:feature_name`; empty if none matched. */
  route = "";
  /** Ids of who was let in; 0 if nobody was, or nobody has a token. */
  environmentId = 0;
  tokenId = 0;

  clear(): void {
    this.route = "";
    this.environmentId = 0;
    this.tokenId = 0;
  }
}
