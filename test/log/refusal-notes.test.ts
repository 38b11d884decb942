import { expect, test } from "bun:test";
import { RefusalNotes } from "../../src/log/refusal-notes.ts";
import { entriesOf, loggedLines, Waits } from "./logged-lines.ts";

function noting() {
  const { lines, log } = loggedLines();
  const waits = new Waits();
  return { lines, waits, notes: new RefusalNotes(log, waits.later) };
}

test("a storm is the first refusal with all that is known, and one line for the others", () => {
  const { lines, waits, notes } = noting();
  let asked = 0;
  for (let index = 0; index < 100_000; index++) {
    notes.note({ status: 401, route: "/features" }, () => {
      asked++;
      return { client: "192.0.2.1" };
    });
  }
  expect(asked).toBe(1);
  waits.end();
  expect(waits.delaysMs).toEqual([10_000]);
  const refused = { level: "warn", message: "refused", status: 401, route: "/features" };
  expect(entriesOf(lines)).toEqual([
    { ...refused, client: "192.0.2.1" },
    { ...refused, more: 99_999, seconds: 10 },
  ]);
});

test("after the ten seconds, the next refusal is a first one again", () => {
  const { lines, waits, notes } = noting();
  for (let window = 0; window < 3; window++) {
    notes.note({ status: 403, route: "/features" }, () => ({}));
    waits.end();
  }
  expect(lines).toHaveLength(3);
});

test("refusals of another status or route are other events", () => {
  const { lines, notes } = noting();
  for (const status of [401, 403, 413, 429, 503]) {
    for (const route of ["/features", "/audits"]) {
      notes.note({ status, route }, () => ({}));
      notes.note({ status, route }, () => ({}));
    }
  }
  expect(entriesOf(lines).map(({ status, route }) => `${status} ${route}`)).toHaveLength(10);
});

test("answers that are nobody's concern are not logged", () => {
  const { lines, waits, notes } = noting();
  for (const status of [200, 204, 304, 400, 404, 405, 409, 415, 422, 500]) {
    notes.note({ status, route: "/features" }, () => ({}));
  }
  waits.end();
  expect(lines).toEqual([]);
});
