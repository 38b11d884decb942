const originals = new WeakMap<Request, Request>();

/** Returns `copy`, and remembers its original request. */
export function copyOf(request: Request, copy: Request): Request {
  originals.set(copy, originalOf(request));
  return copy;
}

/**
 * The original request, of which this one may be a copy. Only the original has the connection and,
 * for HEAD, the method.
 */
export function originalOf(request: Request): Request {
  return originals.get(request) ?? request;
}
