import { afterEach, beforeEach, expect, test } from "bun:test";
import { samplesOf } from "./metrics/samples.ts";
import { type PipelineServer, startPipelineServer } from "./pipeline-server.ts";

let server: PipelineServer;
beforeEach(async () => {
  server = await startPipelineServer();
});
afterEach(async () => {
  await server.stop();
});

/** After the text of an earlier scrape is no longer kept. */
async function scrape(): Promise<Map<string, number>> {
  server.clock.ms += 1_000;
  const response = await server.send("/metrics");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  return samplesOf(await response.text());
}

/** Returns the counted requests of a route, as `METHOD STATUS COUNT`. */
async function requestsOf(route: string): Promise<string[]> {
  const form = /^gatehouse_http_requests_total\{route="(.*)",method="(.*)",status="(\d+)"\}$/;
  return [...(await scrape())].flatMap(([series, count]) => {
    const [, ofRoute, method, status] = form.exec(series) ?? [];
    return ofRoute === route ? [`${method} ${status} ${count}`] : [];
  });
}

const requests: [method: string, path: string, route: string, status: number][] = [
  ["GET", "/adapter/features", "/adapter/features", 200],
  ["HEAD", "/adapter/features", "/adapter/features", 200],
  ["GET", "/adapter//features", "/adapter/features", 200],
  ["GET", "/adapter/features?keys=a", "/adapter/features", 200],
  ["GET", "/adapter/features/a", "/adapter/features/:feature_name", 404],
  ["GET", "/adapter/features/a/b", "/adapter/features/:feature_name", 404],
  ["DELETE", "/adapter/features/a/clear", "/adapter/features/:feature_name/clear", 204],
  ["POST", "/adapter/features/a/boolean", "/adapter/features/:feature_name/boolean", 200],
  ["POST", "/adapter/features/a/actors", "/adapter/features/:feature_name/actors", 422],
  ["GET", "/adapter/actors/User;1", "/adapter/actors/:flipper_id", 200],
  ["GET", "/adapter/audits", "/adapter/audits", 200],
  ["DELETE", "/adapter/environments/9", "/adapter/environments/:id", 204],
  ["GET", "/healthz", "/healthz", 200],
  ["GET", "/readyz", "/readyz", 200],
  ["GET", "/swagger", "/swagger", 200],
  ["PUT", "/adapter/features", "none", 405],
  ["GET", "/adapter/nothing", "none", 404],
  ["GET", "/nothing", "none", 404],
  ["GET", "/adapter/features/%zz", "none", 400],
];

test.each(requests)("%s %s counts as %s with %i", async (method, path, route, status) => {
  const headers = { "flipper-cloud-token": server.hosted.managerToken };
  expect((await server.send(path, { method, headers })).status).toBe(status);
  expect(await requestsOf(route)).toEqual([`${method} ${status} 1`]);
});

test("a refused request counts for its route", async () => {
  await server.send("/adapter/features");
  await server.send("/adapter/features", { headers: { "flipper-cloud-token": "wrong" } });
  expect(await requestsOf("/adapter/features")).toEqual(["GET 401 2"]);
});

test("concurrent requests count for their own routes", async () => {
  const { features, gates, actors, audits } = server.manager;
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      Promise.all([
        gates.post(`f${index}`, "boolean"),
        features.list(),
        audits.list(),
        actors.check("User;1"),
        features.create(`g${index}`),
      ]),
    ),
  );
  const feature = "/adapter/features/:feature_name";
  expect(await requestsOf(`${feature}/boolean`)).toEqual(["POST 200 20"]);
  expect(await requestsOf("/adapter/features")).toEqual(["GET 200 20", "POST 200 20"]);
  expect(await requestsOf("/adapter/audits")).toEqual(["GET 200 20"]);
  expect(await requestsOf("/adapter/actors/:flipper_id")).toEqual(["GET 200 20"]);
});

test("changes, evaluated features, commits and snapshots are counted", async () => {
  const { features, gates, actors } = server.manager;
  await features.create("a");
  await gates.post("b", "boolean");
  await gates.post("b", "boolean");
  await actors.check("User;1");
  await actors.check("User;1", "keys=a,b,missing");
  const samples = await scrape();
  const counted = (series: string) => samples.get(`gatehouse_${series}`);
  expect(counted('changes_total{action="create"}')).toBe(2);
  expect(counted('changes_total{action="enable"}')).toBe(1);
  expect(counted("evaluations_total")).toBe(2 + 3);
  // The first start, the manager's token, and two writes; a write without a change has no commit.
  expect(counted("commit_duration_seconds_count")).toBeGreaterThanOrEqual(4);
  expect(counted("commits_failed_total")).toBe(0);
  expect(counted("snapshots")).toBe(1);
  expect(counted("writer_waiting")).toBe(0);
});

test("durations are measured with the given clock", async () => {
  const answer = server.manager.audits.list();
  server.clock.ms += 40;
  await answer;
  const series = '{route="/adapter/audits",method="GET"}';
  expect((await scrape()).get(`gatehouse_http_request_duration_seconds_sum${series}`)).toBe(0.04);
});

test("the text is kept for a second, however often it is requested", async () => {
  const text = async () => (await server.send("/metrics")).text();
  const first = await text();
  expect(first).toContain("gatehouse_build_info");
  await server.manager.gates.post("search", "boolean");
  server.clock.ms += 999;
  const texts = await Promise.all(Array.from({ length: 100 }, text));
  expect(new Set(texts)).toEqual(new Set([first]));
  expect(first).toContain('gatehouse_changes_total{action="enable"} 0');
  server.clock.ms += 1;
  expect(await text()).toContain('gatehouse_changes_total{action="enable"} 1');
});

test("/metrics may be turned off", async () => {
  const without = await startPipelineServer({ flags: ["--metrics", "off"] });
  expect((await without.send("/metrics")).status).toBe(404);
  expect((await without.send("/readyz")).status).toBe(200);
  await without.stop();
});

test("with an address of its own /metrics is served there only, and nothing else is", async () => {
  const flags = ["--metrics-address", "127.0.0.1:0", "--base-path", "/base"];
  const own = await startPipelineServer({ flags });
  const ask = async (path: string, init?: RequestInit) =>
    own.metricsFetch(new Request(`http://127.0.0.1:9090${path}`, init), {
      requestIP: () => ({ address: own.client }),
    });
  expect((await own.send("/base/metrics")).status).toBe(404);
  const answer = await ask("/base/metrics", { headers: { host: "monitored.example:9090" } });
  expect(answer.status).toBe(200);
  expect(samplesOf(await answer.text()).get('gatehouse_build_info{version="1.2.3"}')).toBe(1);
  expect((await ask("/base/metrics", { method: "HEAD" })).status).toBe(200);
  expect((await ask("/base/metrics", { method: "POST" })).status).toBe(405);
  const headers = { "flipper-cloud-token": own.hosted.managerToken };
  for (const path of ["/metrics", "/base/healthz", "/base/swagger", "/adapter/features"]) {
    const refused = await ask(path, { headers });
    expect([path, refused.status]).toEqual([path, 404]);
    expect(await refused.json()).toMatchObject({ code: "route_not_found" });
  }
  own.clock.ms += 1_000;
  const counted = samplesOf(await (await ask("/base/metrics")).text());
  const series = 'route="/base/metrics",method="GET",status="200"';
  expect(counted.get(`gatehouse_http_requests_total{${series}}`)).toBe(1);
  await own.stop();
});
