import { GatehouseError } from "../../core/errors.ts";

/** The maximum of `--request-timeout`; an application with the library may have no timeout. */
export const senderWaitMsMaxDefault = 255_000;

/** Limits the total time of waiting for all parts of a body. */
export class SenderWait {
  #msLeft: number;

  constructor(msMax: number) {
    this.#msLeft = msMax;
  }

  /** Waits for the next part. Rejects with `request_timeout` if no time is left. */
  async for<Part>(part: Promise<Part>): Promise<Part> {
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const since = performance.now();
    const timer = setTimeout(
      () => reject(new GatehouseError("request_timeout")),
      this.#msLeft,
    ).unref();
    try {
      return await Promise.race([part, timeout]);
    } finally {
      clearTimeout(timer);
      this.#msLeft -= performance.now() - since;
    }
  }
}
