import { expect, test } from "bun:test";
import { runsOf } from "../helpers/runs.ts";
import { type Program, ServerProcess } from "./server-process.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

const kills = runsOf(3);
const clients = 4;
const lifeMsMin = 30;
const lifeMsSpread = 150;
const token = "a-token-that-survives";
const headers = { "flipper-cloud-token": token, "content-type": "application/json" };

/** A submission that was not acknowledged is sent again unchanged, as clients do. */
interface Submission {
  readonly body: string;
  readonly value: number;
}

/** What a client of telemetry and gates has sent, and what was acknowledged. */
interface Client {
  readonly key: string;
  pending: Submission | null;
  /** The evaluations in submissions that were answered with 202. */
  counted: number;
  /** The last actor that it sent, and the last one that was acknowledged. */
  sent: number;
  answered: number;
}

/**
 * A hosted server that was killed at any moment counts every acknowledged submission exactly once,
 * however often it was sent, and has every acknowledged gate write with one audit
 * (docs/decisions.md#durability, docs/decisions.md#telemetry).
 */
export function hostedCrashContract(program: Program): void {
  test(
    "every acknowledged submission is counted once, and every acknowledged write is audited once",
    async () => {
      using directory = new TemporaryDirectory();
      const known = Array.from({ length: clients }, (_, index) => newClient(`client-${index}`));
      for (let kill = 0; kill < kills; kill++) {
        using server = await start(program, directory.path);
        const working = known.flatMap((client) => [
          submitAll(server, client),
          write(server, client),
        ]);
        await Bun.sleep(lifeMsMin + Math.random() * lifeMsSpread);
        if (kill === kills - 1) {
          await firstAnswers(known);
        }
        server.signal("SIGKILL");
        await Promise.all(working);
        expect((await server.ended()).code).not.toBe(0);
      }
      using server = await start(program, directory.path);
      for (const client of known) {
        await expectAudited(server, client);
        await finish(server, client);
        expect(await totalOf(server, client.key)).toBe(client.counted);
        expect(client.counted).toBeGreaterThan(0);
        expect(client.answered).toBeGreaterThan(0);
      }
    },
    { timeout: 180_000 + kills * 3_000 },
  );
}

function newClient(key: string): Client {
  return { key, pending: null, counted: 0, sent: 0, answered: 0 };
}

/** On a slow machine, a server may live for less than one answer. */
async function firstAnswers(known: readonly Client[]): Promise<void> {
  while (known.some(({ answered, counted }) => answered === 0 || counted === 0)) {
    await Bun.sleep(20);
  }
}

function start(program: Program, data: string): Promise<ServerProcess> {
  return ServerProcess.start(program, data, {
    mode: "hosted",
    variables: { GATEHOUSE_TOKEN: token },
  });
}

/** Submits telemetry until the server is killed. */
async function submitAll(server: ServerProcess, client: Client): Promise<void> {
  while (await submit(server, client)) {
    // Continues with the next submission.
  }
}

/** Returns whether the server still runs; a submission without an answer stays pending. */
async function submit(server: ServerProcess, client: Client): Promise<boolean> {
  client.pending ??= newSubmission(client.key);
  const { body, value } = client.pending;
  const status = await statusOf(server, "/telemetry", body);
  if (status === 202) {
    client.counted += value;
    client.pending = null;
  }
  // A starting server may answer that it does not count yet.
  expect([202, 503, null]).toContain(status);
  return status !== null;
}

function newSubmission(key: string): Submission {
  const value = 1 + Math.floor(Math.random() * 9);
  const metric = { key, time: Math.floor(Date.now() / 1_000), result: value % 2 === 0, value };
  const body = JSON.stringify({ request_id: crypto.randomUUID(), enabled_metrics: [metric] });
  return { body, value };
}

/** Enables one actor after another until the server is killed. */
async function write(server: ServerProcess, client: Client): Promise<void> {
  for (;;) {
    const body = JSON.stringify({ flipper_id: String(client.sent + 1) });
    client.sent++;
    const status = await statusOf(server, `/features/${client.key}/actors`, body);
    if (status === null) {
      // The write may be stored. The next round sends the same actor, which then changes nothing.
      client.sent--;
      return;
    }
    expect(status).toBe(200);
    client.answered = client.sent;
  }
}

async function statusOf(server: ServerProcess, path: string, body: string): Promise<number | null> {
  try {
    const response = await fetch(`${server.url}/adapter${path}`, { method: "POST", headers, body });
    await response.text();
    return response.status;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) {
      throw error;
    }
    return null;
  }
}

async function finish(server: ServerProcess, client: Client): Promise<void> {
  while (client.pending !== null) {
    await submit(server, client);
  }
}

/** Expects the audits, newest first: each actor once down to 1, and then the creation. */
async function expectAudited(server: ServerProcess, { key, answered }: Client): Promise<void> {
  const values: string[] = [];
  for (let page = 1; ; page++) {
    const text = await read(server, `/audits?keys=${key}&per_page=250&page=${page}`);
    const found = Array.from(text.matchAll(/"value":(?:"(?<value>\d+)"|null)/g));
    values.push(...found.map(({ groups }) => groups?.value ?? "created"));
    if (text.includes('"next":null')) {
      break;
    }
  }
  const actors = values.slice(0, -1);
  expect(values.at(-1)).toBe("created");
  expect(actors).toEqual(Array.from(actors, (_, place) => String(actors.length - place)));
  expect(actors.length).toBeGreaterThanOrEqual(answered);
  expect(actors.length).toBeLessThanOrEqual(answered + 1);
}

async function totalOf(server: ServerProcess, key: string): Promise<number> {
  const text = await read(server, `/telemetry/summary?days=2&keys=${key}`);
  return Number(/"summary":\{"total":(?<total>\d+)/.exec(text)?.groups?.total);
}

async function read(server: ServerProcess, path: string): Promise<string> {
  const response = await fetch(`${server.url}/adapter${path}`, { headers });
  expect(response.status).toBe(200);
  return response.text();
}
