import { expect, test } from "bun:test";
import { RefusalLogger } from "../../../src/http/log/refusal-logger.ts";
import { entriesOf, loggedLines, Waits } from "./logged-lines.ts";

const client = () => "192.0.2.1";

function createRefusalLogger() {
  const { lines, log } = loggedLines();
  const waits = new Waits();
  return { lines, waits, refusals: new RefusalLogger(log, waits.later) };
}

test("of many refusals, the first is logged with all details, and the others in one line", () => {
  const { lines, waits, refusals } = createRefusalLogger();
  let calls = 0;
  for (let index = 0; index < 100_000; index++) {
    refusals.record({ status: 401, route: "/features", client }, () => {
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
    { ...refused, more: 99_999, seconds: 10, clients: "192.0.2.1 (100000)" },
  ]);
});

test("after ten seconds, the next refusal is logged with all details again", () => {
  const { lines, waits, refusals } = createRefusalLogger();
  for (let window = 0; window < 3; window++) {
    refusals.record({ status: 403, route: "/features", client }, () => ({}));
    waits.end();
  }
  expect(lines).toHaveLength(3);
});

test("refusals with another status or route are logged separately", () => {
  const { lines, refusals } = createRefusalLogger();
  for (const status of [401, 403, 408, 413, 429, 503]) {
    for (const route of ["/features", "/audits"]) {
      refusals.record({ status, route, client }, () => ({}));
      refusals.record({ status, route, client }, () => ({}));
    }
  }
  expect(entriesOf(lines).map(({ status, route }) => `${status} ${route}`)).toHaveLength(12);
});

test("other statuses are not logged", () => {
  const { lines, waits, refusals } = createRefusalLogger();
  for (const status of [200, 204, 304, 400, 404, 405, 409, 415, 422, 500]) {
    refusals.record({ status, route: "/features", client }, () => ({}));
  }
  waits.end();
  expect(lines).toEqual([]);
});

test("the line of many refusals keeps the addresses of twenty clients, and counts the others", () => {
  const { lines, waits, refusals } = createRefusalLogger();
  for (let index = 0; index < 1_000; index++) {
    const from = index % 2 === 0 ? "198.51.100.9" : `192.0.2.${(index % 60) + 1}`;
    refusals.record({ status: 401, route: "/session", client: () => from }, () => ({}));
  }
  waits.end();
  const [, joined] = entriesOf(lines);
  const clients = String(joined?.clients).split(", ");
  expect(joined).toMatchObject({ status: 401, route: "/session", more: 999 });
  expect(clients).toHaveLength(20);
  expect(clients[0]).toBe("198.51.100.9 (500)");
  const counted = clients.map((text) => Number(/\((\d+)\)$/.exec(text)?.[1]));
  const sum = counted.reduce((total, count) => total + count, 0);
  expect(sum + Number(joined?.fromOtherClients)).toBe(1_000);
});
