/** An open stream of events, read one text at a time. */
export class EventReader {
  readonly status: number;
  readonly headers: Headers;
  readonly #chunks: AsyncIterator<Uint8Array> | undefined;
  #text = "";

  constructor(answer: Response) {
    this.status = answer.status;
    this.headers = answer.headers;
    this.#chunks = answer.body?.[Symbol.asyncIterator]();
  }

  /** The next event or comment; undefined at the end. */
  async next(): Promise<string | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end !== -1) {
        const event = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        return event;
      }
      const read = await this.#chunks?.next();
      if (read === undefined || read.done === true) {
        return undefined;
      }
      this.#text += new TextDecoder().decode(read.value);
    }
  }

  /** Waits for the end; the number of events until then. */
  async rest(): Promise<number> {
    let events = 0;
    while ((await this.next()) !== undefined) {
      events++;
    }
    return events;
  }

  async close(): Promise<void> {
    await this.#chunks?.return?.();
  }
}

/** The id of an event; empty without one. */
export function idOf(event: string | undefined): string {
  return /^id: (.*)$/m.exec(event ?? "")?.[1] ?? "";
}

/** The data of an event; null without any. */
export function dataOf(event: string | undefined): unknown {
  return JSON.parse(/^data: (.*)$/m.exec(event ?? "")?.[1] ?? "null");
}
