import { expect, test } from "bun:test";
import { RefusalLogger } from "../../src/log/refusal-logger.ts";
import { entriesOf, loggedLines, Waits } from "./logged-lines.ts";

function createRefusalLogger() {
  const { lines, log } = loggedLines();
  const waits = new Waits();
  return { lines, waits, refusals: new RefusalLogger(log, waits.later) };
}

test("of many refusals, the first is logged with all details, and the others in one line", () => {
  const { lines, waits, refusals } = createRefusalLogger();
  let calls = 0;
  for (let index = 0; index < 100_000; index++) {
    refusals.record({ status: 401, route: "/features" }, () => {
      calls++;
      return { client: "192.0.2.1" };
    });
  }
  expect(calls).toBe(1);
  waits.end();
  expect(waits.delaysMs).toEqual([10_000]);
  const refused = { level: "warn", message: "refused", status: 401, route: "/features" };
  expect(entriesOf(lines)).toEqual([
    { ...refused, client: "192.0.2.1" },
    { ...refused, more: 99_999, seconds: 10 },
  ]);
});

test("after ten seconds, the next refusal is logged with all details again", () => {
  const { lines, waits, refusals } = createRefusalLogger();
  for (let window = 0; window < 3; window++) {
    refusals.record({ status: 403, route: "/features" }, () => ({}));
    waits.end();
  }
  expect(lines).toHaveLength(3);
});

test("refusals with another status or route are logged separately", () => {
  const { lines, refusals } = createRefusalLogger();
  for (const status of [401, 403, 408, 413, 429, 503]) {
    for (const route of ["/features", "/audits"]) {
      refusals.record({ status, route }, () => ({}));
      refusals.record({ status, route }, () => ({}));
    }
  }
  expect(entriesOf(lines).map(({ status, route }) => `${status} ${route}`)).toHaveLength(12);
});

test("other statuses are not logged", () => {
  const { lines, waits, refusals } = createRefusalLogger();
  for (const status of [200, 204, 304, 400, 404, 405, 409, 415, 422, 500]) {
    refusals.record({ status, route: "/features" }, () => ({}));
  }
  waits.end();
  expect(lines).toEqual([]);
});
