import { connect, createServer, type Server, type Socket } from "node:net";
import { freePort } from "./free-port.ts";

/** A proxy before a database server, which can lose what it should pass on. */
export class DatabaseProxy implements Disposable {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Whether answers of the server are lost, as when a network is interrupted. */
  losesAnswers = false;
  /** Whether what clients send is lost, too. */
  losesQuestions = false;

  private constructor(port: number, target: { readonly port: number }) {
    this.port = port;
    this.#server = createServer((client) => {
      const server = connect(target.port, "127.0.0.1");
      client.on("data", (bytes) => this.losesQuestions || server.write(bytes));
      server.on("data", (bytes) => this.losesAnswers || client.write(bytes));
      this.#endTogether(client, server);
      this.#endTogether(server, client);
    }).listen(port, "127.0.0.1");
  }

  static async start(target: { readonly port: number }): Promise<DatabaseProxy> {
    return new DatabaseProxy(await freePort(), target);
  }

  /** The URL of a database through the proxy. */
  urlOf(direct: string): string {
    const url = new URL(direct);
    url.port = String(this.port);
    return url.href;
  }

  /** Ends all connections. */
  cut(): void {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
  }

  [Symbol.dispose](): void {
    this.cut();
    this.#server.close();
  }

  #endTogether(socket: Socket, other: Socket): void {
    this.#sockets.add(socket);
    // The end of the connection follows, which is all that the other side sees.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#sockets.delete(socket);
      other.destroy();
    });
  }
}
