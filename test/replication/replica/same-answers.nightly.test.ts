import { expect, test } from "bun:test";
import { Random } from "../../fuzz/random.ts";
import { exchange, parseAnswer, requestBytes } from "../../fuzz/raw-http.ts";
import { type RawRequest, randomRequest } from "../../fuzz/raw-request.ts";
import { fuzzSeed } from "../../fuzz/seed.ts";
import { runsOf } from "../../helpers/runs.ts";
import { ReplicatedServers } from "./replica-processes.ts";

const requests = runsOf(300);
const prefix = "/adapter";
const token = "a-token-of-production";
/** Answers that are drawn are equal at some time, and so are those about telemetry under way. */
const triesMax = 200;
/** A replica refuses larger bodies before the origin sees what else is wrong. */
const bodyBytesMax = 1024 * 1024;
const tooLarge = 413;

interface Server {
  readonly url: string;
}

/** Everything that a client reads of an answer. */
async function answerOf({ url }: Server, request: RawRequest) {
  const bytes = await exchange(Number(new URL(url).port), requestBytes(request));
  const answer = parseAnswer(bytes);
  const head = bytes.toString("latin1", 0, Math.max(0, bytes.indexOf("\r\n\r\n")));
  const told = ["etag", "flipper-sync-version", "content-encoding", "vary"].map(
    (name) => new RegExp(`^${name}: (.*?)\r?$`, "im").exec(head)?.[1],
  );
  return {
    status: answer?.status,
    told: [answer?.contentType, answer?.allow, ...told],
    body: Buffer.from(answer?.body ?? []).toString("latin1"),
  };
}

/** Whether the answer may differ: it tells of the server itself, or the request is no URL's. */
function isOwn({ target }: RawRequest): boolean {
  const path = URL.parse(target, "http://localhost")?.pathname ?? "";
  return !path.startsWith(`${prefix}/`) || target.includes("#");
}

/** The code of a refusal: its message may show a header, which the relay has joined differently. */
function codeIn(body: string): string | undefined {
  return /"code":(?<code>[^,]*)/.exec(body)?.groups?.code;
}

function shownRequest(count: number, { method, target, headers, body }: RawRequest): string {
  const sent = JSON.stringify([
    method,
    target,
    headers,
    Buffer.from(body ?? []).toString("latin1"),
  ]);
  return `request ${count} of FUZZ_SEED=${fuzzSeed}: ${sent.slice(0, 1_000)}`;
}

test(
  "a replica answers any request as its origin does, and as a server without replicas",
  async () => {
    using servers = new ReplicatedServers();
    const preset = { GATEHOUSE_TOKEN: token };
    const [origin, alone] = [
      await servers.startNode("origin", preset),
      await servers.startNode("alone", preset),
    ];
    const replica = await servers.startReplica(
      "replica",
      origin.url,
      await servers.createReplica(),
    );
    const credentials = [token, token, token, token, "wrong"].map((value) => ({
      "flipper-cloud-token": value,
    }));
    const random = new Random(fuzzSeed);
    let answered = 0;
    for (let count = 1; count <= requests; count++) {
      const request = randomRequest(random, { prefix, credentials: [...credentials, {}] });
      if (isOwn(request)) {
        continue;
      }
      const shown = shownRequest(count, request);
      const expected = await answerOf(alone, request);
      const found = await answerOf(replica, request);
      if (found.status === tooLarge && (request.body?.length ?? 0) > bodyBytesMax) {
        expect(expected.status).toBeGreaterThanOrEqual(400);
        continue;
      }
      expect([shown, found.status]).toEqual([shown, expected.status]);
      if (["GET", "HEAD"].includes(request.method) || expected.status === 304) {
        let [here, there] = [await answerOf(origin, request), found];
        for (let tries = 0; tries < triesMax && !Bun.deepEquals(here, there); tries++) {
          [here, there] = [await answerOf(origin, request), await answerOf(replica, request)];
        }
        expect([shown, there]).toEqual([shown, here]);
      } else if ((expected.status ?? 0) >= 400) {
        expect([shown, codeIn(found.body)]).toEqual([shown, codeIn(expected.body)]);
      }
      answered += expected.status !== undefined && expected.status < 400 ? 1 : 0;
    }
    expect(answered).toBeGreaterThan(10);
  },
  180_000 + requests * 500,
);
