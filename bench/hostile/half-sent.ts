import { connect, type Socket } from "node:net";

const connectTimeoutMs = 2_000;

/** Connections that sent a part of a request and keep quiet. */
export class HalfSent {
  readonly #sockets: readonly Socket[];
  readonly #statuses: number[] = [];
  #closedCount = 0;

  private constructor(sockets: readonly Socket[]) {
    this.#sockets = sockets;
    for (const socket of sockets) {
      socket.on("data", (chunk: Buffer) => {
        const status = /^HTTP\/1\.1 (?<status>\d{3})/.exec(chunk.toString("latin1"))?.groups
          ?.status;
        if (status !== undefined) {
          this.#statuses.push(Number(status));
        }
      });
      socket.on("close", () => {
        this.#closedCount += 1;
      });
    }
  }

  /** Opens a connection for each text, and sends the text. */
  static async open(origin: string, texts: readonly string[]): Promise<HalfSent> {
    const { hostname, port } = new URL(origin);
    const sockets = texts.map(() => connect({ host: hostname, port: Number(port) }));
    const opened = new HalfSent(sockets);
    await Promise.all(sockets.map((socket, index) => sendOnce(socket, texts[index] ?? "")));
    return opened;
  }

  get statuses(): readonly number[] {
    return this.#statuses;
  }

  get closedCount(): number {
    return this.#closedCount;
  }

  close(): void {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }
}

/** Resolves when the text is sent, or the connection cannot be made. */
function sendOnce(socket: Socket, text: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, connectTimeoutMs);
  socket.on("error", () => resolve());
  socket.on("connect", () => socket.write(text, () => resolve()));
  return promise.finally(() => clearTimeout(timer));
}
