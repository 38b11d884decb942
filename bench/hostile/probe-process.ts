import { now } from "./clock.ts";
import type { ProbeRecord } from "./probe.ts";

/**
 * The process that asks a server the same small request on one kept connection, about every 2 ms,
 * until SIGTERM; then it prints a `ProbeRecord`. Arguments: origin, path, token.
 */
const pauseMs = 2;
const reconnectMs = 10;
/** A timer that is this late shows that this process itself did not get a processor. */
const stallMinMs = 10;

type Socket = Bun.Socket<undefined>;

class ProbeConnection {
  readonly #url: URL;
  readonly #request: string;
  readonly #answers: [number, number][] = [];
  #received = "";
  #sentMs = 0;

  constructor(origin: string, path: string, token: string) {
    this.#url = new URL(origin);
    this.#request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nflipper-cloud-token: ${token}\r\n\r\n`;
  }

  get answers(): readonly (readonly [number, number])[] {
    return this.#answers;
  }

  async connect(): Promise<void> {
    this.#received = "";
    try {
      await Bun.connect({
        hostname: this.#url.hostname,
        port: Number(this.#url.port),
        socket: {
          open: (socket) => this.#send(socket),
          data: (socket, chunk) => this.#receive(socket, chunk),
          close: () => this.#reconnect(),
        },
      });
    } catch {
      this.#reconnect();
    }
  }

  #send(socket: Socket): void {
    this.#sentMs = now();
    socket.write(this.#request);
  }

  #receive(socket: Socket, chunk: Buffer): void {
    this.#received += chunk.toString("latin1");
    const headEnd = this.#received.indexOf("\r\n\r\n");
    const length = /\r\ncontent-length: *(?<bytes>\d+)/i.exec(this.#received)?.groups?.bytes;
    if (headEnd === -1 || this.#received.length < headEnd + 4 + Number(length ?? 0)) {
      return;
    }
    this.#received = "";
    this.#answers.push([this.#sentMs, now()]);
    setTimeout(() => this.#send(socket), pauseMs);
  }

  #reconnect(): void {
    setTimeout(() => void this.connect(), reconnectMs);
  }
}

/** The times in which this process got no processor. */
function watchStalls(): readonly [number, number][] {
  const stalls: [number, number][] = [];
  let previousMs = now();
  setInterval(() => {
    const tickMs = now();
    if (tickMs - previousMs > stallMinMs + pauseMs) {
      stalls.push([previousMs, tickMs]);
    }
    previousMs = tickMs;
  }, pauseMs);
  return stalls;
}

async function main(origin: string, path: string, token: string): Promise<void> {
  const probe = new ProbeConnection(origin, path, token);
  const stalls = watchStalls();
  process.on("SIGTERM", () => {
    const record: ProbeRecord = { answers: probe.answers, stalls };
    console.log(JSON.stringify(record));
    process.exit();
  });
  await probe.connect();
}

await main(process.argv[2] ?? "", process.argv[3] ?? "", process.argv[4] ?? "");
