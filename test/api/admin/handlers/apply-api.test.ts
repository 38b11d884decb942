import { expect, test } from "bun:test";
import fc from "fast-check";
import { samplePolicy, sampleRules } from "../../../contract/governance-examples.ts";
import { runsOf } from "../../../helpers/runs.ts";
import { refusalIn, startUi, type UiPage } from "../web-ui-server.ts";
import { startWithFeatures } from "./bulk-features.ts";

const apply = "POST /apply" as const;
const preview = "POST /apply/preview" as const;

const search = {
  key: "search",
  description: "Finds things",
  tags: ["web"],
  longevity: "temporary" as const,
  environments: [
    {
      environment: "production",
      percentageOfActors: 25,
      actors: ["User;42"],
      expression: { Equal: [{ Property: ["plan"] }, "pro"] },
    },
    { environment: "staging", boolean: true },
  ],
};

async function gatesIn(page: UiPage, environment: string, key: string) {
  const { features } = await page.answer("GET /environments/:environment/features", {
    params: { environment },
    query: { gates: "true" },
  });
  return features.find((feature) => feature.key === key)?.allGates;
}

async function auditCount(page: UiPage): Promise<number> {
  const { steps } = await page.answer("GET /steps", {});
  return steps.length;
}

test("a preview shows what a file changes, and changes nothing; an application does the same", async () => {
  await using started = await startWithFeatures(["cart"]);
  const { page } = started;
  const before = await auditCount(page);
  const shown = await page.answer(preview, { body: { features: [search] } });
  expect(shown).toMatchObject({
    protected: [],
    changes: [
      {
        key: "search",
        kind: "created",
        described: {
          before: { description: null, longevity: null, tags: [] },
          after: { description: "Finds things", longevity: "temporary", tags: ["web"] },
        },
        environments: [
          {
            environment: "production",
            pins: false,
            gates: [
              { gate: "expression", before: null, after: search.environments[0]?.expression },
              { gate: "percentageOfActors", before: 0, after: 25 },
              { gate: "actors", added: ["User;42"], addedCount: 1, removed: [], removedCount: 0 },
            ],
          },
          { environment: "staging", gates: [{ gate: "boolean", before: false, after: true }] },
        ],
      },
    ],
  });
  expect(await auditCount(page)).toBe(before);
  expect(await gatesIn(page, "production", "search")).toBeUndefined();
  const body = { features: [search], base: shown.base };
  const { changes } = await page.answer(apply, { body });
  expect(changes).toEqual(shown.changes);
  expect(await gatesIn(page, "production", "search")).toEqual({
    ...{ boolean: false, groups: [], percentageOfTime: 0 },
    ...{ percentageOfActors: 25, actors: ["User;42"] },
    expression: { Equal: [{ Property: ["plan"] }, "pro"] },
  });
  expect(await gatesIn(page, "staging", "search")).toMatchObject({ boolean: true, actors: [] });
  const again = await page.answer(preview, { body: { features: [search] } });
  expect(again.changes).toEqual([]);
  const steps = await auditCount(page);
  await page.answer(apply, { body: { features: [search] } });
  expect(await auditCount(page)).toBe(steps);
});

test("a changed feature, description or deletion refuses the whole plan", async () => {
  await using started = await startWithFeatures(["search", "cart"]);
  const { page } = started;
  const cart = { key: "cart", environments: [{ environment: "production", boolean: true }] };
  const features = [search, cart];
  const { base } = await page.answer(preview, { body: { features } });
  await page.answer("PATCH /environments/:environment/features/:key/actors", {
    params: { environment: "production", key: "cart" },
    body: { add: ["User;7"] },
  });
  const refused = await refusalIn(await page.call(apply, { body: { features, base } }));
  expect(refused).toMatchObject({ status: 409, code: "gate_changed" });
  expect(refused.message).toBe('Changed since the plan: "cart in production"');
  expect(await gatesIn(page, "staging", "search")).toMatchObject({ boolean: false });
  const next = await page.answer(preview, { body: { features } });
  await page.answer("PATCH /environments/:environment/features/:key", {
    params: { environment: 1, key: "search" },
    body: { description: "Other" },
  });
  expect(
    await refusalIn(await page.call(apply, { body: { features, base: next.base } })),
  ).toMatchObject({
    code: "gate_changed",
  });
});

test("features that are not listed stay, and only those with the tag are deleted", async () => {
  await using started = await startWithFeatures(["search", "cart", "pay", "old"]);
  const { page } = started;
  for (const key of ["cart", "old"]) {
    await page.answer("PATCH /environments/:environment/features/:key", {
      params: { environment: 1, key },
      body: { tags: ["payments"] },
    });
  }
  const cart = { key: "cart", environments: [] };
  expect((await page.answer(preview, { body: { features: [cart] } })).changes).toEqual([]);
  const body = { features: [cart], prune: "payments" };
  const { changes } = await page.answer(apply, { body });
  expect(changes.map(({ key, kind }) => [key, kind])).toEqual([["old", "deleted"]]);
  expect(await gatesIn(page, "production", "old")).toBeUndefined();
  expect(await gatesIn(page, "production", "pay")).toBeDefined();
});

test("ignored gates and environments that a feature does not list stay as they are", async () => {
  await using started = await startWithFeatures(["search"]);
  const { page } = started;
  const at = { environment: "production", key: "search" };
  await page.answer("PATCH /environments/:environment/features/:key/actors", {
    params: at,
    body: { add: ["User;1", "User;2"] },
  });
  const features = [
    {
      key: "search",
      environments: [{ environment: "production", percentageOfActors: 5 }],
      ignore: ["actors" as const],
    },
  ];
  await page.answer(apply, { body: { features } });
  expect(await gatesIn(page, "production", "search")).toMatchObject({
    actors: ["User;1", "User;2"],
    percentageOfActors: 5,
  });
  // Staging follows Production, and still does.
  expect(await gatesIn(page, "staging", "search")).toMatchObject({ percentageOfActors: 5 });
});

const one = (environment: object) => ({
  features: [{ key: "search", environments: [environment] }],
});

test.each([
  ["an unknown environment", one({ environment: "moon" }), "environment_not_found"],
  [
    "a bad expression",
    one({ environment: "production", expression: { Nope: [] } }),
    "expression_invalid",
  ],
  [
    "a percentage above 100",
    one({ environment: "production", percentageOfActors: 101 }),
    "input_invalid",
  ],
  [
    "a decimal percentage",
    one({ environment: "production", percentageOfActors: 2.5 }),
    "input_invalid",
  ],
  ["an unknown member", one({ environment: "production", percentage: 2 }), "input_invalid"],
  [
    "an environment twice",
    {
      features: [
        {
          key: "search",
          environments: [{ environment: "production" }, { environment: "production" }],
        },
      ],
    },
    "input_invalid",
  ],
  [
    "a key twice",
    {
      features: [
        { key: "a", environments: [] },
        { key: "a", environments: [] },
      ],
    },
    "input_invalid",
  ],
] as const)("%s is refused, and nothing changes", async (_title, wrong, code) => {
  await using server = await startUi();
  const page = await server.page("member");
  const first = { key: "first", environments: [{ environment: "production", boolean: true }] };
  const features = [first, ...(wrong.features as readonly object[])];
  const revision = server.state().revisions;
  expect(await refusalIn(await page.call(apply, { body: { features } as never }))).toMatchObject({
    code,
  });
  expect(await refusalIn(await page.call(preview, { body: { features } as never }))).toMatchObject({
    code,
  });
  expect(server.state().revisions).toBe(revision);
});

test("a viewer sees the plan, and cannot apply it", async () => {
  await using started = await startWithFeatures([]);
  const page = await started.server.page("viewer");
  const body = { features: [search] };
  expect((await page.answer(preview, { body })).changes).toHaveLength(1);
  expect(await refusalIn(await page.call(apply, { body }))).toMatchObject({
    code: "role_required",
  });
});

test("a protected environment refuses the whole file, and a request can ask for it", async () => {
  await using started = await startWithFeatures([]);
  const { server } = started;
  const page = await server.page("member");
  const rules = { ...sampleRules, directTokens: [] };
  await server.hosted.deployment.writer.submit((draft) =>
    draft.record({ kind: "policy.saved", policy: samplePolicy(1, { rules }) }),
  );
  const body = { features: [search], reason: "The launch" };
  expect((await page.answer(preview, { body: { features: [search] } })).protected).toEqual([
    "production",
  ]);
  expect(await refusalIn(await page.call(apply, { body }))).toMatchObject({
    status: 403,
    code: "change_request_required",
  });
  expect(await gatesIn(page, "staging", "search")).toBeUndefined();
  const only = { ...search, environments: search.environments.slice(0, 1) };
  const asked = await page.call(apply, { body: { ...body, features: [only], request: true } });
  expect(asked.status).toBe(202);
  expect(await gatesIn(page, "production", "search")).toBeUndefined();
});

test("random files are what they declare after their application", async () => {
  await using started = await startWithFeatures(["a", "b"]);
  const { page } = started;
  const gates = fc.record({
    boolean: fc.boolean(),
    percentageOfActors: fc.integer({ min: 0, max: 100 }),
    percentageOfTime: fc.integer({ min: 0, max: 100 }),
    actors: fc.uniqueArray(fc.constantFrom("User;1", "User;2", "Ä", "z")),
    groups: fc.uniqueArray(fc.constantFrom("staff", "beta")),
  });
  const file = fc.uniqueArray(
    fc.record({
      key: fc.constantFrom("a", "b", "c"),
      environments: fc.uniqueArray(
        fc.record({ environment: fc.constantFrom("production", "staging"), gates }),
        { selector: ({ environment }) => environment },
      ),
    }),
    { selector: ({ key }) => key },
  );
  await fc.assert(
    fc.asyncProperty(file, async (declared) => {
      const features = declared.map(({ key, environments }) => ({
        key,
        environments: environments.map((each) => ({
          environment: each.environment,
          ...each.gates,
        })),
      }));
      const shown = await page.answer(preview, { body: { features } });
      const applied = await page.answer(apply, { body: { features, base: shown.base } });
      expect(applied.changes).toEqual(shown.changes);
      for (const { key, environments } of declared) {
        for (const { environment, gates: wanted } of environments) {
          expect(await gatesIn(page, environment, key)).toEqual({
            ...wanted,
            expression: null,
            actors: wanted.actors.toSorted(),
            groups: wanted.groups.toSorted(),
          });
        }
      }
      expect((await page.answer(preview, { body: { features } })).changes).toEqual([]);
    }),
    { numRuns: runsOf(15) },
  );
});
