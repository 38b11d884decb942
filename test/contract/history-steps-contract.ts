import { expect, test } from "bun:test";
import { HistoryReads } from "../../src/app/services/history-reads.ts";
import { HistorySteps, type StepFilter } from "../../src/app/services/history-steps.ts";
import type { OpenedStorage } from "../../src/storage/storage.ts";
import { startServices } from "../app/services/service-fixture.ts";

const everything: StepFilter = {
  key: null,
  actions: null,
  actor: null,
  text: null,
  from: null,
  to: null,
  before: null,
  limit: 50,
};
const addedAtOnce = 10_000;
const large = 50_000;

/** What pages of steps promise, on any storage. */
export function historyStepsContract(open: () => Promise<OpenedStorage>): void {
  test("a page reads some records of a step of any size, and counts it exactly", async () => {
    const opened = await open();
    await using fixture = await startServices(async () => opened);
    const { services, production } = fixture;
    const { features, writer } = services;
    await features.create(production, "a");
    const actors = Array.from({ length: large }, (_each, index) => `User;${index}`);
    for (let from = 0; from < large; from += addedAtOnce) {
      const add = actors.slice(from, from + addedAtOnce);
      await features.changeMembers(production, "a", { gate: "actors", add, remove: [] });
    }
    await features.change(production, "a", { action: "clear" }, { checks: { typed: "a" } });

    let records = 0;
    class CountedReads extends HistoryReads {
      override async page(selection: Parameters<HistoryReads["page"]>[0]) {
        const page = await super.page(selection);
        records += page.audits.length;
        return page;
      }
    }
    const steps = new HistorySteps(new CountedReads(opened.storage.reads, () => undefined), writer);
    for (const key of [null, "a"]) {
      records = 0;
      const list = await steps.list(production, { ...everything, key });
      expect(list.steps.map(({ newest, count }) => `${newest.action} ${count}`)).toEqual([
        "clear 1",
        ...Array.from({ length: 5 }, () => `enable_actor ${addedAtOnce}`),
        "create 1",
      ]);
      expect(list.next).toBeNull();
      expect(records).toBeLessThan(500);
    }
  });

  test("a step is found whole by a filter of its actions, and pages go on where they ended", async () => {
    await using fixture = await startServices(open);
    const { services, production } = fixture;
    const { features, historySteps } = services;
    await features.create(production, "a");
    const both = { gate: "actors", add: ["c", "d"], remove: ["a"] } as const;
    await features.changeMembers(production, "a", { gate: "actors", add: ["a", "b"], remove: [] });
    await features.changeMembers(production, "a", both);
    await features.create(production, "b");
    const removals = await historySteps.list(production, {
      ...everything,
      actions: ["disable_actor"],
    });
    expect(removals.steps.map(({ count }) => count)).toEqual([3]);
    const counts: number[] = [];
    let before: number | null = null;
    do {
      const page = await historySteps.list(production, { ...everything, before, limit: 1 });
      counts.push(...page.steps.map(({ count }) => count));
      before = page.next;
    } while (before !== null);
    expect(counts).toEqual([1, 3, 2, 1]);
  });

  test("of a step whose oldest records were removed, what is left is counted", async () => {
    await using fixture = await startServices(open);
    const { services, production } = fixture;
    const { features, historySteps, writer } = services;
    await features.create(production, "a");
    const add = Array.from({ length: 20 }, (_each, index) => `User;${index}`);
    await features.changeMembers(production, "a", { gate: "actors", add, remove: [] });
    const environmentId = production.environment.id;
    await writer.submit((draft) =>
      draft.record({ kind: "audits.removed", environmentId, through: 11 }),
    );
    for (const key of [null, "a"]) {
      const { steps, next } = await historySteps.list(production, { ...everything, key });
      expect(steps.map(({ count }) => count)).toEqual([10]);
      expect(next).toBeNull();
    }
  });
}
