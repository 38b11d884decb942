import { GatehouseError } from "../../core/errors.ts";

/** By request, because readers of bodies have no other access to the server. */
const limitsMs = new WeakMap<Request, number>();

/** Limits the time in which the body of a request may arrive. There is no limit by default. */
export function limitBodyTime(request: Request, limitMs: number): void {
  limitsMs.set(request, limitMs);
}

/** The milliseconds in which the body of a request may arrive; undefined without a limit. */
export function bodyTimeMsOf(request: Request): number | undefined {
  return limitsMs.get(request);
}

/** Returns `copy` with the limit of the original request. */
export function withBodyTimeOf(request: Request, copy: Request): Request {
  const limitMs = limitsMs.get(request);
  if (limitMs !== undefined) {
    limitsMs.set(copy, limitMs);
  }
  return copy;
}

/**
 * Resolves as `arrived` does. After the time limit of the request's body it calls `stop` and rejects
 * with `request_timeout`. Creates only one promise, because every request with a body needs one.
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
