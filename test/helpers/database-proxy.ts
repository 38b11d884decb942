import type { Socket } from "bun";

type Side = Socket<{ other: Socket<unknown> | undefined; waiting: Buffer[] }>;

/** A proxy before a database server, which can lose what it should pass on. */
export class DatabaseProxy implements Disposable {
  readonly #listener: Bun.TCPSocketListener<Side["data"]>;
  readonly #sides = new Set<Socket<unknown>>();
  /** Whether answers of the server are lost, as when a network is interrupted. */
  losesAnswers = false;

  constructor(target: { readonly port: number }) {
    this.#listener = Bun.listen<Side["data"]>({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        open: (client) => {
          client.data = { other: undefined, waiting: [] };
          this.#sides.add(client);
          void this.#connect(client, target.port);
        },
        data: ({ data: { other, waiting } }, bytes) => {
          if (other === undefined) {
            waiting.push(Buffer.from(bytes));
          } else {
            other.write(bytes);
          }
        },
        close: ({ data }) => void data.other?.end(),
      },
    });
  }

  /** The URL of a database through the proxy. */
  urlOf(direct: string): string {
    const url = new URL(direct);
    url.port = String(this.#listener.port);
    return url.href;
  }

  /** Ends all connections. */
  cut(): void {
    for (const side of this.#sides) {
      side.terminate();
    }
    this.#sides.clear();
  }

  [Symbol.dispose](): void {
    this.cut();
    this.#listener.stop(true);
  }

  async #connect(client: Side, port: number): Promise<void> {
    const server = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data: (_, bytes) => {
          if (!this.losesAnswers) {
            client.write(bytes);
          }
        },
        close: () => void client.end(),
      },
    });
    this.#sides.add(server);
    client.data.other = server;
    for (const bytes of client.data.waiting.splice(0)) {
      server.write(bytes);
    }
  }
}
