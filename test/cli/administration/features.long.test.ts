import { expect, test } from "bun:test";
import type { InputOf } from "../../../src/api/admin/calls/admin-call.ts";
import { describeAdministration } from "./describe-administration.ts";
import { expectApiRefused, exportFrom, importInto, onAdminApi } from "./on-admin-api.ts";

type Described = InputOf<"PATCH /environments/:environment/features/:key">["body"];

describeAdministration("features", (_, directory) => {
  const describeFeature = (body: Described = {}, key = "search") =>
    onAdminApi(directory(), async (admin) => {
      const params = { environment: "-", key };
      const path = "PATCH /environments/:environment/features/:key";
      return (await admin.call(path, { params, body })).feature;
    });

  test("change in the given properties only, and null removes a value", async () => {
    await importInto(directory(), '{"features":{"search":{"boolean":"true"}}}');
    const person = { id: 1, name: expect.any(String), email: "owner@localhost" };
    const plain = {
      key: "search",
      description: null,
      longevity: null,
      tags: [],
      owner: null,
      creator: person,
      createdAt: expect.any(Number),
    };
    expect(await describeFeature()).toEqual(plain);
    const steps: readonly (readonly [Described, object])[] = [
      [{ description: "Finds\nthings" }, { description: "Finds\nthings" }],
      [{ longevity: "temporary" }, { description: "Finds\nthings", longevity: "temporary" }],
      [
        { tags: ["b", "a", "b"], description: null },
        { longevity: "temporary", tags: ["b", "a"] },
      ],
      [{ owner: "OWNER@localhost" }, { longevity: "temporary", tags: ["b", "a"], owner: person }],
      [{ longevity: null, tags: [], owner: null }, {}],
    ];
    for (const [changed, expected] of steps) {
      expect(await describeFeature(changed)).toEqual({ ...plain, ...expected });
      expect(await describeFeature()).toEqual({ ...plain, ...expected });
    }
    expect(JSON.parse(await exportFrom(directory()))).toMatchObject({
      features: { search: { boolean: "true" } },
    });
  });

  test("refuse an unknown owner, and a feature that does not exist", async () => {
    const before = await describeFeature();
    const stranger = 'owner: "none@example.com" is not a member of the organization';
    await expectApiRefused(describeFeature({ owner: "none@example.com" }), stranger);
    await expectApiRefused(describeFeature({}, "none"), "Feature not found");
    expect(await describeFeature()).toEqual(before);
  });
});

describeAdministration("export and import", (administer, directory) => {
  const gates = {
    boolean: null,
    groups: ["admins"],
    actors: ["User;1", "User;2"],
    expression: { Equal: [{ Property: ["plan"] }, "pro"] },
    percentage_of_actors: "5",
    percentage_of_time: null,
  };
  // No object literal can hold the key __proto__.
  const text = `{"version":1,"features":{"__proto__":${JSON.stringify(gates)},"a/b":${JSON.stringify({ ...gates, groups: [] })}}}`;

  test("restore the same features in one step", async () => {
    expect(await importInto(directory(), text)).toBe(2);
    const first = await exportFrom(directory());
    expect(await importInto(directory(), '{"features":{"other":{}}}')).toBe(1);
    expect(await exportFrom(directory())).toStartWith('{"version":1,"features":{"other":');
    await importInto(directory(), first);
    expect(await exportFrom(directory())).toBe(first);
    expect(first).toContain('"__proto__":{');
    expect(JSON.parse(first)).toMatchObject({ features: { "a/b": { actors: gates.actors } } });
  });

  test("change one environment: other features are cleared there, and none is removed", async () => {
    await administer("environment.create", { name: "Preview" });
    const production = JSON.parse(await exportFrom(directory()));
    const preview = { environment: "preview" };
    await importInto(directory(), '{"features":{"new":{"boolean":"true"}}}', preview);
    expect(JSON.parse(await exportFrom(directory(), preview))).toMatchObject({
      features: { "a/b": { actors: [] }, new: { boolean: "true" } },
    });
    expect(JSON.parse(await exportFrom(directory()))).toMatchObject({
      ...production,
      features: { "a/b": { actors: gates.actors }, new: { boolean: null } },
    });
  });

  test("name the project and the environment in any characters", async () => {
    await administer("project.create", { name: "A&b=c ü" });
    const target = { project: "A&b=c ü", environment: "production" };
    expect(await importInto(directory(), '{"features":{"é":{"actors":["🎉"]}}}', target)).toBe(1);
    expect(await exportFrom(directory(), target)).toContain('"é":{"boolean":null');
  });

  test("refuse an unusable import completely", async () => {
    const before = await exportFrom(directory());
    const refused: [string, string][] = [
      ["", "Import invalid: the JSON is not complete"],
      ["{", "Import invalid: the JSON is not complete"],
      ["{]", "Import invalid: the JSON is malformed at character 2"],
      ["[".repeat(100_000), "Import invalid: it needs an object named features"],
      ["[]", "Import invalid: it needs an object named features"],
      [
        '{"features":{"ok":{},"bad":{"percentage_of_time":"101"}}}',
        'Import invalid: Percentage must be an integer from 0 to 100; feature "bad": ' +
          'percentage_of_time is "101". To round decimals, use --round-percentages of gatehouse ' +
          "import or gatehouse serve",
      ],
    ];
    for (const [document, reason] of refused) {
      await expectApiRefused(importInto(directory(), document), reason);
    }
    await expectApiRefused(
      importInto(directory(), text, { environment: "none" }),
      'there is no environment "none"; there are "production", "preview"',
    );
    expect(await exportFrom(directory())).toBe(before);
  });
});
