import { createServer, type Server, type Socket } from "node:net";

/** A server that answers with bytes, right or wrong ones, and keeps what it received. */
export class RawReceiver implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** What the connections have sent, in the order in which they came. */
  readonly received: string[] = [];

  private constructor(answer: (socket: Socket) => void) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      const index = this.received.push("") - 1;
      // The client ends connections at will.
      socket.on("error", () => socket.destroy());
      socket.on("data", (bytes) => {
        this.received[index] += bytes.toString();
      });
      socket.once("data", () => answer(socket));
    });
  }

  /** Listens on an address; on any free port unless one is given. */
  static async listen(
    answer: (socket: Socket) => void,
    { host = "127.0.0.1", port = 0 } = {},
  ): Promise<RawReceiver> {
    const receiver = new RawReceiver(answer);
    await new Promise<void>((resolve) => receiver.#server.listen(port, host, resolve));
    return receiver;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Writes the same bytes as fast as the client takes them, until it ends the connection. */
export function pour(socket: Socket, bytes: Buffer): void {
  const write = () => {
    while (!socket.destroyed && socket.write(bytes)) {
      // Until the socket is full.
    }
  };
  socket.on("drain", write);
  write();
}
