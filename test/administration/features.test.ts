import { expect, test } from "bun:test";
import type { InputOf, OutputOf } from "../../src/administration/administration-operations.ts";
import { describeAdministration, expectRefused, timestamp } from "./describe-administration.ts";

type Described = Partial<InputOf<"feature.describe">>;

describeAdministration("features", (administer) => {
  const describeFeature = (changed: Described = {}) =>
    administer("feature.describe", { name: "search", ...changed });

  test("change in the given properties only, and null removes a value", async () => {
    await administer("import", { text: '{"features":{"search":{"boolean":"true"}}}' });
    const plain: OutputOf<"feature.describe"> = {
      key: "search",
      description: null,
      longevity: null,
      tags: [],
      owner: null,
      creator: "owner@localhost",
      created_at: timestamp,
    };
    expect(await describeFeature()).toEqual(plain);
    const steps: [Described, Partial<OutputOf<"feature.describe">>][] = [
      [{ description: "Finds\nthings" }, { description: "Finds\nthings" }],
      [{ longevity: "temporary" }, { description: "Finds\nthings", longevity: "temporary" }],
      [
        { tags: ["b", "a", "b"], description: null },
        { longevity: "temporary", tags: ["b", "a"] },
      ],
      [
        { owner: "OWNER@localhost" },
        { longevity: "temporary", tags: ["b", "a"], owner: "owner@localhost" },
      ],
      [{ longevity: null, tags: [], owner: null }, {}],
    ];
    for (const [changed, expected] of steps) {
      expect(await describeFeature(changed)).toEqual({ ...plain, ...expected });
      expect(await describeFeature()).toEqual({ ...plain, ...expected });
    }
    const { text } = await administer("export", {});
    expect(JSON.parse(text)).toMatchObject({ features: { search: { boolean: "true" } } });
  });

  test("refuse descriptions that are too long, and unknown names", async () => {
    const text = "description must be a text of 1 to 2000 characters";
    const tag =
      "tags must be at most 20 tags of 1 to 50 characters, without commas or spaces at either end";
    const refused: [Described, string][] = [
      [{ name: "none" }, 'the project "Default" has no feature "none"'],
      [{ owner: "none@example.com" }, '"none@example.com" is not a member of the organization'],
      [{ description: "x".repeat(2_001) }, `${text}, not "${"x".repeat(80)}…"`],
      [{ description: "a\u0000b" }, `${text}, not "a\\u0000b"`],
      [{ description: "" }, `${text}, not ""`],
      [{ tags: ["a,b"] }, tag],
      [{ tags: ["x".repeat(51)] }, tag],
      [{ tags: Array.from({ length: 21 }, String) }, tag],
    ];
    const before = await describeFeature();
    for (const [changed, reason] of refused) {
      await expectRefused(describeFeature(changed), reason);
    }
    expect(await describeFeature()).toEqual(before);
    expect(
      await describeFeature({ description: "x".repeat(2_000), tags: ["y".repeat(50)] }),
    ).toMatchObject({ tags: ["y".repeat(50)] });
  });
});

describeAdministration("export and import", (administer) => {
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
    const imported = await administer("import", { text });
    expect(imported).toEqual({ environment: "production", features: 2 });
    const first = await administer("export", {});
    expect(first.features).toBe(2);
    await administer("import", { text: '{"features":{"other":{}}}' });
    expect((await administer("export", {})).text).toStartWith('{"version":1,"features":{"other":');
    await administer("import", { text: first.text });
    expect(await administer("export", {})).toEqual(first);
    expect(first.text).toContain('"__proto__":{');
    expect(JSON.parse(first.text)).toMatchObject({ features: { "a/b": { actors: gates.actors } } });
  });

  test("change one environment: other features are cleared there, and none is removed", async () => {
    await administer("environment.create", { name: "Preview" });
    const production = await administer("export", {});
    await administer("import", {
      environment: "preview",
      text: '{"features":{"new":{"boolean":"true"}}}',
    });
    const preview = await administer("export", { environment: "preview" });
    expect(preview.features).toBe(3);
    expect(JSON.parse(preview.text)).toMatchObject({
      features: { "a/b": { actors: [] }, new: { boolean: "true" } },
    });
    const { text: after } = await administer("export", {});
    expect(JSON.parse(after)).toMatchObject({
      ...JSON.parse(production.text),
      features: { "a/b": { actors: gates.actors }, new: { boolean: null } },
    });
  });

  test("name the project and the environment in any characters", async () => {
    await administer("project.create", { name: "A&b=c ü" });
    const text = '{"features":{"é":{"actors":["🎉"]}}}';
    const target = { project: "A&b=c ü", environment: "production" };
    expect(await administer("import", { ...target, text })).toEqual({
      environment: "production",
      features: 1,
    });
    expect((await administer("export", target)).text).toContain('"é":{"boolean":null');
  });

  test("refuse an unusable import completely", async () => {
    const before = await administer("export", {});
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
      await expectRefused(administer("import", { text: document }), reason);
    }
    await expectRefused(
      administer("import", { text, environment: "none" }),
      'there is no environment "none"; there are "production", "preview"',
    );
    expect(await administer("export", {})).toEqual(before);
  });
});
