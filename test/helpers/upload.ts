import type { Answer } from "./answer.ts";
import { type ApiClient, jsonType } from "./api-client.ts";

/** An import whose body arrives when the test sends its parts. */
export class Upload {
  readonly answer: Promise<Answer>;
  /** How many parts the server has asked for. */
  pulled = 0;
  readonly #parts: (Uint8Array | null)[] = [];
  #arrived = Promise.withResolvers<void>();

  constructor(client: ApiClient, path = "/import") {
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          this.pulled++;
          while (this.#parts.length === 0) {
            await this.#arrived.promise;
          }
          const part = this.#parts.shift();
          if (part instanceof Uint8Array) {
            controller.enqueue(part);
          } else {
            controller.close();
          }
        },
      },
      { highWaterMark: 0 },
    );
    this.answer = client.call("POST", path, { body, headers: jsonType });
  }

  /** Sends a part and waits until the server asks for the next one. */
  async send(text: string): Promise<void> {
    const pulled = this.pulled;
    this.#add(new TextEncoder().encode(text));
    while (this.pulled <= pulled) {
      await Bun.sleep(1);
    }
  }

  end(): Promise<Answer> {
    this.#add(null);
    return this.answer;
  }

  #add(part: Uint8Array | null): void {
    this.#parts.push(part);
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
  }
}
