import { expect, test } from "bun:test";
import fc from "fast-check";
import { RequestCounters } from "../../src/metrics/request-counters.ts";

function counted(tally: RequestCounters): string[] {
  return Array.from(tally.routes(), (route) =>
    Array.from(
      route.statuses(),
      ({ status, count }) => `${route.method} ${route.route} ${status} ${count}`,
    ),
  ).flat();
}

test("requests count by route, method and status", () => {
  const tally = new RequestCounters();
  tally.count("/features", "GET", 200, 1_000);
  tally.count("/features", "GET", 200, 2_000);
  tally.count("/features", "GET", 304, 1_000);
  tally.count("/features", "POST", 200, 1_000);
  tally.count("/actors/:flipper_id", "GET", 422, 1_000);
  tally.count("", "GET", 404, 1_000);
  expect(counted(tally)).toEqual([
    "GET /features 200 2",
    "GET /features 304 1",
    "POST /features 200 1",
    "GET /actors/:flipper_id 422 1",
    "GET none 404 1",
  ]);
  const [first] = tally.routes();
  expect(first?.durations.sumNs).toBe(4_000);
});

test("methods that a sender makes up share one series", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[A-Z]{8,12}$/), { minLength: 1 }), (methods) => {
      const tally = new RequestCounters();
      for (const method of methods) {
        tally.count("", method, 405, 1);
      }
      expect(counted(tally)).toEqual([`other none 405 ${methods.length}`]);
    }),
  );
});
