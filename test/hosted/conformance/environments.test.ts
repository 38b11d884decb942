import { expect, test } from "bun:test";
import { formType, jsonType } from "../../helpers/api-client.ts";
import { describeHosted } from "../../helpers/describe-hosted.ts";
import { expectRefused } from "../../helpers/expect-refused.ts";
import { created } from "../../helpers/hosted-client.ts";
import { hostedFeature } from "../../helpers/hosted-feature.ts";

let count = 0;
/** Returns a new name, because environments are kept between tests. */
function freshName(): string {
  count += 1;
  return `Preview ${count}`;
}

const isoUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describeHosted("POST /environments (docs/api.md#environments)", (manager) => {
  test("201 with exactly the documented fields of the environment and the token", async () => {
    const name = freshName();
    const [response, body, text] = await manager.environments.create(name);
    expect(response.status).toBe(201);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { environment, token } = created([response, body, text]);
    expect(environment).toEqual({
      id: expect.any(Number),
      slug: name.toLowerCase().replace(" ", "-"),
      name,
      state: "other",
      created_at: expect.stringMatching(isoUtc),
    });
    expect(Number.isSafeInteger(environment.id) && environment.id > 0).toBe(true);
    expect(token).toEqual({
      name: expect.stringMatching(/./),
      access: "read_and_write",
      value: expect.stringMatching(/^[\x21-\x7e]{27,255}$/),
    });
    expect(Object.keys(environment)).toEqual(["id", "slug", "name", "state", "created_at"]);
    expect(Object.keys(token)).toEqual(["name", "access", "value"]);
  });

  test("the token reads and writes only in the new environment", async () => {
    await manager.features.create("search");
    const { token } = created(await manager.environments.create(freshName()));
    const preview = manager.as(token.value);
    await preview.gates.post("search", "boolean");
    expect((await preview.features.get("search"))[1]).toMatchObject({ state: "on" });
    expect((await manager.features.get("search"))[1]).toEqual(hostedFeature("search", "off"));
  });

  test("the token cannot create environments", async () => {
    const { token } = created(await manager.environments.create(freshName()));
    await expectRefused(
      manager,
      { status: 403, code: "preview_environment_management_token_required" },
      () => manager.as(token.value).environments.create(freshName()),
    );
  });

  test("200 with the same environment and a new token when this token created it", async () => {
    const name = freshName();
    const first = created(await manager.environments.create(name));
    const again = await manager.environments.create(`  ${name.toUpperCase()}\u3000`);
    expect(again[0].status).toBe(200);
    expect(again[0].headers.get("cache-control")).toBe("no-store");
    const second = created(again);
    expect(second.environment).toEqual(first.environment);
    expect(second.token.value).not.toBe(first.token.value);
    for (const { token } of [first, second]) {
      expect((await manager.as(token.value).features.list())[0].status).toBe(200);
    }
  });

  test("409 for the name of an environment that this token did not create", async () => {
    for (const name of ["Production", "production", " PRODUCTION "]) {
      await expectRefused(manager, { status: 409, code: "environment_name_taken" }, () =>
        manager.environments.create(name),
      );
    }
  });

  test("201 with the next free slug for another name whose slug is taken", async () => {
    const name = freshName();
    const slug = name.toLowerCase().replace(" ", "-");
    const slugs: [string, string][] = [
      [name, slug],
      [`${name}!`, `${slug}-2`],
      [name.replace(" ", "/"), `${slug}-3`],
    ];
    for (const [each, expected] of slugs) {
      const answer = await manager.environments.create(each);
      expect(answer[0].status).toBe(201);
      expect(created(answer).environment).toMatchObject({ name: each, slug: expected });
    }
    // Each name gives its own environment again.
    for (const [each, expected] of slugs) {
      const answer = await manager.environments.create(each);
      expect(answer[0].status).toBe(200);
      expect(created(answer).environment.slug).toBe(expected);
    }
  });

  test("a name with a slug of more than 100 characters has one of 100", async () => {
    const name = "x".repeat(101);
    const first = created(await manager.environments.create(name));
    expect(first.environment.slug).toBe("x".repeat(100));
    const second = created(await manager.environments.create(`${name}x`));
    expect(second.environment.slug).toBe(`${"x".repeat(98)}-2`);
    await manager.environments.delete(first.environment.id);
    await manager.environments.delete(second.environment.id);
  });

  const noNames: [string, RequestInit["body"], Record<string, string>][] = [
    ["no body", null, {}],
    ["an empty form", "", formType],
    ["an empty object", "{}", jsonType],
    ["an empty name", "name=", formType],
    ["a blank name", '{"name":" \\t\\n\\u3000"}', jsonType],
    ["null", '{"name":null}', jsonType],
    ["a list", '{"name":["Preview"]}', jsonType],
    ["a list in a form", "name[]=Preview", formType],
    ["an object", '{"name":{"x":"Preview"}}', jsonType],
    ["an object in a form", "name[x]=Preview", formType],
    ["a boolean", '{"name":true}', jsonType],
    ["another parameter", "title=Preview", formType],
  ];
  test.each(noNames)("name_missing for %s", async (_title, body, headers) => {
    await expectRefused(manager, { status: 422, code: "name_missing" }, () =>
      manager.call("POST", "/environments", { body, headers }),
    );
  });

  test("a name in the query is ignored", async () => {
    await expectRefused(manager, { status: 422, code: "name_missing" }, () =>
      manager.call("POST", "/environments", { query: "name=Preview" }),
    );
  });

  const reserved = ["new", "edit", "admin", "api", "adapter", "settings"];
  test.each([
    ...reserved,
    "New",
    "  ADMIN ",
    "-edit-",
    "settings!",
    "Ádmin",
    "ａｄｍｉｎ",
    "--",
    "!!!",
    "🎉",
    "x".repeat(256),
  ])("name_invalid for %p", async (name) => {
    await expectRefused(manager, { status: 422, code: "name_invalid" }, () =>
      manager.environments.create(name),
    );
  });

  test("a form and JSON name the same environment, and a number is accepted as a name", async () => {
    const form = manager.sending("form");
    const answer = await form.call("POST", "/environments", { parameters: { name: 20_261 } });
    expect(created(answer).environment).toMatchObject({ name: "20261", slug: "20261" });
    const again = await manager.call("POST", "/environments", { parameters: { name: 20_261 } });
    expect(again[0].status).toBe(200);
  });
});

describeHosted("DELETE /environments/{id} (docs/api.md#environments)", (manager) => {
  test("204 with the creator's token, and the environment's tokens are refused", async () => {
    const { environment, token } = created(await manager.environments.create(freshName()));
    const [response] = await manager.environments.delete(environment.id);
    expect(response.status).toBe(204);
    const [refused] = await manager.as(token.value).features.list();
    expect(refused.status).toBe(401);
  });

  test("204 with the environment's own preview token", async () => {
    const { environment, token } = created(await manager.environments.create(freshName()));
    const [response] = await manager.as(token.value).environments.delete(environment.id);
    expect(response.status).toBe(204);
  });

  test("204 for repeated requests, and the name may be used again", async () => {
    const name = freshName();
    const first = created(await manager.environments.create(name));
    for (let time = 0; time < 3; time++) {
      const [response] = await manager.environments.delete(first.environment.id);
      expect(response.status).toBe(204);
    }
    const answer = await manager.environments.create(name);
    expect(answer[0].status).toBe(201);
    expect(created(answer).environment.id).toBeGreaterThan(first.environment.id);
    await manager.environments.delete(first.environment.id);
    expect((await manager.as(created(answer).token.value).features.list())[0].status).toBe(200);
  });

  test("204 for a missing or not custom environment, which is not deleted", async () => {
    for (const id of [999_999, "1", "99999999999999999999999"]) {
      const [response] = await manager.environments.delete(id);
      expect(response.status).toBe(204);
    }
    expect((await manager.features.list())[0].status).toBe(200);
  });

  test.each(["0", "-1", "abc", "1.0", "1e3", "01", "%31x", "+1", "1%20", "%00", "null", "1%2F2"])(
    "environment_id_required for %p",
    async (id) => {
      await expectRefused(manager, { status: 422, code: "environment_id_required" }, () =>
        manager.environments.delete(id),
      );
    },
  );

  test.each(["/environments", "/environments/", "/environments?id=1"])(
    "environment_id_required for DELETE %s",
    async (path) => {
      await expectRefused(manager, { status: 422, code: "environment_id_required" }, () =>
        manager.call("DELETE", path),
      );
    },
  );

  test("an id may be percent-encoded", async () => {
    const { environment, token } = created(await manager.environments.create(freshName()));
    const escaped = [...String(environment.id)].map((digit) => `%3${digit}`).join("");
    expect((await manager.environments.delete(escaped))[0].status).toBe(204);
    expect((await manager.as(token.value).features.list())[0].status).toBe(401);
  });
});
