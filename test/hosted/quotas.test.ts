import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { countedBytes, keptBytes } from "../contract/counted-bytes.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import type { Answer } from "../helpers/answer.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { environmentOf, mirror, setPlan } from "../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

let server: HostedServer;
let manager: HostedClient;
beforeEach(async () => {
  server = await startHosted();
  ({ manager } = server);
});
afterEach(async () => {
  const { state } = server.deployment.writer;
  expect(keptBytes(state)).toEqual(countedBytes(state));
  await server.stop();
});

/** Refused for a quota, with its name, its size and what would be used; nothing has changed. */
async function expectExceeded(
  call: () => Promise<Answer>,
  [quota, max, used]: readonly [quota: string, max: number, used: number],
): Promise<void> {
  const before = server.deployment.writer.state;
  await expectRefused(
    manager,
    {
      status: 422,
      code: "quota_exceeded",
      message: `The quota ${quota} is ${max}; with this change ${used} would be used`,
    },
    call,
  );
  expect(server.deployment.writer.state).toBe(before);
}

async function expectDone(call: Promise<Answer>): Promise<void> {
  const [response, , text] = await call;
  expect([response.ok, response.ok ? "" : text]).toEqual([true, ""]);
}

async function newPreview() {
  const { environment, token } = created(await manager.environments.create("preview"));
  return { client: manager.as(token.value), environment: environmentOf(server, environment.id) };
}

const actor = (id: string) => ({ flipper_id: id });

describe("bytes of gate values in Production", () => {
  // "search" has 6 bytes, "User;1" 6, "é" 2, the expression 21.
  beforeEach(() => setPlan(server, "self_hosted", { productionBytesMax: 20 }));

  test("keys, actors, groups and expressions count, up to the quota exactly", async () => {
    await expectDone(manager.gates.post("search", "actors", actor("User;1")));
    await expectDone(manager.gates.post("search", "groups", { name: "é" }));
    await expectDone(manager.features.create("123456"));
    await expectExceeded(() => manager.features.create("x"), ["production_bytes", 20, 21]);
    await expectExceeded(
      () => manager.gates.post("search", "actors", actor("\u{1f389}")),
      ["production_bytes", 20, 24],
    );
    await expectExceeded(
      () => manager.expression.set("search", { Property: ["plan"] }),
      ["production_bytes", 20, 41],
    );
    await expectExceeded(
      () => manager.gates.post("new", "actors", actor("a")),
      ["production_bytes", 20, 23],
    );
  });

  test("what adds no bytes is done at the quota: other values, fewer values, the same again", async () => {
    await manager.gates.post("search", "actors", actor("User;1"));
    await manager.gates.post("search", "groups", { name: "12345678" });
    await expectDone(manager.gates.post("search", "percentage_of_time", { percentage: 5 }));
    await expectDone(manager.gates.post("search", "actors", actor("User;1")));
    await expectDone(manager.gates.delete("search", "actors", actor("User;1")));
    await expectDone(manager.gates.post("search", "actors", actor("User;2")));
    await expectDone(manager.gates.post("search", "boolean"));
    await expectDone(manager.features.create("12345678901234"));
  });

  test("an import counts by what is stored in the end, not by its steps", async () => {
    await expectDone(manager.import({ "1234567890": {}, abcdefghij: {} }));
    await expectDone(manager.import({ "1234567890": { actors: ["1234567890"] } }));
    await expectExceeded(
      () => manager.import({ "1234567890": { actors: ["1234567890"], groups: ["g"] } }),
      ["production_bytes", 20, 21],
    );
    // The size of an expression is that of its stored form, whatever the white space of the import.
    await expectExceeded(
      () => manager.import('{"features":{"a":{"expression":{"Property":   "plan"}}}}'),
      ["production_bytes", 20, 22],
    );
  });
});

describe("bytes of gate values in another environment", () => {
  test("only its own gates count, and pinning counts the copied ones", async () => {
    await setPlan(server, "self_hosted", { environmentBytesMax: 20 });
    await manager.gates.post("search", "actors", actor("x".repeat(100)));
    await manager.gates.post("chat", "actors", actor("12345678"));
    const { client, environment } = await newPreview();
    // Written for the first time: 4 bytes of the key, 8 of the copied actor, 8 of the new one.
    await expectDone(client.gates.post("chat", "actors", actor("abcdefgh")));
    await expectExceeded(
      () => client.gates.post("search", "actors", actor("a")),
      ["environment_bytes", 20, 127],
    );
    await expectExceeded(
      () => client.gates.delete("search", "boolean"),
      ["environment_bytes", 20, 26],
    );
    await mirror(server, environment, "chat");
    await expectDone(client.gates.delete("search", "boolean"));
    await expectDone(client.gates.post("search", "actors", actor("x".repeat(14))));
  });

  test("an import counts there, with the features that it lacks", async () => {
    await setPlan(server, "self_hosted", { environmentBytesMax: 20 });
    await manager.features.create("1234567890");
    const { client } = await newPreview();
    await expectDone(client.import({ abcdefghij: {} }));
    await expectExceeded(
      () => client.import({ abcdefghij: {}, x: {} }),
      ["environment_bytes", 20, 21],
    );
    await expectExceeded(
      () => client.import({ "1234567890": { groups: ["g"] }, abcdefghij: {} }),
      ["environment_bytes", 20, 21],
    );
  });

  test("a feature that it creates counts in Production too", async () => {
    await setPlan(server, "self_hosted", { productionBytesMax: 5 });
    const { client } = await newPreview();
    await expectExceeded(() => client.gates.post("search", "boolean"), ["production_bytes", 5, 6]);
    await expectExceeded(() => client.import({ search: {} }), ["production_bytes", 5, 6]);
    await expectDone(client.gates.post("chat", "boolean"));
  });

  test("all environments of the project count together, and a deleted one does not", async () => {
    await setPlan(server, "self_hosted", { projectBytesMax: 30 });
    await manager.features.create("1234567890");
    const { client, environment } = await newPreview();
    await expectDone(client.gates.post("1234567890", "actors", actor("abcdefghij")));
    await expectExceeded(
      () => manager.gates.post("1234567890", "groups", { name: "g" }),
      ["project_bytes", 30, 31],
    );
    await expectExceeded(
      () => client.gates.post("1234567890", "groups", { name: "g" }),
      ["project_bytes", 30, 31],
    );
    await manager.environments.delete(environment.id);
    await expectDone(manager.gates.post("1234567890", "groups", { name: "g" }));
  });
});

describe("counts", () => {
  test("features of a project", async () => {
    await setPlan(server, "self_hosted", { featuresPerProjectMax: 2 });
    await expectDone(manager.import({ a: {}, b: {} }));
    const { client } = await newPreview();
    for (const asking of [manager, client]) {
      await expectExceeded(() => asking.features.create("c"), ["features_per_project", 2, 3]);
      await expectExceeded(() => asking.gates.post("c", "boolean"), ["features_per_project", 2, 3]);
    }
    await expectExceeded(() => client.import({ c: {} }), ["features_per_project", 2, 3]);
    await expectExceeded(
      () => manager.import({ a: {}, b: {}, c: {} }),
      ["features_per_project", 2, 3],
    );
    await expectDone(manager.features.create("a"));
    await expectDone(manager.import({ c: {}, d: {} }));
  });

  test("actors of a gate", async () => {
    await setPlan(server, "self_hosted", { actorsPerGateMax: 2 });
    await expectDone(manager.import({ search: { actors: ["a", "b"] } }));
    await expectExceeded(
      () => manager.gates.post("search", "actors", actor("c")),
      ["actors_per_gate", 2, 3],
    );
    await expectExceeded(
      () => manager.import({ search: { actors: ["a", "b", "c", "d"] } }),
      ["actors_per_gate", 2, 4],
    );
    await expectDone(manager.gates.delete("search", "actors", actor("a")));
    await expectDone(manager.gates.post("search", "actors", actor("c")));
  });
});

describe("what is above a quota", () => {
  const features = {
    search: { actors: ["a", "b", "c"], groups: ["staff"] },
    chat: { actors: ["a"] },
  };

  test("stays, may become less or other, and may not grow, also after a restart", async () => {
    using directory = new TemporaryDirectory();
    const token = "a-token-of-this-test";
    let other = await startHosted({ opened: await openSqliteStorage(directory.path), token });
    await other.manager.import(features);
    const { token: preview } = created(await other.manager.environments.create("preview"));
    await other.manager.as(preview.value).import(features);
    await setPlan(other, "self_hosted", {
      productionBytesMax: 1,
      environmentBytesMax: 1,
      projectBytesMax: 1,
      featuresPerProjectMax: 1,
      actorsPerGateMax: 1,
    });
    await other.stop();

    other = await startHosted({ opened: await openSqliteStorage(directory.path) });
    for (const client of [other.manager.as(token), other.manager.as(preview.value)]) {
      const refused = (call: Promise<Answer>) =>
        call.then(([, body]) => expect(body).toMatchObject({ code: "quota_exceeded" }));
      const [, , before] = await client.features.list();
      expect(before).toContain('"a","b","c"');
      expect((await client.actors.check("b"))[1]).toMatchObject({
        features: { search: { enabled: true } },
      });
      await refused(client.gates.post("search", "actors", actor("d")));
      await refused(client.gates.post("chat", "actors", actor("b")));
      await refused(client.features.create("third"));
      await refused(client.import({ ...features, chat: { actors: ["ab"] } }));
      expect((await client.features.list())[2]).toBe(before);
      await expectDone(client.import(features));
      await expectDone(client.gates.delete("search", "actors", actor("a")));
      await expectDone(client.gates.post("search", "percentage_of_time", { percentage: 7 }));
      await expectDone(client.gates.delete("search", "boolean"));
      await expectDone(client.features.clear("chat"));
    }
    const { state } = other.deployment.writer;
    expect(keptBytes(state)).toEqual(countedBytes(state));
    await other.stop();
  });
});
