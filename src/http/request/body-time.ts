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

/** A body that is arriving. */
interface Arrival {
  /** A `performance.now`. */
  readonly endsAtMs: number;
  readonly end: () => void;
}

const arrivals = new Set<Arrival>();
/** Ends arrivals whose time is over. A timer for each would take longer than reading a small body. */
let check: { readonly timer: Timer; readonly atMs: number } | undefined;

/**
 * Resolves as `arrived` does. After the time limit of the request's body it rejects with
 * `request_timeout`.
 */
export function withinBodyTime<Body>(request: Request, arrived: Promise<Body>): Promise<Body> {
  const limitMs = limitsMs.get(request);
  if (limitMs === undefined) {
    return arrived;
  }
  return new Promise<Body>((resolve, reject) => {
    const arrival: Arrival = {
      endsAtMs: performance.now() + limitMs,
      end: () => reject(new GatehouseError("request_timeout")),
    };
    arrivals.add(arrival);
    checkAt(arrival.endsAtMs);
    arrived.then(
      (body) => {
        arrivals.delete(arrival);
        resolve(body);
      },
      (error: unknown) => {
        arrivals.delete(arrival);
        reject(error);
      },
    );
  });
}

function checkAt(atMs: number): void {
  if (check === undefined || atMs < check.atMs) {
    clearTimeout(check?.timer);
    const timer = setTimeout(endLateArrivals, Math.max(atMs - performance.now(), 0));
    timer.unref();
    check = { timer, atMs };
  }
}

function endLateArrivals(): void {
  check = undefined;
  const nowMs = performance.now();
  for (const arrival of arrivals) {
    if (arrival.endsAtMs <= nowMs) {
      arrivals.delete(arrival);
      arrival.end();
    } else {
      checkAt(arrival.endsAtMs);
    }
  }
}
