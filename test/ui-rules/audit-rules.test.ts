import { expect, test } from "bun:test";
import type { AuditRow, StepRow } from "../../src/api/admin/contract/audit-models.ts";
import { chosenDays, startOfDayAgo } from "../../src/ui/audits/audit-dates.ts";
import { auditQuery } from "../../src/ui/audits/audit-filter.ts";
import { auditStepSummary, stepId, undoneSteps } from "../../src/ui/audits/audit-steps.ts";

const audit: AuditRow = {
  id: 1,
  step: 1,
  at: 0,
  action: "enable_actor",
  featureKey: "search",
  value: "User;1",
  actor: { type: "User", id: "7", name: "Owner" },
  before: null,
  removed: null,
  cannotUndo: null,
  isOfGates: true,
  undoes: null,
  reason: null,
  links: [],
};

function step(first: number, last: number, undoes: number | null = null): StepRow {
  const action = undoes === null ? audit.action : "rollback";
  const oldest = { ...audit, id: first, step: first, action, undoes } as const;
  return { newest: { ...oldest, id: last }, oldest, count: last - first + 1, undone: null };
}

test("a step is undone by a later one, unless that was undone too", () => {
  const first = step(1, 5_000);
  const undo = step(5_001, 5_001, 42);
  expect([...undoneSteps([undo, first]).keys()]).toEqual([stepId(0, 5_000)]);
  const again = step(5_002, 5_002, 5_001);
  expect([...undoneSteps([again, undo, first]).keys()]).toEqual([stepId(0, 5_001)]);
  expect(undoneSteps([undo]).size).toBe(0);
  const [elsewhere, here] = [3, 4].map((id) => ({
    id,
    name: "Staging",
    slug: "staging",
    state: "other" as const,
  }));
  const other = { ...undo, ...(elsewhere === undefined ? {} : { environment: elsewhere }) };
  const own = { ...first, ...(here === undefined ? {} : { environment: here }) };
  expect(undoneSteps([other, own]).size).toBe(0);
});

test("an undo says what it did", () => {
  const undo = step(2, 2, 1);
  expect(auditStepSummary(undo)).toBe("Undone");
  const changes = [
    { action: "percentage_of_actors", before: "25", count: 1 },
    { action: "disable_actor", before: null, count: 5_000 },
  ] as const;
  expect(auditStepSummary({ ...undo, undone: { feature: null, changes: [...changes] } })).toBe(
    "Undone: percentage of actors, was 25%, 5,000 actors removed",
  );
  expect(auditStepSummary({ ...undo, undone: { feature: "removed", changes: [] } })).toBe(
    "Undone: the feature deleted",
  );
});

test("days begin and end at midnight of the reader's clock", () => {
  const now = new Date(2026, 2, 29, 13, 5).getTime();
  const midnight = (day: number) => new Date(2026, 2, day).getTime();
  const days = (query: string) => chosenDays(new URLSearchParams(query), now);
  expect(days("when=today")).toEqual({ from: midnight(29), to: null });
  expect(days("when=yesterday")).toEqual({ from: midnight(28), to: midnight(29) });
  expect(days("when=week")).toEqual({ from: midnight(23), to: null });
  expect(days("when=ever")).toEqual({ from: null, to: null });
  expect(days("since=2026-03-28&until=2026-03-29")).toEqual({
    from: midnight(28),
    to: midnight(30),
  });
  expect(days("since=28.3.2026")).toEqual({ from: null, to: null });
  expect(startOfDayAgo(now, 0)).toBe(midnight(29));
});

test("the URL's filter is the request's, and old links still work", () => {
  const query = (text: string) => auditQuery(new URLSearchParams(text), 0);
  expect(query("env=staging")).toEqual({});
  expect(query("key=search&actor=User%3A1&action=enable&environment=staging&q=%20a%20")).toEqual({
    key: "search",
    actor: "User:1",
    action: "enable",
    environment: "staging",
    text: "a",
  });
  const until = new Date(2026, 2, 30).getTime() - 1;
  expect(query("until=2026-03-29")).toEqual({ to: until });
});
