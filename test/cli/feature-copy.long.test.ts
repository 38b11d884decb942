import { expect, test } from "bun:test";
import { describePlaces } from "./daily-shells.ts";

const copy = "feature copy search --from production --to staging";

describePlaces("a copy of gates that are equal already", (shell) => {
  const shownInStaging = async () => (await shell().runInStaging("feature show search")).out;

  test.each([
    ["off", "feature create search", "off"],
    ["for everyone", "feature enable search", "on"],
    ["for some", "feature enable search -a User;1 -g staff -t 7 -p 5", "conditional"],
  ])("keeps them where the other environment followed Production: %s", async (_, make, state) => {
    await shell().run("feature delete search --yes");
    await shell().run(make);
    expect(await shownInStaging()).toContain("the gates of Production, which it follows");
    const before = await shell().runInStaging("export");
    const same = "search has the same gates in production and staging";
    expect(await shell().run(copy)).toEqual({
      code: 0,
      out: `${same}; staging no longer follows Production for it\n`,
      err: "",
    });
    expect(await shell().runInStaging("export")).toEqual(before);
    // The second copy finds nothing to do, and writes nothing.
    const audits = await shell().runInStaging("audit list");
    expect(await shell().run(copy)).toEqual({ code: 0, out: `${same}\n`, err: "" });
    expect(await shell().runInStaging("audit list")).toEqual(audits);

    await shell().run(state === "on" ? "feature disable search" : "feature enable search");
    expect(await shell().runInStaging("export")).toEqual(before);
  });

  test("writes nothing to Production, which follows no other environment", async () => {
    await shell().run("feature create other");
    const audits = await shell().run("audit list");
    const { GATEHOUSE_TOKEN: own = "", GATEHOUSE_TO_TOKEN: staging = "" } = shell().variables;
    const ran = await shell().run("feature copy other --from staging --to production --json", {
      variables: { GATEHOUSE_TOKEN: staging, GATEHOUSE_TO_TOKEN: own },
    });
    expect(JSON.parse(ran.out)).toMatchObject({ change_count: 0, pinned: false });
    expect(await shell().run("audit list")).toEqual(audits);
  });
});
