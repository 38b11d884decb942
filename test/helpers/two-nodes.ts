import { testedProgram } from "../contract/server-process.ts";
import { startProgram } from "./executable.ts";
import { database } from "./postgres-server.ts";
import { type Service, sendOverHttp } from "./service.ts";

/** True for runs of the conformance suites on two servers that share a database (`make test-cluster`). */
export const testsTwoNodes = process.env.TEST_TWO_NODES === "true";

export interface TwoNodesOptions {
  readonly flags: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  /** The path of the API. */
  readonly prefix: string;
}

const agreeMs = 2_000;

/**
 * Starts two servers on one new database. Writes go to them in turn, and each read goes to the one
 * that did not answer the last write.
 */
export async function startTwoNodes(options: TwoNodesOptions): Promise<Service> {
  const { flags, variables, prefix } = options;
  const url = await database();
  const start = (node: string) =>
    startProgram(testedProgram.argv, flags, {
      ...variables,
      GATEHOUSE_DATABASE: url,
      GATEHOUSE_NODE: node,
    });
  const servers = await Promise.all([start("first"), start("second")]);
  const [first, second] = servers.map((server) => sendOverHttp(server.url + prefix));
  if (first === undefined || second === undefined) {
    throw new Error("two servers did not start");
  }
  return {
    send: inTurn(first, second),
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

type Send = Service["send"];

function inTurn(first: Send, second: Send): Send {
  let writer = first;
  let reader = second;
  return (path, init = {}) => {
    if (isStream(path)) {
      return second(path, init);
    }
    if (isRead(init)) {
      return readAgreed(reader, writer, path, init);
    }
    [writer, reader] = [reader, writer];
    return writer(path, init);
  };
}

function isRead({ method = "GET" }: RequestInit): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method.toUpperCase());
}

/** Streams go to one server: the ids of events are those of a process. */
function isStream(path: string): boolean {
  return /^\/(?:changes|stream)/.test(path);
}

/**
 * The reader's answer as soon as it is the answer of the server that wrote last: others may be some
 * milliseconds behind. Answers that are drawn may stay different.
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
  const body = Buffer.from(await response.arrayBuffer()).toString("base64");
  return JSON.stringify([status, versions, body]);
}
