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

interface ExpectedBody {
  /** As `performance.now` gives it. */
  readonly endsAtMs: number;
  readonly giveUp: () => void;
}

/** A timer for each body would take a thirtieth of the time of an evaluation. */
const checkMs = 100;
const expected = new Set<ExpectedBody>();
let check: Timer | undefined;

function giveUpLateBodies(): void {
  const nowMs = performance.now();
  for (const body of expected) {
    if (body.endsAtMs <= nowMs) {
      expected.delete(body);
      body.giveUp();
    }
  }
  if (expected.size === 0) {
    clearInterval(check);
    check = undefined;
  }
}

/**
 * Settles as `arrived` does. After the time limit of the request's body, or up to 100 ms later, it
 * rejects with `request_timeout`. Creates only one promise, because every request with a body needs
 * one.
 */
export function withinBodyTime<Body>(request: Request, arrived: Promise<Body>): Promise<Body> {
  const limitMs = limitsMs.get(request);
  if (limitMs === undefined) {
    return arrived;
  }
  return new Promise<Body>((resolve, reject) => {
    const body = {
      endsAtMs: performance.now() + limitMs,
      giveUp: () => reject(new GatehouseError("request_timeout")),
    };
    expected.add(body);
    check ??= setInterval(giveUpLateBodies, checkMs).unref();
    arrived.then(
      (bytes) => {
        expected.delete(body);
        resolve(bytes);
      },
      (error: unknown) => {
        expected.delete(body);
        reject(error);
      },
    );
  });
}
