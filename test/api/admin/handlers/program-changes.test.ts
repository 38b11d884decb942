import { expect, test } from "bun:test";
import fc from "fast-check";
import { everything } from "../../../helpers/expect-refused.ts";
import { addEnvironment, setStrictGroups } from "../../../helpers/hosted-administration.ts";
import { audited, type HostedClient } from "../../../helpers/hosted-client.ts";
import { done, startProgramSite } from "./program-site.ts";

const feature = "/environments/-/features/search";
const changesPath = `${feature}/changes`;
const enableActor = { gate: "actors", action: "enable", value: "User;1" };

const auditsOf = async (client: HostedClient, query = "") =>
  audited(await client.audits.list(query)).audits.map(({ action, value }) => [action, value]);

test("a program creates a feature with all gates at once, and confirms nothing", async () => {
  await using site = await startProgramSite();
  const expression = { Equal: [{ Property: ["plan"] }, "pro"] };
  const changes = [
    { gate: "boolean", action: "enable" },
    { gate: "actors", action: "enable", value: "User;2" },
    { gate: "boolean", action: "disable" },
    { gate: "actors", action: "enable", value: 7 },
    { gate: "groups", action: "enable", value: "staff" },
    { gate: "expression", action: "enable", value: expression },
    { gate: "percentage_of_actors", action: "enable", value: "25" },
    { gate: "percentage_of_time", action: "enable", value: 10 },
    { gate: "percentage_of_time", action: "disable" },
  ];
  const gates = {
    ...{ boolean: false, expression, groups: ["staff"], actors: ["7"] },
    ...{ percentageOfActors: 25, percentageOfTime: 0 },
  };
  const body = { changes, createsMissing: true };
  const answer = await site.call("POST", changesPath, { body });
  expect(done(answer)).toMatchObject({
    created: true,
    feature: { key: "search", state: "conditional", gates },
  });
  expect(answer.environment).toBe("production");
  const again = { changes: [{ gate: "boolean", action: "enable" }], createsMissing: true };
  expect(done(await site.call("POST", changesPath, { body: again }))).toMatchObject({
    created: false,
    feature: { state: "on" },
  });
});

test("creates a feature once for requests at the same time, and never over what was seen", async () => {
  await using site = await startProgramSite();
  const features = "/environments/production/features";
  const create = () =>
    site.call("POST", features, { body: { key: "raced", description: "The first" } });
  const answers = await Promise.all(Array.from({ length: 8 }, create));
  const codes = answers.map(({ body }) => (body as { readonly code?: string }).code ?? "created");
  expect(codes.sort()).toEqual(["created", ...Array.from({ length: 7 }, () => "feature_exists")]);

  const missing = `${features}/never/changes`;
  const changes = [{ gate: "actors", action: "enable", value: "7" }];
  const stale = { changes, createsMissing: true, seen: "stale" };
  const refusedAtOnce = await Promise.all(
    Array.from({ length: 6 }, () => site.call("POST", missing, { body: stale })),
  );
  expect(refusedAtOnce.map(({ body }) => body)).toEqual(
    refusedAtOnce.map(() => expect.objectContaining({ code: "gate_changed" })),
  );
  expect((await site.call("GET", `${features}/never`)).status).toBe(404);
  const made = await Promise.all(
    Array.from({ length: 6 }, () =>
      site.call("POST", missing, { body: { changes, createsMissing: true } }),
    ),
  );
  const created = made.map((answer) => (done(answer) as { readonly created: boolean }).created);
  expect(created.filter(Boolean)).toHaveLength(1);
});

const refused: readonly (readonly [string, object, number, string, string])[] = [
  ["an unknown feature", { changes: [enableActor] }, 404, "feature_not_found", ""],
  [
    "1,001 changes",
    { changes: Array.from({ length: 1_001 }, () => enableActor), createsMissing: true },
    422,
    "input_invalid",
    "changes: ",
  ],
  [
    "a bad percentage after a good change",
    {
      changes: [enableActor, { gate: "percentage_of_time", action: "enable", value: 101 }],
      createsMissing: true,
    },
    422,
    "percentage_invalid",
    "changes[1]: Percentage must be an integer from 0 to 100",
  ],
  [
    "a faulty expression",
    {
      changes: [enableActor, { gate: "expression", action: "enable", value: { Any: [] } }],
      createsMissing: true,
    },
    422,
    "expression_invalid",
    "changes[1]: ",
  ],
];

test.each(refused)("%s is refused, and changes nothing", async (_, body, status, code, message) => {
  await using site = await startProgramSite();
  const before = await everything(site.hosted.manager);
  const answer = await site.call("POST", changesPath, { body });
  expect(answer).toMatchObject({ status, body: { code } });
  expect((answer.body as { message: string }).message).toStartWith(message);
  expect(await everything(site.hosted.manager)).toEqual(before);
});

test("changes lead to no more groups than a gate can have", async () => {
  await using site = await startProgramSite();
  const enable = (count: number) => ({
    createsMissing: true,
    changes: Array.from({ length: count }, (_, at) => {
      return { gate: "groups", action: "enable", value: `group ${count} ${at}` };
    }),
  });
  done(await site.call("POST", changesPath, { body: enable(999) }));
  const before = await everything(site.hosted.manager);
  // A project registers no more groups than a gate can have.
  expect(await site.call("POST", changesPath, { body: enable(2) })).toMatchObject({
    status: 404,
    body: { code: "group_not_registered" },
  });
  expect(await everything(site.hosted.manager)).toEqual(before);
});

test("a group that a strict project does not know refuses all, with its place", async () => {
  await using site = await startProgramSite();
  await setStrictGroups(site.hosted, true);
  const body = {
    changes: [enableActor, { gate: "groups", action: "enable", value: "nobody" }],
    ...{ createsMissing: true, allowUnknown: true },
  };
  expect(await site.call("POST", changesPath, { body })).toMatchObject({
    body: { code: "group_not_registered", message: "changes[1]: Group not registered" },
  });
  expect((await site.call("GET", feature)).status).toBe(404);
  expect(await auditsOf(site.hosted.manager)).toEqual([]);
});

test("the first change gives the environment its own gates", async () => {
  await using site = await startProgramSite();
  const { hosted } = site;
  await hosted.manager.gates.post("search", "actors", { flipper_id: "User;1" });
  const environment = await addEnvironment(hosted, { name: "Preview", kind: "custom" });
  const token = await hosted.newToken({ environment });
  done(await site.call("POST", changesPath, { token, body: { changes: [enableActor] } }));
  await hosted.manager.gates.post("search", "actors", { flipper_id: "User;2" });
  expect(done(await site.call("GET", `${feature}?gates=true`, { token }))).toMatchObject({
    isOverridden: true,
    allGates: { actors: ["User;1"] },
  });
});

const anyChanges = fc.array(
  fc.oneof(
    fc.record({ gate: fc.constant("boolean"), action: fc.constantFrom("enable", "disable") }),
    fc.record({
      gate: fc.constantFrom("actors", "groups"),
      action: fc.constantFrom("enable", "disable"),
      value: fc.constantFrom("a", "b"),
    }),
    fc.record({
      gate: fc.constantFrom("percentage_of_actors", "percentage_of_time"),
      action: fc.constant("enable"),
      value: fc.constantFrom(0, 5, 100),
    }),
    fc.record({
      gate: fc.constantFrom("percentage_of_actors", "percentage_of_time"),
      action: fc.constant("disable"),
    }),
  ),
  { minLength: 1, maxLength: 12 },
);

test("several changes leave the gates and audits of the routes of the gates", async () => {
  await using site = await startProgramSite();
  const { manager } = site.hosted;
  let count = 0;
  await fc.assert(
    fc.asyncProperty(anyChanges, async (changes) => {
      count += 1;
      const [single, several] = [`single_${count}`, `several_${count}`];
      for (const { gate, action, ...given } of changes) {
        const { value } = { value: "", ...given };
        const body = value === "" ? {} : { name: value, flipper_id: value, percentage: value };
        await manager.gates[action === "enable" ? "post" : "delete"](single, gate, body);
      }
      const path = `/environments/-/features/${several}/changes`;
      done(await site.call("POST", path, { body: { changes, createsMissing: true } }));
      const gatesOf = async (key: string) => {
        const [, body] = await manager.features.get(key);
        return (body as { gates: object }).gates;
      };
      expect(await gatesOf(several)).toEqual(await gatesOf(single));
      expect(await auditsOf(manager, `keys=${several}`)).toEqual(
        await auditsOf(manager, `keys=${single}`),
      );
    }),
    { numRuns: 60 },
  );
});

test("one undo takes back all changes of a request", async () => {
  await using site = await startProgramSite();
  const changes = [
    enableActor,
    { gate: "boolean", action: "enable" },
    { gate: "percentage_of_actors", action: "enable", value: 5 },
    { gate: "actors", action: "disable", value: "User;9" },
  ];
  done(await site.call("POST", changesPath, { body: { changes, createsMissing: true } }));
  const { deployment, production } = site.hosted;
  const actor = { type: "User", id: "1" } as const;
  const caller = { environment: production, actor, userId: 1, token: null };
  await deployment.history.rollback(caller, { kind: "before", sequence: 3, scope: "step" });
  expect((await site.call("GET", feature)).status).toBe(404);
});
