import { connect, type Socket } from "node:net";

/*
 * Runs in a process of its own: opens streams of events, then sends writes one after the other, and
 * prints how long each event took from the sending of its write to each stream.
 */

/** The argument of this program, as JSON. */
export interface StreamLoad {
  readonly host: string;
  readonly port: number;
  readonly streams: number;
  readonly writes: number;
  /** Text of the head of a request for a stream, up to its empty line. */
  readonly streamHead: string;
  /** Text of a whole request that writes; `VALUE` stands for two digits that change. */
  readonly write: string;
}

/** What it prints, as one line of JSON. */
export interface StreamLoadResult {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const openAtOnce = 200;
/** Printed when all streams are open; then it waits for a line of its input. */
export const openedLine = "opened";

async function main(load: StreamLoad): Promise<void> {
  const sockets: Socket[] = [];
  while (sockets.length < load.streams) {
    const count = Math.min(openAtOnce, load.streams - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: count }, () => open(load)))));
  }
  console.log(openedLine);
  for await (const _line of console) {
    break;
  }
  const delays: number[] = [];
  const writer = await connected(load);
  writer.resume();
  for (let nth = 0; nth < load.writes; nth++) {
    const sentMs = performance.now();
    const received = sockets.map((socket) => eventOf(socket).then((atMs) => atMs - sentMs));
    writer.write(load.write.replace("VALUE", String(10 + nth)));
    for (const delayMs of await Promise.all(received)) {
      delays.push(delayMs);
    }
  }
  delays.sort((left, right) => left - right);
  const quantile = (share: number) => delays[Math.floor((delays.length - 1) * share)] ?? Number.NaN;
  const result: StreamLoadResult = { p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
  console.log(JSON.stringify(result));
  process.exit();
}

function connected({ host, port }: StreamLoad): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect(port, host, () => resolve(socket));
  socket.on("error", reject);
  return promise;
}

/** Opens a stream; resolves when its first lines have come. */
async function open(load: StreamLoad): Promise<Socket> {
  const socket = await connected(load);
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = (data: Buffer) => {
    if (data.includes(": open")) {
      socket.off("data", listener);
      resolve();
    }
  };
  socket.on("data", listener);
  socket.write(load.streamHead);
  await promise;
  return socket;
}

/** Resolves with the time at which the next event has come. */
function eventOf(socket: Socket): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const listener = (data: Buffer) => {
    if (data.includes("data:")) {
      socket.off("data", listener);
      resolve(performance.now());
    }
  };
  socket.on("data", listener);
  return promise;
}

if (import.meta.main) {
  await main(JSON.parse(process.argv[2] ?? ""));
}
