import { testedProgram } from "../contract/server-process.ts";
import { startProgram } from "./executable.ts";
import { database } from "./postgres-server.ts";
import { isRead, type ServersAsOne, type ServersOptions } from "./servers-as-one.ts";
import { type Service, sendOverHttp } from "./service.ts";

const agreeMs = 10_000;
/** Each server creates its own tickets, which all servers accept. */
const ticket = /(?<=\?ticket=)[\w-]+/g;

/**
 * Starts two servers on a new database. Writes go to the two servers alternately. Each read goes to
 * the server that did not answer the last write.
 */
export async function startTwoNodes(options: ServersOptions): Promise<ServersAsOne> {
  const { mode, flags, variables } = options;
  const url = await database();
  const start = (node: string) =>
    startProgram(testedProgram.argv, ["--mode", mode, ...flags], {
      ...variables,
      GATEHOUSE_DATABASE: url,
      GATEHOUSE_NODE: node,
    });
  const [first, second] = await Promise.all([start("first"), start("second")]);
  const turn = { writer: first.url, reader: second.url };
  return {
    at:
      (prefix) =>
      (path, init = {}) => {
        if (isStream(path)) {
          return sendOverHttp(second.url + prefix)(path, init);
        }
        if (!isRead(prefix, path, init)) {
          [turn.writer, turn.reader] = [turn.reader, turn.writer];
          return sendOverHttp(turn.writer + prefix)(path, init);
        }
        const reader = sendOverHttp(turn.reader + prefix);
        return readAgreed(reader, sendOverHttp(turn.writer + prefix), path, init);
      },
    async stop() {
      await Promise.all([first.stop(), second.stop()]);
    },
  };
}

type Send = Service["send"];

/** Streams go to one server, because each server has its own event ids. */
function isStream(path: string): boolean {
  return /^\/(?:v1\/)?stream/.test(path);
}

/**
 * The reader's answer, when it equals the answer of the server with the last write. The reader can lag
 * by some milliseconds. Random answers can stay different, so there is a time limit.
 */
async function readAgreed(
  reader: Send,
  writer: Send,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const until = performance.now() + agreeMs;
  for (;;) {
    const [read, written] = await Promise.all([reader(path, init), writer(path, init)]);
    const isAgreed = (await shown(read.clone())) === (await shown(written));
    if (isAgreed || performance.now() > until) {
      return read;
    }
  }
}

async function shown(response: Response): Promise<string> {
  const { status, headers } = response;
  const versions = [headers.get("etag"), headers.get("flipper-sync-version")];
  const body = Buffer.from(await response.arrayBuffer()).toString("latin1");
  return JSON.stringify([status, versions, body.replaceAll(ticket, "")]);
}
