import { expect, test } from "bun:test";
import { join } from "node:path";
import { dearAttacks } from "../../bench/hostile/dear-attacks.ts";
import { playedAttacks } from "../../bench/hostile/played-attacks.ts";
import { type Price, prices, routePrices, withPrices } from "../../packaging/route-prices.ts";
import { servedRoutes } from "./served-routes.ts";

const document = await Bun.file(join(import.meta.dir, "../../docs/performance.md")).text();
const all: readonly Price[] = Object.values(prices);

test("every route of every wire has a price, and every price a route", async () => {
  expect([...routePrices.keys()].sort()).toEqual([...(await servedRoutes())].sort());
});

test("docs/performance.md has the prices", () => {
  expect(document).toBe(withPrices(document));
  expect(document).toContain("| web UI | `GET /admin/v1/environments/:environment/export` |");
});

test("make bench-hostile plays what each price names, and each dear request has a price", () => {
  const played = playedAttacks().map(({ name }) => name);
  const named = all.flatMap(({ attacks }) => attacks);
  expect(named.filter((part) => !played.some((name) => name.includes(part)))).toEqual([]);
  const unnamed = dearAttacks.filter(({ name }) => !named.some((part) => name.includes(part)));
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});

test("each dear request is played once and twenty at once", () => {
  const names = dearAttacks.map(({ name }) => name);
  const once = names.filter((name) => name.endsWith(", once"));
  expect(names.length).toBe(2 * once.length);
  expect(names).toEqual(
    expect.arrayContaining(once.map((name) => name.replace(", once", ", 20 at once"))),
  );
});

test("only known files declare routes, so a new wire needs rows too", async () => {
  const found: string[] = [];
  for (const path of new Bun.Glob("src/**/*.ts").scanSync(join(import.meta.dir, "../.."))) {
    const text = await Bun.file(join(import.meta.dir, "../..", path)).text();
    const declares = /from "elysia"/.test(text) && /new Elysia\(/.test(text);
    if (declares && !/^src\/api\/(?:flipper|ofrep|admin\/handlers)\//.test(path)) {
      found.push(path);
    }
  }
  expect(found.sort()).toEqual([
    "src/api/admin/admin-routes.ts",
    "src/api/cloud-import/migrate-api.ts",
    "src/api/mcp/mcp-api.ts",
    "src/demo/sign-in/demo-controller.ts",
    "src/http/declared/declared-routes.ts",
    "src/http/health/health-controller.ts",
    "src/http/health/readiness-controller.ts",
    "src/http/openapi/docs-controller.ts",
    "src/http/routing/api.ts",
    "src/index.ts",
    "src/replication/primary/relay-controller.ts",
    "src/replication/primary/replication-api.ts",
    "src/server/metrics-site.ts",
    "src/server/metrics/metrics-controller.ts",
    "src/server/site-router.ts",
  ]);
});
