import { afterAll, beforeAll, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { SummaryModel } from "../../src/api/flipper/telemetry/telemetry-model.ts";
import { modelled } from "../helpers/modelled.ts";
import { type Program, run, ServerProcess } from "./server-process.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

const token = "a-token-for-telemetry";
const time = Math.floor(Date.now() / 1_000);
const good = { key: "search", time, result: true, value: 3 };
const requestId = "467dd251-b5e9-44d1-b490-539a97ef0983";

interface Row {
  readonly name: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly code: number | string;
}

const text = submission([good]);
const undecodable = { status: 400, code: 8 };
const invalid = { status: 422, code: "parameter_invalid" };
const gzip = { "content-encoding": "gzip" };

/** Refused submissions (docs/api.md#telemetry-submission): none of their metrics may be counted. */
const refused: readonly Row[] = [
  { name: "malformed JSON", body: text.slice(1), ...undecodable },
  { name: "not an object", body: "[]", ...undecodable },
  { name: "bad UTF-8", body: Uint8Array.of(0x22, 0xff, 0x22), ...undecodable },
  { name: "broken gzip", body: "no gzip", headers: gzip, ...undecodable },
  { name: "unknown encoding", body: text, headers: { "content-encoding": "br" }, ...undecodable },
  {
    name: "a decompression bomb",
    body: gzipSync(Buffer.alloc(2 ** 24, " ")),
    headers: gzip,
    ...invalid,
  },
  { name: "more than 1 MiB", body: `${text}${" ".repeat(2 ** 20)}`, ...invalid },
  {
    name: "another media type",
    body: text,
    headers: { "content-type": "text/plain" },
    status: 415,
    code: "media_type_unsupported",
  },
  { name: "no request_id", body: '{"enabled_metrics":[]}', ...invalid },
  { name: "a request_id that is not a UUID", body: text.replace(requestId, "1"), ...invalid },
  { name: "an empty key", body: submission([good, { ...good, key: "" }]), ...invalid },
  { name: "a negative value", body: submission([good, { ...good, value: -1 }]), ...invalid },
  { name: "a fractional value", body: submission([good, { ...good, value: 0.5 }]), ...invalid },
  { name: "a value past 2^53-1", body: text.replace(":3}", ":9007199254740992}"), ...invalid },
  { name: "a result of another type", body: text.replace("true", '"true"'), ...invalid },
  {
    name: "a time in milliseconds",
    body: submission([{ ...good, time: time * 1_000 }]),
    ...invalid,
  },
  { name: "a time of another type", body: text.replace(String(time), "null"), ...invalid },
];

const badQueries: readonly [query: string, status: number, code: number | string][] = [
  ["days=0", 422, "parameter_invalid"],
  ["days=-1", 422, "parameter_invalid"],
  ["days=x", 422, "parameter_invalid"],
  ["days[]=1", 400, 8],
  ["days=1&days=2", 400, 8],
  ["keys[x]=search", 400, 8],
  ["keys=%ff", 400, 8],
];

/**
 * Telemetry submissions and summaries over real connections (docs/api.md#telemetry-submission,
 * docs/api.md#telemetry-summary).
 */
export function telemetryContract(program: Program): void {
  const directory = new TemporaryDirectory();
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start(program, directory.path, {
      mode: "hosted",
      variables: { GATEHOUSE_TOKEN: token, GATEHOUSE_TELEMETRY_INTERVAL: "30" },
    });
    await send("/features", { name: "search" });
  });
  afterAll(async () => {
    server.signal("SIGTERM");
    expect((await server.ended()).code).toBe(0);
    directory[Symbol.dispose]();
  });

  function send(path: string, body: object): Promise<Response> {
    return submit(JSON.stringify(body), {}, path);
  }

  function submit(
    body: Row["body"],
    headers: Readonly<Record<string, string>> = {},
    path = "/telemetry",
  ): Promise<Response> {
    return fetch(`${server.url}/adapter${path}`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", "flipper-cloud-token": token, ...headers },
    });
  }

  function summary(query: string): Promise<Response> {
    return fetch(`${server.url}/adapter/telemetry/summary?${query}`, {
      headers: { "flipper-cloud-token": token },
    });
  }

  async function countOf(key: string): Promise<unknown> {
    const answer = modelled(SummaryModel, await (await summary(`days=2&keys=${key}`)).json());
    return answer.features[0]?.summary;
  }

  test.each(refused.map((row) => [row.name, row] as const))(
    "%s is refused, and not counted",
    async (_name, row) => {
      const answer = await submit(row.body, row.headers);
      const body: unknown = await answer.json();
      expect([answer.status, body]).toEqual([
        row.status,
        { code: row.code, message: expect.any(String), more_info: "/swagger" },
      ]);
      expect(answer.headers.get("telemetry-interval")).toBe("30");
      expect(await countOf("search")).toEqual({
        total: 0,
        enabled: 0,
        disabled: 0,
        enabled_rate: 0,
      });
    },
  );

  test.each(badQueries)("a summary with %s is refused with %d", async (query, status, code) => {
    const answer = await summary(query);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
  });

  test("an accepted submission is counted once, plain or gzip, however often it is sent", async () => {
    await send("/features", { name: "counted" });
    const counted = { ...good, key: "counted" };
    const plain = submission([counted, { ...counted, result: false, value: 1 }]);
    const other = "567dd251-b5e9-44d1-b490-539a97ef0983";
    const compressed = gzipSync(submission([counted], other));
    for (const answer of [
      await submit(plain),
      await submit(plain),
      await submit(compressed, gzip),
      await submit(compressed, {
        "content-encoding": "GZIP",
        "content-type": "Application/JSON; charset=utf-8",
      }),
    ]) {
      expect([answer.status, await answer.text()]).toEqual([202, "{}"]);
    }
    const counts = { total: 7, enabled: 6, disabled: 1, enabled_rate: 6 / 7 };
    expect(await countOf("counted")).toEqual(counts);
  });

  test("the series has all buckets up to the current one, and the plan limits the days", async () => {
    for (const [query, days, resolution, buckets] of [
      ["days=1", 1, "hour", 24],
      ["", 7, "day", 7],
      ["days=100000", 90, "day", 90],
    ] as const) {
      const answer = modelled(SummaryModel, await (await summary(query)).json());
      const [first] = answer.features;
      expect([answer.days, answer.resolution]).toEqual([days, resolution]);
      expect(first?.time_series.length).toBe(buckets);
      const last = Date.parse(first?.time_series.at(-1)?.timestamp ?? "");
      expect(Date.now() - last).toBeLessThan(resolution === "hour" ? 3_600_000 : 86_400_000);
    }
  });

  test("telemetry is refused with 402 as soon as the plan has none", async () => {
    const set = await run(program, ["limits", "set", "free", "--data", directory.path], {
      cwd: directory.path,
    });
    expect(set.code).toBe(0);
    const answer = await summary("days=1");
    expect([answer.status, await answer.json()]).toMatchObject([
      402,
      { code: "plan_upgrade_required" },
    ]);
  });
}

function submission(metrics: readonly object[], id = requestId): string {
  return JSON.stringify({ request_id: id, enabled_metrics: metrics });
}
