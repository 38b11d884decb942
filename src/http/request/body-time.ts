import { GatehouseError } from "../../core/errors.ts";

/** By request, as the readers of bodies know nothing else of the server. */
const limitsMs = new WeakMap<Request, number>();

/** Limits the time in which the body of a request may arrive. Without a limit it may take for ever. */
export function limitBodyTime(request: Request, limitMs: number): void {
  limitsMs.set(request, limitMs);
}

/** The milliseconds in which the body of a request may arrive; undefined without a limit. */
export function bodyTimeMsOf(request: Request): number | undefined {
  return limitsMs.get(request);
}

/** Returns `copy`, with the limit of the request that it was made from. */
export function withBodyTimeOf(request: Request, copy: Request): Request {
  const limitMs = limitsMs.get(request);
  if (limitMs !== undefined) {
    limitsMs.set(copy, limitMs);
  }
  return copy;
}

/**
 * Resolves as `arrived` does. If that takes longer than the request's body may, calls `stop` and
 * rejects with `request_timeout`. One promise of its own, because every request with a body has one.
 */
export function withinBodyTime<Body>(
  request: Request,
  arrived: Promise<Body>,
  stop: () => void = () => undefined,
): Promise<Body> {
  const limitMs = limitsMs.get(request);
  if (limitMs === undefined) {
    return arrived;
  }
  return new Promise<Body>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new GatehouseError("request_timeout"));
      stop();
    }, limitMs);
    arrived.then(
      (body) => {
        clearTimeout(timer);
        resolve(body);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
