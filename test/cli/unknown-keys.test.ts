import { expect, test } from "bun:test";
import { describePlaces } from "./daily-shells.ts";

const typo = 'gatehouse: there is no feature "serch"; did you mean "search"?\n';
const other = 'gatehouse: there is no feature " other "; did you mean "other"?\n';

describePlaces("a key that no feature has", (shell) => {
  test("is told on the error output, with the one that was probably meant", async () => {
    for (const line of [
      "feature enable search",
      "feature enable other",
      "feature create gone",
      "feature delete gone --yes",
    ]) {
      await shell().run(line);
    }
    for (const [line, code, err] of [
      ["check search", 0, ""],
      ["check serch search -a 1", 1, typo],
      ["check ' other ' search -a 1", 1, other],
      ["check ' other ' search", 1, other],
      ["telemetry summary", 0, ""],
      ["telemetry summary search", 0, ""],
      ["telemetry summary serch search serch", 0, typo],
      ["telemetry summary serch --json", 0, typo],
      ["audit list", 0, ""],
      ["audit list search", 0, ""],
      // It has audits, and so has one whose audits are not in the list.
      ["audit list gone", 0, ""],
      ["audit list search --action clear", 0, ""],
      ["audit list serch", 0, typo],
      ["audit list serch search --json", 0, typo],
    ] as const) {
      const ran = await shell().run(line);
      expect([line, ran.code, ran.err]).toEqual([line, code, err]);
      expect(ran.out).not.toBe("");
    }
  });
});
