import { expect, test } from "bun:test";
import { samplePolicy, sampleRules } from "../contract/governance-examples.ts";
import { jsonType } from "../helpers/api-client.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { type HostedServer, hostedPrefix, startHosted } from "../helpers/hosted-server.ts";
import { routeRows } from "./permission-rows.ts";

const path = "/features/:feature_name";

/** What changes nothing, or nothing that a policy protects. */
const allowed: Readonly<Record<string, number>> = {
  "POST /features": 200,
  "POST /environments": 201,
  "POST /actors": 200,
  "POST /telemetry": 202,
  "POST /gatehouse/outcomes": 202,
  // The environment of the preview is not protected.
  "DELETE /environments/:id": 204,
  "DELETE /environments": 422,
};

/** Bodies that change the feature, where those of the table of permissions would not. */
const bodies: Readonly<Record<string, unknown>> = {
  [`DELETE ${path}/groups`]: { name: "admins" },
  [`DELETE ${path}/actors`]: { flipper_id: "User;1" },
};

async function arrange(isDirect = false) {
  const server = await startHosted({ hasTelemetry: true });
  const { gates } = server.manager;
  await gates.post("search", "actors", { flipper_id: "User;1" });
  await gates.post("search", "groups", { name: "admins" });
  await gates.post("search", "percentage_of_actors", { percentage: 5 });
  await gates.post("search", "percentage_of_time", { percentage: 5 });
  await server.manager.expression.set("search", { Property: ["old"] });
  const preview = created(await server.manager.environments.create("preview"));
  const token = server.deployment.writer.state.tokens.find(({ name }) => name === "manager");
  await protect(server, isDirect ? [token?.id ?? 0] : []);
  return { server, environmentId: preview.environment.id };
}

function protect({ deployment, production }: HostedServer, directTokens: readonly number[]) {
  const policy = samplePolicy(production.id, { rules: { ...sampleRules, directTokens } });
  return deployment.writer.submit((draft) => draft.record({ kind: "policy.saved", policy }));
}

/** Every route of the API that may change something. */
function writingRoutes({ deployment }: HostedServer): readonly string[] {
  return deployment.api.app.routes
    .filter(({ method }) => method !== "GET" && method !== "HEAD")
    .map(({ method, path: full }) => `${method} ${full.slice(hostedPrefix.length)}`);
}

async function send(client: HostedClient, route: string, environmentId: number) {
  const [method = "", pattern = ""] = route.split(" ");
  const filled = pattern.replace(":feature_name", "search").replace(":id", String(environmentId));
  const body = bodies[route] ?? routeRows[route]?.body;
  const [response, answer] = await client.call(method, filled, {
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: jsonType }),
  });
  return { status: response.status, answer };
}

test("every writing route of Flipper clients is refused in a protected environment", async () => {
  const { server, environmentId } = await arrange();
  const { writer } = server.deployment;
  const routes = writingRoutes(server);
  expect(routes.length).toBeGreaterThan(20);
  for (const route of routes) {
    const { features, toggles } = writer.state;
    const { status, answer } = await send(server.manager, route, environmentId);
    const expected = allowed[route];
    if (expected === undefined) {
      expect([route, status, answer]).toEqual([
        route,
        403,
        expect.objectContaining({ code: "change_request_required" }),
      ]);
      expect([route, writer.state.features === features, writer.state.toggles === toggles]).toEqual(
        [route, true, true],
      );
    } else {
      expect([route, status]).toEqual([route, expected]);
    }
  }
  await server.stop();
});

test("OFREP writes nothing", async () => {
  const { server } = await arrange();
  const { ofrep, writer } = server.deployment;
  const { toggles, features } = writer.state;
  const headers = { ...jsonType, authorization: `Bearer ${server.managerToken}` };
  const body = JSON.stringify({ context: { targetingKey: "User;1" } });
  for (const { method, path: pattern } of ofrep.app.routes) {
    const url = `http://localhost${pattern.replaceAll(/:\w+/g, "search")}`;
    const answer = await ofrep.fetch(
      new Request(url, { method, headers, ...(method === "GET" ? {} : { body }) }),
    );
    await answer.body?.cancel();
    expect([method, pattern, answer.status]).not.toEqual([method, pattern, 401]);
  }
  expect([writer.state.toggles === toggles, writer.state.features === features]).toEqual([
    true,
    true,
  ]);
  await server.stop();
});

test("a token that the policy names writes as without a policy", async () => {
  const { server, environmentId } = await arrange(true);
  const routes = writingRoutes(server);
  for (const route of routes.toSorted((left, right) => order(left) - order(right))) {
    const { status } = await send(server.manager, route, environmentId);
    expect([route, status]).toEqual([route, routeRows[route]?.status ?? 0]);
  }
  await server.stop();
});

/** Removals last. */
function order(route: string): number {
  return route.startsWith("DELETE") ? (route.endsWith(":id") || route.endsWith("name") ? 2 : 1) : 0;
}

test("a protected environment is not deleted with its own token", async () => {
  const { server, environmentId } = await arrange();
  await protect({ ...server, production: { ...server.production, id: environmentId } }, []);
  const [refused, answer] = await server.manager.environments.delete(environmentId);
  expect([refused.status, answer]).toEqual([
    403,
    expect.objectContaining({ code: "change_request_required" }),
  ]);
  expect(server.deployment.writer.state.environments.has(environmentId)).toBe(true);
  await server.stop();
});

test("writes that change nothing answer as without a policy", async () => {
  const { server } = await arrange();
  const { gates } = server.manager;
  const { writer } = server.deployment;
  const { state } = writer;
  const answers = await Promise.all([
    gates.post("search", "actors", { flipper_id: "User;1" }),
    gates.post("search", "percentage_of_actors", { percentage: 5 }),
    server.manager.call("POST", "/features", {
      body: JSON.stringify({ name: "search" }),
      headers: jsonType,
    }),
    server.manager.call("DELETE", "/features/unknown"),
    server.manager.call("DELETE", "/features/unknown/clear"),
  ]);
  expect(answers.map(([{ status }]) => status)).toEqual([200, 200, 200, 204, 204]);
  expect(writer.state.toggles).toBe(state.toggles);
  await server.stop();
});

test("a write of the gates in force leaves a protected environment following Production", async () => {
  const server = await startHosted();
  await server.manager.gates.post("search", "boolean");
  const { environment, token } = created(await server.manager.environments.create("Staging"));
  await protect({ ...server, production: { ...server.production, id: environment.id } }, []);
  const client = server.manager.as(token.value);
  const [same] = await client.gates.post("search", "boolean");
  expect(same.status).toBe(200);
  const [other, answer] = await client.gates.post("search", "actors", { flipper_id: "User;1" });
  expect([other.status, answer]).toEqual([
    403,
    expect.objectContaining({ code: "change_request_required" }),
  ]);
  const [following] = await server.manager.gates.delete("search", "boolean");
  expect(following.status).toBe(200);
  const [, feature] = await client.call("GET", "/features/search");
  expect(feature).toMatchObject({ state: "off" });
  await server.stop();
});
