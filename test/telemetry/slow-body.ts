/** A body that arrives as the test sends it. */
export class SlowBody {
  readonly stream: ReadableStream<Uint8Array>;
  /** Whether the reader has given up. */
  isCancelled = false;
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    this.stream = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given;
      },
      cancel: () => {
        this.isCancelled = true;
        resolve();
      },
    });
    this.cancelled = promise;
    if (controller === undefined) {
      throw new Error("a stream is started when it is made");
    }
    this.#controller = controller;
  }

  /** Resolves when the reader gives up. */
  readonly cancelled: Promise<void>;

  send(bytes: Uint8Array | string): void {
    this.#controller.enqueue(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes);
  }

  end(): void {
    this.#controller.close();
  }

  breakOff(): void {
    this.#controller.error(new Error("disconnected"));
  }
}
