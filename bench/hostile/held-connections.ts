import { connect } from "node:net";
import type { Gatehouse } from "../gatehouse.ts";
import { apiPrefix, token } from "../gatehouse.ts";
import { processorMs } from "../processor-time.ts";
import { type Attack, NotMeasurable, type Played } from "./attack.ts";
import { now } from "./clock.ts";
import { HalfSent } from "./half-sent.ts";
import { mustImport } from "./import-bodies.ts";
import { probedKey } from "./probe.ts";

const descriptorMax = 200;
const connectionCount = 400;
/** Another address of this machine: a server may limit the connections of one address. */
const otherAddress = "127.0.0.2";
const attemptTimeoutMs = 1_000;
const retryMs = 200;
const heldMs = 3_000;
const giveUpMs = 10_000;
const connectedMaxMs = 1_000;
const processorShareMax = 0.5;

/** Connections that never finish a request's head, more than the process has descriptors for. */
export const heldConnections: Attack = {
  name: `${connectionCount} half-sent requests, ${descriptorMax} descriptors`,
  launch: async () => ({
    prefix: ["/bin/sh", "-c", `ulimit -n ${descriptorMax} && exec "$0" "$@"`],
  }),
  prepare: async (server) => {
    await mustImport(server, []);
    if (!(await isAnswered(server))) {
      throw new NotMeasurable(`no connection can be made from ${otherAddress}`);
    }
    return { play };
  },
};

async function play(server: Gatehouse): Promise<Played> {
  const startMs = now();
  const usedBeforeMs = processorMs(server.pid) ?? 0;
  const text = `GET ${apiPrefix}/features HTTP/1.1\r\nhost: 127.0.0.1\r\n`;
  const held = await HalfSent.open(
    server.origin,
    Array.from({ length: connectionCount }, () => text),
  );
  const heldSinceMs = now();
  let attempts = 0;
  let tookMs: number | undefined;
  while (tookMs === undefined && now() - heldSinceMs < giveUpMs) {
    attempts += 1;
    if (await isAnswered(server)) {
      tookMs = now() - heldSinceMs;
    } else {
      await Bun.sleep(retryMs);
    }
  }
  await Bun.sleep(Math.max(0, heldMs - (now() - heldSinceMs)));
  const share = ((processorMs(server.pid) ?? 0) - usedBeforeMs) / (now() - startMs);
  const notes = [`${held.closedCount} of the ${connectionCount} were closed`];
  held.close();
  const connected =
    tookMs === undefined
      ? `another client could not connect in ${giveUpMs / 1_000} s`
      : `another client was answered after ${(tookMs / 1_000).toFixed(1)} s, attempt ${attempts}`;
  return {
    answers: [],
    notes,
    checks: [
      { text: connected, isKept: (tookMs ?? Number.POSITIVE_INFINITY) <= connectedMaxMs },
      {
        text: `${Math.round(share * 100)} % of a processor used`,
        isKept: share <= processorShareMax,
      },
    ],
  };
}

/** Whether a new connection from the other address is answered in time. */
async function isAnswered(server: Gatehouse): Promise<boolean> {
  const { hostname, port } = new URL(server.origin);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect({ host: hostname, port: Number(port), localAddress: otherAddress });
  const timer = setTimeout(() => resolve(false), attemptTimeoutMs);
  socket.on("error", () => resolve(false));
  socket.on("close", () => resolve(false));
  socket.on("data", (chunk: Buffer) =>
    resolve(chunk.toString("latin1").startsWith("HTTP/1.1 200")),
  );
  socket.on("connect", () => {
    socket.write(
      `GET ${apiPrefix}/features/${probedKey} HTTP/1.1\r\nhost: 127.0.0.1\r\nflipper-cloud-token: ${token}\r\n\r\n`,
    );
  });
  const answered = await promise;
  clearTimeout(timer);
  socket.destroy();
  return answered;
}
