import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { freePort } from "./free-port.ts";
import { type LinkFaults, SlowPipe } from "./slow-pipe.ts";

/** A proxy before a database server, which can lose or delay what it should pass on. */
export class DatabaseProxy implements Disposable {
  readonly port: number;
  #server: Server;
  readonly #sockets = new Set<Socket>();
  #target: { readonly port: number };
  /** How often clients have sent something. */
  questions = 0;
  /** Whether answers of the server are lost, as when a network is interrupted. */
  losesAnswers = false;
  /** Whether what clients send is lost, too. */
  losesQuestions = false;
  /** How slowly both directions pass bytes on. */
  readonly link: LinkFaults = { delayMs: 0, pieceBytes: null };
  /** After so many bytes of answers the proxy ends a connection within an answer, once. */
  answerBytesLeft: number | null = null;

  private constructor(port: number, target: { readonly port: number }) {
    this.port = port;
    this.#target = target;
    this.#server = this.#listen();
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

  /** Passes new connections on to another server, and ends those to the old one. */
  redirect(target: { readonly port: number }): void {
    this.#target = target;
    this.cut();
  }

  /** Ends all connections, and refuses new ones until `accept`. */
  async refuse(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.cut();
    await closed;
  }

  /** Accepts connections again after `refuse`. */
  async accept(): Promise<void> {
    this.#server = this.#listen();
    await once(this.#server, "listening");
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

  #listen(): Server {
    return createServer((client) => this.#connect(client)).listen(this.port, "127.0.0.1");
  }

  #connect(client: Socket): void {
    const server = connect(this.#target.port, "127.0.0.1");
    const questions = new SlowPipe(server, this.link);
    const answers = new SlowPipe(client, this.link);
    client.on("data", (bytes) => {
      this.questions++;
      return this.losesQuestions || questions.pass(Buffer.from(bytes));
    });
    server.on("data", (bytes) => {
      if (this.losesAnswers) {
        return;
      }
      const answer = Buffer.from(bytes);
      const part = this.#cutOff(answer);
      answers.pass(part ?? answer);
      if (part !== null) {
        client.destroySoon();
      }
    });
    this.#endTogether(client, server);
    this.#endTogether(server, client);
  }

  /** The part of an answer after which its connection ends; null if it does not end. */
  #cutOff(bytes: Buffer): Buffer | null {
    const left = this.answerBytesLeft;
    if (left === null) {
      return null;
    }
    this.answerBytesLeft = left > bytes.length ? left - bytes.length : null;
    return left > bytes.length ? null : bytes.subarray(0, left);
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
