import { expect, test } from "bun:test";
import { refusalIn, startUi } from "../web-ui-server.ts";

const features = "/environments/:environment/features" as const;

test("an environment is named by its id, its slug or a dash", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const { environment } = await page.answer("POST /environments", { body: { name: "Staging" } });
  const digits = await page.answer("POST /environments", { body: { name: "2026" } });
  await page.answer(`POST ${features}`, { params: { environment: "-" }, body: { key: "search" } });
  await page.answer(`PUT ${features}/:key/percentage-of-time`, {
    params: { environment: environment.slug, key: "search" },
    body: { percentage: 7 },
  });
  const percentageIn = async (name: string | number) => {
    const { gates } = await page.answer(`GET ${features}/:key`, {
      params: { environment: name, key: "search" },
    });
    return gates.percentageOfTime;
  };
  expect(environment.slug).toBe("staging");
  for (const name of ["staging", environment.id]) {
    expect([name, await percentageIn(name)]).toEqual([name, 7]);
  }
  for (const name of ["-", "production", 1, digits.environment.id]) {
    expect([name, await percentageIn(name)]).toEqual([name, 0]);
  }
});

test.each(["0", "01", "999", "2026", "moon", "--", "Production", " 1"])(
  "%p is no environment, although one has the slug 2026",
  async (name) => {
    await using server = await startUi();
    const page = await server.page("admin");
    await page.answer("POST /environments", { body: { name: "2026" } });
    const answer = await page.call(`GET ${features}`, { params: { environment: name } });
    expect(await refusalIn(answer)).toMatchObject({ status: 404, code: "environment_not_found" });
  },
);
