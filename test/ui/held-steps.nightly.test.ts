import { describe, expect, test } from "bun:test";
import { uiSuite } from "./ui-suite.ts";

describe("Steps of others in the audits", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/percentage_of_actors", { percentage: 5 });
    },
  });

  const steps = () => suite.page.getByRole("main").getByRole("listitem");
  const set = (percentage: number) =>
    suite.server.api("POST", "/features/search/percentage_of_actors", { percentage });
  const waiting = () => suite.page.getByRole("status").filter({ hasText: "new" });
  const top = async () => (await steps().first().boundingBox())?.y;

  test("wait for Show while the pointer is in the list, so no row moves", async () => {
    await suite.open("/audits");
    await steps().filter({ hasText: "0% → 5%" }).hover();
    const before = await top();
    await set(10);
    await waiting().getByText("1 new").waitFor();
    await set(15);
    await waiting().getByText("2 new").waitFor();
    expect(await steps().count()).toBe(2);
    expect(await top()).toBe(before);
    await waiting().getByRole("button", { name: "Show" }).click();
    await steps().filter({ hasText: "10% → 15%" }).waitFor();
    expect(await steps().count()).toBe(4);
    await waiting().waitFor({ state: "detached" });
  });

  test("appear immediately when the pointer leaves the list", async () => {
    const { page } = suite;
    await steps().first().hover();
    await set(20);
    await waiting().getByText("1 new").waitFor();
    await page.mouse.move(5, 5);
    await steps().filter({ hasText: "15% → 20%" }).waitFor();
    await set(25);
    await steps().filter({ hasText: "20% → 25%" }).waitFor();
    expect(await waiting().count()).toBe(0);
  });

  test("own changes appear immediately", async () => {
    await steps().first().hover();
    await set(30);
    await waiting().getByText("1 new").waitFor();
    const path = "/admin/v1/environments/1/features/search/percentage-of-time";
    const sent = { data: { percentage: 1 }, headers: { origin: suite.server.url } };
    expect((await suite.page.request.put(suite.server.url + path, sent)).status()).toBe(200);
    await steps().filter({ hasText: "0% → 1%" }).waitFor();
    await steps().filter({ hasText: "25% → 30%" }).waitFor();
  });
});
