import type { Socket, TCPSocketListener } from "bun";

interface Link {
  other: Socket<Link> | undefined;
  waiting: Uint8Array[];
}

/**
 * A proxy of a database that breaks connections after the server has done its work, before the
 * client learns of it.
 */
export class SwallowingProxy implements Disposable {
  /** The part of the answers that are swallowed, once this is set. */
  swallowed = 0;
  swallowedCount = 0;
  readonly #listener: TCPSocketListener<Link>;

  constructor(port: number) {
    this.#listener = Bun.listen<Link>({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        open: (client) => this.#connect(client, port),
        data: (client, bytes) => {
          const { other, waiting } = client.data;
          if (other === undefined) {
            waiting.push(bytes.slice());
          } else {
            other.write(bytes);
          }
        },
        close: (client) => void client.data.other?.end(),
      },
    });
  }

  get port(): number {
    return this.#listener.port;
  }

  [Symbol.dispose](): void {
    this.#listener.stop(true);
  }

  async #connect(client: Socket<Link>, port: number): Promise<void> {
    client.data = { other: undefined, waiting: [] };
    const server = await Bun.connect<Link>({
      hostname: "127.0.0.1",
      port,
      data: { other: client, waiting: [] },
      socket: {
        data: (socket, bytes) => {
          if (Math.random() < this.swallowed) {
            this.swallowedCount++;
            socket.end();
            client.terminate();
          } else {
            client.write(bytes);
          }
        },
        close: () => void client.end(),
      },
    });
    client.data.other = server;
    for (const bytes of client.data.waiting) {
      server.write(bytes);
    }
  }
}
