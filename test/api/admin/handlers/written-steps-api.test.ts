import { expect, test } from "bun:test";
import { type AdminSite, describeSites } from "../admin-sites.ts";

const search = "E/features/search";

async function newestStep({ call }: AdminSite): Promise<number> {
  const { body } = await call("GET", "E/steps");
  const { steps } = body as { readonly steps: readonly { readonly newest: { step: number } }[] };
  return steps[0]?.newest.step ?? 0;
}

/** Changes in an order in which each of them changes something. */
const changes: readonly (readonly [method: string, path: string, body: object])[] = [
  ["PUT", `${search}/boolean`, { enabled: true, typed: "search" }],
  ["DELETE", `${search}/gates`, { typed: "search" }],
  ["PUT", `${search}/percentage-of-actors`, { percentage: 5 }],
  ["PATCH", `${search}/actors`, { add: ["User;1", "User;2"] }],
  ["PATCH", `${search}/groups`, { add: ["staff"], allowUnknown: true }],
  [
    "POST",
    `${search}/changes`,
    { changes: [{ gate: "percentage_of_time", action: "enable", value: 7 }] },
  ],
  ["DELETE", search, { typed: "search" }],
];

describeSites("the answer of a change", (site) => {
  test("names its first audit, and none if nothing changed", async () => {
    const { call } = site();
    expect((await call("POST", "E/features", { key: "search" })).status).toBe(200);
    for (const [method, path, body] of changes) {
      const { status, body: answer } = await call(method, path, body);
      expect(status).toBe(200);
      expect(answer).toMatchObject({ audit: await newestStep(site()) });
    }
    await call("POST", "E/features", { key: "search" });
    const unchanged = { percentage: 0 };
    const { body } = await call("PUT", `${search}/percentage-of-actors`, unchanged);
    expect(body).toMatchObject({ audit: null });
  });

  test("names the audit whose undo undoes exactly this change", async () => {
    const { call } = site();
    for (const percentage of [1, 2, 3]) {
      const write = { percentage };
      const { body } = await call("PUT", `${search}/percentage-of-time`, write);
      const { audit } = body as { readonly audit: number };
      const preview = await call("POST", `E/audits/${audit}/undo-preview`, { to: "before" });
      expect(preview.body).toMatchObject({
        differences: [{ changes: [{ before: `${percentage}`, value: `${percentage - 1}` }] }],
        laterCount: 0,
      });
    }
  });
});
