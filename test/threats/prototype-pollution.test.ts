import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { jsonType } from "../helpers/api-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"];

/** The names of all properties that every object, list, function or text inherits. */
function inheritedNames(): unknown {
  return [Object.prototype, Array.prototype, Function.prototype, String.prototype].map(
    (prototype) => Object.getOwnPropertyNames(prototype),
  );
}

let server: HostedServer;
const before = inheritedNames();
beforeAll(async () => {
  server = await startHosted();
});
afterAll(async () => {
  await server.stop();
  expect(inheritedNames()).toEqual(before);
});

describe.each(names)("%s", (name) => {
  test("is an ordinary feature, which does not exist before it is created", async () => {
    const { features, gates, actors, audits } = server.manager;
    expect((await features.get(name))[0].status).toBe(404);
    const [, , missing] = await actors.check("User;1", `keys=${name}`);
    expect(missing).toBe(`{"flipper_id":"User;1","features":{"${name}":{"enabled":false}}}`);
    expect((await gates.post(name, "boolean"))[0].status).toBe(200);
    expect((await features.get(name))[1]).toMatchObject({ key: name, state: "on" });
    const [, , found] = await actors.check("User;1", `keys=${name}`);
    expect(found).toBe(`{"flipper_id":"User;1","features":{"${name}":{"enabled":true}}}`);
    expect((await features.list(`keys=${name}`))[2]).toContain(`"key":"${name}"`);
    expect((await audits.list(`keys=${name}`))[2]).toContain(`"key":"${name}"`);
    expect((await features.remove(name))[0].status).toBe(204);
    expect((await features.get(name))[0].status).toBe(404);
  });

  test("is an ordinary actor, group and environment", async () => {
    const { gates, actors, environments } = server.manager;
    const [, , before] = await actors.check(name);
    expect(before).toStartWith(`{"flipper_id":"${name}",`);
    await gates.post("search", "actors", { flipper_id: name });
    await gates.post("billing", "groups", { name });
    const [, , checked] = await actors.check(name, `groups=${name}&keys=search,billing`);
    expect(checked).toContain('"search":{"enabled":true},"billing":{"enabled":true}');
    const [, , other] = await actors.check("User;1", "keys=search,billing");
    expect(other).toContain('"search":{"enabled":false},"billing":{"enabled":false}');
    expect([201, 422]).toContain((await environments.create(name))[0].status);
  });

  test("as the name of a parameter or a property, changes no other object", async () => {
    const { features, gates, actors } = server.manager;
    const poison = `{"name":"made","${name}":{"isAdmin":true,"access":"read_and_write"}}`;
    await server.manager.call("POST", "/features", { body: poison, headers: jsonType });
    await features.list(`${name}=1&${name}%5BisAdmin%5D=1`);
    await actors.check(
      "User;1",
      `properties=${encodeURIComponent(`{"${name}":{"isAdmin":true}}`)}`,
    );
    await server.manager.import(`{"version":1,"features":{"${name}":{"boolean":"true"}}}`);
    await server.manager.call("GET", "/features", {
      headers: { cookie: `${name}=x; a[${name}]=y` },
    });
    await gates.post("a", "boolean");
    expect(inheritedNames()).toEqual(before);
    expect("isAdmin" in {}).toBe(false);
    const reader = await server.newClient({ access: "read_only" });
    expect((await reader.features.create("x"))[0].status).toBe(403);
  });
});
