import { expect, test } from "bun:test";
import fc from "fast-check";
import { RequestCounters } from "../../../src/server/metrics/request-counters.ts";

function counted(counters: RequestCounters): string[] {
  return Array.from(counters.routes(), (route) =>
    Array.from(
      route.statuses(),
      ({ status, count }) => `${route.method} ${route.route} ${status} ${count}`,
    ),
  ).flat();
}

test("requests count by route, method and status", () => {
  const counters = new RequestCounters();
  counters.count("/features", "GET", 200, 1_000);
  counters.count("/features", "GET", 200, 2_000);
  counters.count("/features", "GET", 304, 1_000);
  counters.count("/features", "POST", 200, 1_000);
  counters.count("/actors/:flipper_id", "GET", 422, 1_000);
  counters.count("", "GET", 404, 1_000);
  expect(counted(counters)).toEqual([
    "GET /features 200 2",
    "GET /features 304 1",
    "POST /features 200 1",
    "GET /actors/:flipper_id 422 1",
    "GET none 404 1",
  ]);
  const [first] = counters.routes();
  expect(first?.durations.sumNs).toBe(4_000);
});

test("unknown methods share one series", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[A-Z]{8,12}$/), { minLength: 1 }), (methods) => {
      const counters = new RequestCounters();
      for (const method of methods) {
        counters.count("", method, 405, 1);
      }
      expect(counted(counters)).toEqual([`other none 405 ${methods.length}`]);
    }),
  );
});
