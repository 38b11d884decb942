import { expect, test } from "bun:test";
import { SQL } from "bun";
import { database, isPostgresMissing } from "../helpers/postgres-server.ts";
import { metricsOf } from "./metrics-of.ts";
import { postgresSettings } from "./postgres-telemetry-medium.ts";
import { submissionOf, TelemetryApi } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

const now = Date.UTC(2026, 10, 21, 12, 34, 56);
/** Each call gives a submission of its own, so only the sequence shows that it was counted. */
const relayed = (id: number) => ({
  ...{ id, environmentId: 1, encoding: "identity" as const },
  bytes: new TextEncoder().encode(JSON.stringify(submissionOf(metricsOf(now, { search: [1, 0] })))),
});

test.skipIf(isPostgresMissing)(
  "of the spools of replicas, the database keeps the 10,000 that were heard of last",
  async () => {
    const url = await database();
    await using api = await TelemetryApi.start({
      state: stateWith({ features: ["search"] }),
      now: () => now,
      telemetry: { worker: postgresSettings(url) },
    });
    const { telemetry } = api;
    expect(await telemetry.relay("first", [relayed(5)])).toBe(5);
    await using sql = new SQL(url, { max: 1 });
    await sql`insert into telemetry_relays (spool, sequence)
      select 'spool ' || number, 1 from generate_series(1, 10005) number`;
    expect(await telemetry.relay("first", [relayed(6)])).toBe(6);
    await telemetry.runHousekeeping();
    const [row] = await sql`select count(*)::integer as count from telemetry_relays`;
    expect(row).toEqual({ count: 10_000 });
    expect(await telemetry.relay("first", [relayed(5), relayed(6)])).toBe(6);
    expect(await api.totals()).toEqual({ search: [2, 0] });
  },
);
