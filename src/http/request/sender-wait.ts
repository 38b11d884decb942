import { GatehouseError } from "../../core/errors.ts";

/** The maximum of `--request-timeout`; an application with the library may have no timeout. */
export const senderWaitMsMaxDefault = 255_000;

/** Limits the total time that a sender lets us wait for all parts of a body. */
export class SenderWait {
  #msLeft: number;

  constructor(msMax: number) {
    this.#msLeft = msMax;
  }

  /** Resolves as the promise of the next part does; throws request_timeout if it takes too long. */
  async for<Part>(part: Promise<Part>): Promise<Part> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const since = performance.now();
    const timer = setTimeout(
      () => reject(new GatehouseError("request_timeout")),
      this.#msLeft,
    ).unref();
    try {
      return await Promise.race([part, late]);
    } finally {
      clearTimeout(timer);
      this.#msLeft -= performance.now() - since;
    }
  }
}
