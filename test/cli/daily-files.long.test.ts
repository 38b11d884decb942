import { expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { describePlaces } from "./daily-shells.ts";

/** An expression in a file, and names that JavaScript objects cannot hold as they are. */
const features = {
  "a,b": { boolean: "true" },
  "päge/1": { actors: ["User;1", "a,b"], percentage_of_actors: "25" },
  plain: { expression: { Equal: [{ Property: ["plan"] }, "pro"] }, groups: ["staff"] },
};

describePlaces("exports and imports", (shell) => {
  test("have the same text everywhere, and an import brings everything back", async () => {
    using directory = new TemporaryDirectory();
    const file = join(directory.path, "in.json");
    const text = JSON.stringify({ features }).replace("{", '{"version":1,');
    await Bun.write(file, text.replace('"a,b"', '"__proto__":{},"a,b"'));
    expect(await shell().run(`import ${file}`)).toEqual({
      code: 0,
      out: "imported 4 features into production\n",
      err: "",
    });
    const exported = await shell().run("export");
    const closed =
      '"groups":[],"actors":[],"expression":null,"percentage_of_actors":null,"percentage_of_time":null';
    expect(exported.out).toStartWith(
      `{"version":1,"features":{"__proto__":{"boolean":null,${closed}},"a,b":{"boolean":"true",${closed}}`,
    );
    const other = join(directory.path, "out.json");
    expect(await shell().run(`export ${other}`)).toEqual({ code: 0, out: "", err: "" });
    expect(await Bun.file(other).text()).toBe(exported.out);

    expect((await shell().run(`import ${other} --dry-run`)).out).toBe(
      "the import would change nothing in production\n",
    );
    await shell().run("feature disable plain -g staff");
    await shell().run("feature create new");
    const changed = await shell().run("export");
    const preview = await shell().run(`import ${other} --dry-run`);
    expect(preview).toMatchObject({ code: 0, err: "" });
    expect(preview.out).toMatch(
      /^FEATURE +WOULD BE +CHANGES\nnew +removed +remove\nplain +changed/,
    );
    expect(preview.out).toEndWith(
      "the import would create 0, change 1, clear 0 and delete 1 in production; 3 would stay as they are\n",
    );
    expect(await shell().run("export")).toEqual(changed);
    await shell().run(`import ${other}`);
    expect(await shell().run("export")).toEqual(exported);
    expect((await shell().runInStaging("export")).out).toBe(exported.out);
  });

  test("decimals of percentages are refused by their names, or rounded where asked", async () => {
    using directory = new TemporaryDirectory();
    const file = join(directory.path, "decimals.json");
    const decimals = {
      half: { percentage_of_actors: "12.5" },
      little: { percentage_of_time: 0.2 },
      much: { percentage_of_actors: "99.8", percentage_of_time: "25.0" },
      __proto: { percentage_of_actors: "7" },
    };
    const text = JSON.stringify({ version: 1, features: decimals });
    await Bun.write(file, text.replace('"__proto"', '"__proto__"'));
    const before = await shell().run("export");
    const refused = await shell().run(`import ${file}`);
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toContain(
      'feature "half": percentage_of_actors is "12.5"; feature "little": percentage_of_time is 0.2; ' +
        'feature "much": percentage_of_actors is "99.8". To round decimals, use --round-percentages',
    );
    expect(await shell().run("export")).toEqual(before);
    const rounded =
      'rounded 3 percentages: "half" percentage_of_actors 12.5 to 13, "little" percentage_of_time ' +
      '0.2 to 1, "much" percentage_of_actors 99.8 to 99\n';
    const preview = await shell().run(`import ${file} --dry-run --round-percentages`);
    expect([preview.code, preview.err]).toEqual([0, rounded]);
    expect(await shell().run("export")).toEqual(before);
    expect(await shell().run(`import ${file} --round-percentages`)).toEqual({
      code: 0,
      out: "imported 4 features into production\n",
      err: rounded,
    });
    const { features: imported } = JSON.parse((await shell().run("export")).out);
    expect(imported).toMatchObject({
      half: { percentage_of_actors: "13", percentage_of_time: null },
      little: { percentage_of_time: "1" },
      much: { percentage_of_actors: "99", percentage_of_time: "25" },
    });
    expect(Object.keys(imported)).toHaveLength(4);
  });

  test("decimals whose digits a JavaScript number loses are rounded as they stand", async () => {
    using directory = new TemporaryDirectory();
    const file = join(directory.path, "digits.json");
    const number = '{"percentage_of_actors":99.99999999999999999,"percentage_of_time":-0}';
    const text = '{"percentage_of_actors":"1e-400","percentage_of_time":1E2}';
    await Bun.write(file, `{"features":{"number":${number},"text":${text}}}`);
    expect(await shell().run(`import ${file} --round-percentages`)).toEqual({
      code: 0,
      out: "imported 2 features into production\n",
      err:
        'rounded 2 percentages: "number" percentage_of_actors 99.99999999999999999 to 99, ' +
        '"text" percentage_of_actors 1e-400 to 1\n',
    });
    const { features: imported } = JSON.parse((await shell().run("export")).out);
    expect(imported).toMatchObject({
      number: { percentage_of_actors: "99", percentage_of_time: null },
      text: { percentage_of_actors: "1", percentage_of_time: "100" },
    });
    await Bun.write(file, '{"features":{"a":{"percentage_of_time":100.00000000000000001}}}');
    expect(await shell().run(`import ${file} --round-percentages`)).toMatchObject({ code: 1 });
  });

  test("an expression can come from a file", async () => {
    using directory = new TemporaryDirectory();
    const file = join(directory.path, "expression.json");
    await Bun.write(file, JSON.stringify(features.plain.expression));
    const ran = await shell().run(`feature enable filed -x @${file}`);
    expect(ran.out).toBe(
      'created filed\nfiled is conditional in production: enabled for actors with plan is "pro"\n',
    );
  });

  test("odd names reach the feature that they mean", async () => {
    for (const key of ["a,b", "päge/1", "x/clear", "__proto__", "-x"]) {
      expect(await shell().runWords(["feature", "enable", "--", key])).toMatchObject({ code: 0 });
      expect(await shell().runWords(["check", "--actor", "User;1/..?#", "--", key])).toMatchObject({
        code: 0,
        out: "enabled\n",
        err: "",
      });
      expect((await shell().runWords(["feature", "show", "--", key])).out).toStartWith(
        `${key} is on in production\n`,
      );
      const disabled = await shell().runWords(["feature", "disable", "--", key]);
      expect(disabled.out).toBe(`${key} is off in production: enabled for nobody\n`);
    }
    const both = await shell().runWords(["check", "a,b", "__proto__", "--actor", "."]);
    expect([both.code, both.err]).toEqual([1, ""]);
  });
});
