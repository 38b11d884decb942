import { describe, expect, test } from "bun:test";
import { jsonType } from "../helpers/api-client.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { hostedPrefix, startHosted } from "../helpers/hosted-server.ts";
import { type RouteRow, routeRows } from "./permission-rows.ts";
import { type Arranged, tokenRows } from "./token-rows.ts";

const methods = ["GET", "HEAD", "POST", "DELETE"];

/** Sorts reads first and the deletion of the environment last, as later requests need it. */
function inOrder(routes: Iterable<string>): string[] {
  const rank = (route: string) =>
    route.endsWith("/:id") ? methods.length : methods.indexOf(route.split(" ")[0] ?? "");
  return [...routes].sort((left, right) => rank(left) - rank(right) || (left < right ? -1 : 1));
}

function routesOf({ server }: Arranged): string[] {
  return server.deployment.api.app.routes.map(
    ({ method, path }) => `${method} ${path.slice(hostedPrefix.length)}`,
  );
}

async function arrange(): Promise<Arranged> {
  const server = await startHosted({ hasTelemetry: true });
  await server.manager.gates.post("search", "boolean");
  const { environment, token } = created(await server.manager.environments.create("preview"));
  return { server, environmentId: environment.id, previewToken: token.value };
}

/** Sends a request; returns the status and, for a refusal, the code. */
async function send(client: HostedClient, route: string, row: RouteRow, environmentId: number) {
  const [method = "", path = ""] = route.split(" ");
  const filled = path
    .replace(":feature_name", "search")
    .replace(":flipper_id", "User;1")
    .replace(":id", String(environmentId));
  const [response, body] = await client.call(method, filled, {
    ...(row.body === undefined ? {} : { body: JSON.stringify(row.body), headers: jsonType }),
  });
  const code = response.ok || method === "HEAD" ? undefined : codeOf(body);
  return code === undefined ? [response.status] : [response.status, code];
}

function codeOf(body: unknown): unknown {
  return typeof body === "object" && body !== null && "code" in body ? body.code : undefined;
}

test("every route of the API has a row in the table, and every row a route", async () => {
  const arranged = await arrange();
  // A route without a row has no tested permission.
  expect(inOrder(routesOf(arranged))).toEqual(inOrder(Object.keys(routeRows)));
  await arranged.server.stop();
});

describe.each(tokenRows)("$kind", ({ refusals, client: clientOf }) => {
  test("may do what the table allows, and changes nothing where it is refused", async () => {
    const arranged = await arrange();
    const client = await clientOf(arranged);
    const { writer } = arranged.server.deployment;
    const expected: Record<string, unknown> = {};
    const found: Record<string, unknown> = {};
    const changedAlthoughRefused: string[] = [];
    for (const route of inOrder(routesOf(arranged))) {
      const row = routeRows[route] ?? { permission: "any token", status: 0 };
      const refused = refusals[row.permission];
      const isIdMissing = row.permission === "any token" && refused === undefined;
      expected[route] = isIdMissing ? [422, "environment_id_required"] : (refused ?? [row.status]);
      const before = writer.state;
      found[route] = await send(client, route, row, arranged.environmentId);
      if (refused !== undefined && writer.state !== before) {
        changedAlthoughRefused.push(route);
      }
      if (route.startsWith("GET ")) {
        const head = route.replace("GET ", "HEAD ");
        expected[head] = [refused?.[0] ?? row.status];
        found[head] = await send(client, head, row, arranged.environmentId);
      }
    }
    expect(found).toEqual(expected);
    expect(changedAlthoughRefused).toEqual([]);
    await arranged.server.stop();
  });
});

test("another project's token reaches nothing of this one", async () => {
  const arranged = await arrange();
  const { server, environmentId } = arranged;
  const row = tokenRows.find(({ kind }) => kind.startsWith("another project's"));
  const client = await row?.client(arranged);
  if (client === undefined) {
    throw new Error("the table has no row for another project");
  }
  const [, , before] = await server.manager.features.list();
  const [, , history] = await server.manager.audits.list();
  for (const route of inOrder(routesOf(arranged))) {
    await send(client, route, routeRows[route] ?? { permission: "read", status: 0 }, environmentId);
  }
  expect((await server.manager.features.list())[2]).toBe(before);
  expect((await server.manager.audits.list())[2]).toBe(history);
  expect(server.deployment.writer.state.environments.has(environmentId)).toBe(true);
  await server.stop();
});

test("a token is refused from the moment it is revoked, also for requests under way", async () => {
  const { server } = await arrange();
  const value = await server.newToken();
  const client = server.manager.as(value);
  await client.features.create("search");
  const { writer } = server.deployment;
  const revoked = writer.submit((draft) => {
    const token = draft.state.tokens.find(({ id }) => id === draft.state.lastIds.token);
    if (token !== undefined) {
      draft.record({ kind: "token.saved", token: { ...token, revokedAt: draft.now } });
    }
  });
  // Authenticated while the token was valid, executed after it was revoked.
  const [response, body] = await client.gates.post("late", "boolean");
  await revoked;
  expect([response.status, codeOf(body)]).toEqual([401, "token_invalid"]);
  expect((await client.features.list())[0].status).toBe(401);
  expect((await server.manager.features.get("late"))[0].status).toBe(404);
  await server.stop();
});

test("a token that may only evaluate learns no more than that", async () => {
  const { server } = await arrange();
  const client = await server.newClient({ access: "evaluate" });
  for (const [method, path] of [
    ["GET", "/nope"],
    ["PUT", "/features"],
    ["GET", "/features/%zz"],
    ["GET", "/actors/"],
    ["DELETE", "/environments/abc"],
  ] as const) {
    const [response, body] = await client.call(method, path);
    expect([method, path, response.status, codeOf(body)]).toEqual([
      method,
      path,
      403,
      "token_evaluate_only",
    ]);
  }
  await server.stop();
});

test("without a valid token no answer tells which paths or methods exist", async () => {
  const { server } = await arrange();
  for (const client of [server.manager.as(null), server.manager.as("unknown")]) {
    for (const [method, path] of [
      ["GET", "/"],
      ["GET", "/nope"],
      ["GET", "/features/%zz"],
      ["PUT", "/features"],
      ["PATCH", "/features/search"],
      ["OPTIONS", "/features"],
      ["GET", "/environments"],
      ["GET", "/features/unknown"],
      ["POST", "/audits"],
    ] as const) {
      const [response, body] = await client.call(method, path);
      expect([method, path, response.status, codeOf(body)]).toEqual([
        method,
        path,
        401,
        "token_invalid",
      ]);
      expect(response.headers.get("allow")).toBeNull();
    }
  }
  await server.stop();
});
