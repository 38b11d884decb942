const originals = new WeakMap<Request, Request>();

/** Returns `copy`, and remembers the request that it was made from. */
export function copyOf(request: Request, copy: Request): Request {
  originals.set(copy, originalOf(request));
  return copy;
}

/**
 * The request that the server received, of which this one may be a copy: only that one has its
 * connection and, for HEAD, its method.
 */
export function originalOf(request: Request): Request {
  return originals.get(request) ?? request;
}
