import { describe, expect, test } from "bun:test";
import { jsonType } from "../helpers/api-client.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { hostedPrefix, startHosted } from "../helpers/hosted-server.ts";
import { type Arranged, type RouteRow, routeRows, tokenRows } from "./permission-rows.ts";

const methods = ["GET", "HEAD", "POST", "DELETE"];

/** Reads first and the environment's own end last, so that no allowed request starves a later one. */
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

/** Status and code; nothing else is let through where a request is refused. */
async function ask(client: HostedClient, route: string, row: RouteRow, environmentId: number) {
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

test("every route of the API has a row in the matrix, and every row a route", async () => {
  const arranged = await arrange();
  // A route that is missing here is one that nobody has decided who may call.
  expect(inOrder(routesOf(arranged))).toEqual(inOrder(Object.keys(routeRows)));
  await arranged.server.stop();
});

describe.each(tokenRows)("$kind", ({ refusals, client: clientOf }) => {
  test("may do what the matrix says, and changes nothing where it is refused", async () => {
    const arranged = await arrange();
    const client = await clientOf(arranged);
    const { writer } = arranged.server.deployment;
    const expected: Record<string, unknown> = {};
    const found: Record<string, unknown> = {};
    const changedThough: string[] = [];
    for (const route of inOrder(routesOf(arranged))) {
      const row = routeRows[route] ?? { permission: "any token", status: 0 };
      const refused = refusals[row.permission];
      const isIdMissing = row.permission === "any token" && refused === undefined;
      expected[route] = isIdMissing ? [422, "environment_id_required"] : (refused ?? [row.status]);
      const before = writer.state;
      found[route] = await ask(client, route, row, arranged.environmentId);
      if (refused !== undefined && writer.state !== before) {
        changedThough.push(route);
      }
      if (route.startsWith("GET ")) {
        const head = route.replace("GET ", "HEAD ");
        expected[head] = [refused?.[0] ?? row.status];
        found[head] = await ask(client, head, row, arranged.environmentId);
      }
    }
    expect(found).toEqual(expected);
    expect(changedThough).toEqual([]);
    await arranged.server.stop();
  });
});

test("another project's token reaches nothing of this one", async () => {
  const arranged = await arrange();
  const { server, environmentId } = arranged;
  const row = tokenRows.find(({ kind }) => kind.startsWith("another project's"));
  const client = await row?.client(arranged);
  if (client === undefined) {
    throw new Error("the matrix has no row for another project");
  }
  const [, , before] = await server.manager.features.list();
  const [, , history] = await server.manager.audits.list();
  for (const route of inOrder(routesOf(arranged))) {
    await ask(client, route, routeRows[route] ?? { permission: "read", status: 0 }, environmentId);
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
  // Let in while the token was good, decided after it was revoked.
  const [response, body] = await client.gates.post("late", "boolean");
  await revoked;
  expect([response.status, codeOf(body)]).toEqual([401, "token_invalid"]);
  expect((await client.features.list())[0].status).toBe(401);
  expect((await server.manager.features.get("late"))[0].status).toBe(404);
  await server.stop();
});

test("without a valid token nobody learns which paths or methods there are", async () => {
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
