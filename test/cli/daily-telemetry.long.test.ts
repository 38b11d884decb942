import { expect, test } from "bun:test";
import { type DailyShell, describePlaces } from "./daily-shells.ts";

const msPerHour = 3_600_000;

async function submit(shell: DailyShell, metrics: readonly (readonly [string, boolean, number])[]) {
  const time = Math.floor((Date.now() - msPerHour) / 1_000);
  const body = JSON.stringify({
    request_id: crypto.randomUUID(),
    enabled_metrics: metrics.map(([key, result, value]) => ({ key, time, result, value })),
  });
  await shell.submit(body);
}

describePlaces("telemetry", (shell) => {
  test("keeps a checked feature from a deletion without --force, and estimates changes", async () => {
    await shell().run("feature enable checked -p 20");
    await submit(shell(), [["checked", true, 3]]);
    const refused = await shell().run("feature delete checked --yes");
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(
        'The feature "checked" was checked in the last 7 days; --force deletes it anyway',
      ),
    ]);
    const { out } = await shell().run("feature impact checked -p 50");
    expect(out).toContain(
      "\n  now      20.0%\n  then     50.0%\n  gain it  30.0%\n  lose it  0.0%\n",
    );
    const staff = JSON.parse((await shell().run("feature impact checked -g staff --json")).out);
    expect(staff).toMatchObject({
      ...{ environment: "production", key: "checked", sample_size: null },
      before: { share: 0.2, interval: null },
      after: { share: null },
      unknown_because: ["groups"],
    });
    expect((await shell().run("feature impact missing -p 5")).code).toBe(1);
    expect(await shell().run("feature delete checked --yes --force")).toMatchObject({
      code: 0,
      out: "deleted checked from every environment\n",
    });
  });

  test("is summed, with a chart, and shows keys that no feature has", async () => {
    await shell().run("feature create search");
    await shell().run("feature create home");
    await submit(shell(), [
      ["search", true, 1_200],
      ["search", false, 800],
      ["home", true, 1],
      ["serch", false, 7],
      ["quite_else", true, 1],
    ]);
    const all = await shell().run("telemetry summary");
    expect(all).toMatchObject({ code: 0, err: "" });
    expect(all.out).toMatch(
      /^FEATURE {2}EVALUATIONS {2}ENABLED {2}OLDEST TO NEWEST\nhome +1 +100% +█\s?\nsearch +2,000 +60% +█\s?\n2 features in production, 7 days to today \(UTC\)\n$/,
    );
    const one = await shell().run("telemetry summary search --days 1");
    const lines = one.out.trimEnd().split("\n");
    expect(lines[0]).toBe(
      "search in production, the last 24 hours: 2,000 evaluations, 60% enabled (█)",
    );
    expect(lines).toHaveLength(2 + 24);
    expect(lines.filter((line) => line.includes("2,000"))[1]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:00 +2,000 +60% +█{24}░{16}$/,
    );
    expect((await shell().run("telemetry summary home --days 7")).out).toContain("1 evaluation,");
    expect(await shell().run("telemetry summary none")).toEqual({
      code: 0,
      out: "no features in production\n",
      err: 'gatehouse: there is no feature "none"\n',
    });
    const some = await shell().run("telemetry summary serch search");
    expect([some.code, some.err]).toEqual([
      0,
      'gatehouse: there is no feature "serch"; did you mean "search"?\n',
    ]);
    expect(some.out).toStartWith("search in production, ");
    expect((await shell().run("telemetry summary search home")).err).toBe("");
    await shell().run("feature create gone");
    await shell().run("feature delete gone --yes");
    const audits = await shell().run("audit list serch gone");
    expect(audits).toMatchObject({
      code: 0,
      err: 'gatehouse: there is no feature "serch"; did you mean "search"?\n',
    });
    expect(audits.out).toEndWith("2 audits in production\n");

    const unknown = await shell().run("telemetry unknown --json");
    expect(JSON.parse(unknown.out)).toMatchObject({
      keys: expect.arrayContaining([
        expect.objectContaining({ key: "serch", enabled: 0, disabled: 7, meant: "search" }),
        expect.objectContaining({ key: "quite_else", enabled: 1, disabled: 0, meant: null }),
      ]),
    });
    const table = (await shell().run("telemetry unknown")).out;
    expect(table).toMatch(/^KEY +EVALUATIONS +LAST \(UTC\) +PROBABLY MEANT\n/);
    expect(table).toMatch(/^serch +7 +\d{4}-\d\d-\d\d \d\d:\d\d +search$/m);
    expect(table).toEndWith("2 keys without a feature in production, of 7 days\n");
  });
});
