import { afterAll, beforeAll, expect, test } from "bun:test";
import { RequestTrace } from "../../src/http/routing/request-trace.ts";
import { type Listening, listen } from "../../src/server/listen.ts";
import { createSiteRouter } from "../../src/server/site-router.ts";
import { fuzz, moreInfo, type RawAnswer, timeoutMs } from "./fuzz-run.ts";
import { faults, startMountable } from "./fuzz-targets.ts";
import { Random } from "./random.ts";
import { exchange, parseAnswer, requestBytes } from "./raw-http.ts";
import type { RawRequest } from "./raw-request.ts";

let deployment: Awaited<ReturnType<typeof startMountable>>;
let listening: Listening;
let port = 0;
/** The number of requests that reached the server's own code. */
let handled = 0;

beforeAll(async () => {
  deployment = await startMountable();
  const site = createSiteRouter({
    context: {
      docsUrl: moreInfo,
      onFault: (error) => void faults.push(error),
      trace: new RequestTrace(),
    },
    apis: [deployment.api],
    basePath: "",
    version: "0",
  });
  listening = listen({
    host: "127.0.0.1",
    port: 0,
    tls: undefined,
    fetch: (request, peers) => {
      handled++;
      return site.fetch(request, peers);
    },
  });
  port = Number(new URL(listening.url).port);
});

afterAll(async () => {
  await listening.stop();
  await deployment.close();
});

/** Null for a request that Bun itself refuses because it is not HTTP. */
async function send(request: RawRequest): Promise<RawAnswer | null> {
  const before = handled;
  const answer = parseAnswer(await exchange(port, requestBytes(request)));
  if (handled === before) {
    return null;
  }
  if (answer === null) {
    throw new Error(`No answer to ${JSON.stringify(request)}`);
  }
  return answer;
}

async function expectAlive(): Promise<void> {
  const answer = await send({
    method: "GET",
    target: `${deployment.prefix}/features`,
    headers: [],
    body: null,
  });
  expect(answer?.status).toBe(200);
}

test(
  "random requests over a connection are answered correctly",
  async () => {
    const counts = await fuzz({ ...deployment, omitsHeadBody: true, send });
    expect(faults.splice(0)).toEqual([]);
    expect(Math.min(counts[2], counts[4])).toBeGreaterThan(20);
    await expectAlive();
  },
  { timeout: timeoutMs },
);

/** Bytes that are not HTTP, or end in the middle of a request. */
const garbage: Readonly<Record<string, string>> = {
  nothing: "",
  "random bytes": new Random(1).binaryText(3_000),
  "a TLS hello": "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003",
  "no request line": "\r\n\r\n",
  "an unknown version": "GET /flipper/api/features HTTP/9.9\r\nHost: x\r\n\r\n",
  "HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "a broken chunk":
    "POST /flipper/api/features HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  "a body that ends early":
    "POST /flipper/api/features HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nname=half",
  "two lengths":
    "POST /flipper/api/features HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
  "a length and chunks":
    "POST /flipper/api/features HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "a huge header": `GET / HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(100_000)}\r\n\r\n`,
};

test.each(Object.entries(garbage))(
  "%s: the state is unchanged, the server still answers",
  async (_, text) => {
    const before = deployment.state();
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: { data: () => undefined, error: () => undefined },
    });
    socket.write(Buffer.from(text, "latin1"));
    socket.flush();
    await expectAlive();
    socket.terminate();
    await expectAlive();
    expect(deployment.state()).toBe(before);
  },
);

/** Unusual request lines and Host headers. */
const unusual: Readonly<Record<string, readonly [bytes: string, status: number]>> = {
  "an absolute URL": ["GET http://other/flipper/api/features HTTP/1.1\r\nHost: x\r\n", 200],
  "no Host, which HTTP/1.0 allows": ["GET /flipper/api/features HTTP/1.0\r\n", 200],
  "an empty Host": ["GET /flipper/api/features HTTP/1.1\r\nHost:\r\n", 200],
  "an invalid Host": ["GET /flipper/api/features HTTP/1.1\r\nHost: a b\r\n", 200],
  "a Host of other bytes": ["GET /healthz HTTP/1.1\r\nHost: \u00ff\r\n", 200],
  "a Host that holds a path": ["GET /nothing HTTP/1.1\r\nHost: x/flipper/api/features?\r\n", 404],
  "a query that looks like a URL": ["GET /nothing?a=://x/flipper/api/features HTTP/1.0\r\n", 404],
  CONNECT: ["CONNECT other:80 HTTP/1.1\r\nHost: x\r\n", 404],
};

test.each(Object.entries(unusual))("a request with %s is answered", async (_, [head, status]) => {
  const bytes = Buffer.from(`${head}Connection: close\r\n\r\n`, "latin1");
  const answer = parseAnswer(await exchange(port, bytes));
  expect(answer).toMatchObject({ status, contentType: "application/json" });
});
