import { expect, test } from "bun:test";
import { describePlaces } from "./daily-shells.ts";

describePlaces("the past", (shell) => {
  const run = (line: string) => shell().run(line);
  /** The time of the latest audit, and a time after it. */
  const latestTime = async () => {
    const { out } = await run("audit list --limit 1 --json");
    const { audits }: { readonly audits: readonly { readonly created_at: string }[] } =
      JSON.parse(out);
    await Bun.sleep(2);
    return audits[0]?.created_at ?? "";
  };

  test("is checked with --at, which has its reasons with --why", async () => {
    await run("feature enable search --actor 'User;42'");
    await run("feature enable lottery --percentage-of-time 50");
    const then = await latestTime();
    await run("feature clear search");
    await run("feature delete lottery --yes");
    const check = `check search --actor 'User;42'`;
    expect(await run(check)).toMatchObject({ code: 1, out: "disabled\n" });
    expect(await run(`${check} --at ${then}`)).toEqual({ code: 0, out: "enabled\n", err: "" });
    const why = await run(`${check} --why --at ${then}`);
    expect(why.out).toContain("search is enabled for User;42 in production\n");
    expect(why.out).toContain("actors");
    const chance = await run(`check lottery --at ${then} --why`);
    expect(chance).toMatchObject({ code: 2, err: "" });
    expect(chance.out).toContain("lottery is decided by chance without an actor");
    const both = await run(`check search lottery --actor 'User;42' --at ${then} --json`);
    expect(JSON.parse(both.out)).toMatchObject({
      features: [
        { key: "search", known: true, enabled: true, chance: false },
        { key: "lottery", known: true, chance: true },
      ],
    });
    expect(await run(`${check} --at 3000d`)).toMatchObject({
      code: 2,
      err: expect.stringContaining("did not exist then"),
    });
  });

  test("is compared with --from and --to", async () => {
    await run("feature enable search -p 5");
    const from = await latestTime();
    await run("feature enable search -p 25");
    await run("feature create added");
    const to = await latestTime();
    await run("feature enable search -p 50");
    const compared = await run(`diff production --from ${from} --to ${to}`);
    expect(compared).toMatchObject({ code: 0, err: "" });
    expect(compared.out).toContain(
      `2 of 2 features differ between ${from} and ${to} in production`,
    );
    const json = await run(`diff production --from ${from} --json`);
    expect(JSON.parse(json.out)).toMatchObject({
      environment: "production",
      from,
      compared: 2,
      features: [
        { key: "added", in_from: false, in_to: true },
        { key: "search", gates: [{ gate: "percentage_of_actors", from: 5, to: 50 }] },
      ],
    });
  });

  test.each([
    ["diff production", "OTHER is missing"],
    ["diff production staging --from 1h", "leave out OTHER"],
    ["diff production --to 1h", "--to needs --from"],
    ["diff production --from soon", "must be a time"],
  ])("%s is refused", async (line, reason) => {
    expect(await run(line)).toMatchObject({ code: 2, err: expect.stringContaining(reason) });
  });
});
