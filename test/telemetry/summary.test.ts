import { describe, expect, test } from "bun:test";
import type { SummaryModel } from "../../src/api/flipper/telemetry/telemetry-model.ts";
import { closedGates, type Gates } from "../../src/core/evaluation/gates.ts";
import { parseExpression } from "../../src/core/expressions/expression.ts";
import type { Change } from "../../src/core/model/change.ts";
import { readAnswer } from "../helpers/answer.ts";
import { TelemetryApi } from "./telemetry-api.ts";
import { feature, owner, production, retention, stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
const seconds = Math.floor(now / 1_000);
const hour = 3_600;
const day = 24 * hour;
const custom = 2;
const searchMetric = { key: "search", time: seconds, result: true, value: 1 };

function start(retentionDays = 90) {
  return TelemetryApi.start({
    state: stateWith({
      features: ["search", "stats", "a,b", "über", "\u{1f600}", "\uffee"],
      customEnvironments: [custom],
      retentionDays,
    }),
    now: () => now,
  });
}

function one({ features }: SummaryModel): SummaryModel["features"][number] {
  const [only, ...others] = features;
  if (only === undefined || others.length > 0) {
    throw new Error(`${features.length} features`);
  }
  return only;
}

describe("the series", () => {
  const search = (time: number, value = 1, result = true) => ({
    key: "search",
    time,
    result,
    value,
  });

  test("is of 7 days by default, in UTC, with zeros for days without counts, and ends today", async () => {
    await using api = await start();
    await api.count([
      search(seconds, 5),
      search(seconds, 3, false),
      search(seconds - 6 * day, 2),
      search(seconds - 7 * day, 100),
      search(seconds + day, 100),
    ]);
    const summary = await api.summary("?keys=search");
    expect(summary).toMatchObject({ days: 7, resolution: "day" });
    const { time_series: series, summary: total } = one(summary);
    const at = (date: number, enabled = 0, disabled = 0) => ({
      timestamp: new Date(Date.UTC(2026, 10, date)).toISOString(),
      total: enabled + disabled,
      enabled,
      disabled,
    });
    expect(series).toEqual([at(15, 2), at(16), at(17), at(18), at(19), at(20), at(21, 5, 3)]);
    expect(total).toEqual({ total: 10, enabled: 7, disabled: 3, enabled_rate: 0.7 });
  });

  test("is by the hour for one day, and ends with the current hour", async () => {
    await using api = await start();
    await api.count([
      search(seconds),
      search(seconds - 23 * hour, 2),
      search(seconds - 24 * hour, 100),
      search(Math.floor(seconds / hour) * hour + hour - 1, 4),
      search(Math.floor(seconds / hour) * hour + hour, 100),
    ]);
    const summary = await api.summary("?days=1&keys=search");
    expect(summary).toMatchObject({ days: 1, resolution: "hour" });
    const { time_series: series } = one(summary);
    expect(series).toHaveLength(24);
    expect(series[0]).toEqual({
      timestamp: "2026-11-20T13:00:00.000Z",
      total: 2,
      enabled: 2,
      disabled: 0,
    });
    expect(series.at(-1)).toEqual({
      timestamp: "2026-11-21T12:00:00.000Z",
      total: 5,
      enabled: 5,
      disabled: 0,
    });
    expect(series.slice(1, -1).every(({ total }) => total === 0)).toBe(true);
  });

  test.each([
    ["?days=2", 90, 2, "day"],
    ["?days=90", 90, 90, "day"],
    ["?days=91", 90, 90, "day"],
    ["?days=99999999999999999999", 90, 90, "day"],
    ["?days=007", 90, 7, "day"],
    ["", 3, 3, "day"],
    ["?days=30", 1, 1, "hour"],
  ])(
    "%s with a retention of %d days has %d days, by the %s",
    async (query, kept, days, resolution) => {
      await using api = await start(kept);
      const summary = await api.summary(query);
      const length = resolution === "hour" ? 24 : days;
      expect(summary).toMatchObject({ days, resolution });
      expect(summary.features.map(({ time_series: series }) => series.length)).toEqual(
        summary.features.map(() => length),
      );
    },
  );
});

describe("the features", () => {
  const all = ["a,b", "search", "stats", "über", "\uffee", "\u{1f600}"];

  test.each([
    ["", all],
    ["?keys=stats", ["stats"]],
    ["?keys=stats,search", ["search", "stats"]],
    ["?keys=stats,stats,,nothing", ["stats"]],
    ["?keys=a%2Cb", ["a,b"]],
    ["?keys=stats%2Csearch", ["search", "stats"]],
    ["?keys=stats,a%2Cb,search%2Cstats", ["a,b", "search", "stats"]],
    [`?keys=${"stats,".repeat(20_000)}search`, ["search", "stats"]],
    ["?keys=%C3%BCber,search", ["search", "über"]],
    ["?keys=", []],
    ["?keys=stats&keys=stats", ["stats"]],
    ["?other=1&Keys=stats", all],
  ])('of the query "%.60s", in the order of UTF-8', async (query, keys) => {
    await using api = await start();
    const { features } = await api.summary(query);
    expect(features.map(({ key }) => key)).toEqual(keys);
  });

  test("have their description, and the gates of the environment", async () => {
    await using api = await start();
    const described = {
      ...feature(20, "described"),
      createdAt: Date.UTC(2020, 1, 2, 3, 4, 5, 678),
      description: "What it does",
      longevity: "temporary" as const,
      tags: ["a", "b"],
      ownerId: owner.id,
    };
    const gates: Gates = {
      ...closedGates,
      expression: parseExpression({ Equal: [{ Property: ["plan"] }, "pro"] }),
      actors: ["User;1", "User;2"],
      groups: ["admins"],
      percentageOfActors: 12,
      percentageOfTime: 5,
    };
    api.commit(
      { kind: "feature.saved", feature: described },
      written(production, described, gates),
    );
    const expected = {
      key: "described",
      description: "What it does",
      longevity: "temporary",
      tags: ["a", "b"],
      creator: { id: owner.id, name: owner.name, email: owner.email },
      owner: { id: owner.id, name: owner.name, email: owner.email },
      created_at: "2020-02-02T03:04:05.678Z",
      state: "conditional",
      gates_summary: {
        boolean: false,
        actors: 2,
        groups: 1,
        percentage_of_actors: 12,
        percentage_of_time: 5,
        expression: true,
      },
      summary: { total: 0, enabled: 0, disabled: 0, enabled_rate: 0 },
    };
    for (const environment of [production, custom]) {
      const { time_series: _, ...known } = one(await api.summary("?keys=described", environment));
      expect<unknown>(known).toEqual(expected);
    }
    api.commit(written(custom, described, { ...closedGates, boolean: true }));
    expect(one(await api.summary("?keys=described", custom))).toMatchObject({
      state: "on",
      gates_summary: { boolean: true, actors: 0, expression: false },
    });
    expect(one(await api.summary("?keys=described"))).toMatchObject({ state: "conditional" });
  });

  test("have null for missing members", async () => {
    await using api = await start();
    const bare = { ...feature(20, "bare"), creatorId: null };
    const left = { ...feature(21, "left"), creatorId: 77, ownerId: 78 };
    api.commit(
      { kind: "feature.saved", feature: bare },
      written(production, bare, closedGates),
      { kind: "feature.saved", feature: left },
      written(production, left, closedGates),
    );
    const { features } = await api.summary("?keys=bare,left");
    for (const found of features) {
      expect(found).toMatchObject({
        description: null,
        longevity: null,
        tags: [],
        creator: null,
        owner: null,
        state: "off",
      });
    }
  });
});

describe("a summary is refused", () => {
  test.each([
    ["?days=0", 422, "parameter_invalid"],
    ["?days=-1", 422, "parameter_invalid"],
    ["?days=x", 422, "parameter_invalid"],
    ["?days=", 422, "parameter_invalid"],
    ["?days=1.5", 422, "parameter_invalid"],
    ["?days=1e1", 422, "parameter_invalid"],
    ["?days=+7", 422, "parameter_invalid"],
    ["?days=%EF%BC%97", 422, "parameter_invalid"],
    ["?days[]=7", 400, 8],
    ["?days[x]=7", 400, 8],
    ["?days=7&days=8", 400, 8],
    ["?days=7&days[]=7", 400, 8],
    ["?days=%zz", 400, 8],
    ["?days=%ff", 400, 8],
    ["?keys[]=search", 400, 8],
    ["?keys[x]=search", 400, 8],
    ["?keys=search&keys=stats", 400, 8],
    ["?keys=search&keys[]=search", 400, 8],
    ["?keys=%c3", 400, 8],
    ["?keys=a%2", 400, 8],
    [`?keys=${Array.from({ length: 10_001 }, (_, i) => i).join(",")}`, 422, "parameter_invalid"],
    ["?other=%ff", 400, 8],
  ])("%.60s: %d", async (query, status, code) => {
    await using api = await start();
    const response = await api.send(`/telemetry/summary${query}`);
    const [, body] = await readAnswer(response, { method: "GET" });
    expect({ status: response.status, body }).toMatchObject({ status, body: { code } });
  });

  test("more than 10,000 keys; repeated ones count once", async () => {
    await using api = await start();
    const keys = ["search", ...Array.from({ length: 9_999 }, (_, index) => String(index))];
    const { features } = await api.summary(`?keys=${[...keys, ...keys].join(",")}`);
    expect(features.map(({ key }) => key)).toEqual(["search"]);
    const response = await api.send(`/telemetry/summary?keys=${[...keys, "stats"].join(",")}`);
    const [, body] = await readAnswer(response, { method: "GET" });
    expect([response.status, body]).toMatchObject([
      422,
      { code: "parameter_invalid", message: expect.stringContaining("keys") },
    ]);
  });

  test("without a token", async () => {
    await using api = await start();
    expect((await api.send("/telemetry/summary", { environment: 99 })).status).toBe(401);
  });

  test("under a plan without retention, as soon as it applies", async () => {
    await using api = await start();
    await api.count([searchMetric]);
    api.commit(retention(0));
    const response = await api.send("/telemetry/summary");
    const [, body] = await readAnswer(response, { method: "GET" });
    expect(response.status).toBe(402);
    expect(body).toMatchObject({ code: "plan_upgrade_required" });
  });
});

function written(environmentId: number, to: ReturnType<typeof feature>, after: Gates): Change {
  return { kind: "gates.written", environmentId, feature: to, before: null, after };
}
