import { describe, expect, test } from "bun:test";
import { createPersonalToken } from "../../../src/app/commands/personal-token-commands.ts";
import { hashToken } from "../../../src/core/secrets/token-value.ts";
import { outcome, sendWith } from "./personal-token-requests.ts";
import { params } from "./route-changes.ts";
import { permissionsOf, startUi, type UiPage, type UiServer } from "./web-ui-server.ts";

const dayMs = 86_400_000;

/** What a route says that finds nothing in the environments of the token. */
const nothingFound = [
  ...["done", "environment_not_found", "input_invalid"],
  ...["request_not_found", "rollout_not_found"],
];

interface Limited {
  readonly server: UiServer;
  readonly owner: UiPage;
  /** The value of an owner's token for Staging, the environment 2. */
  readonly value: string;
}

async function startLimited(): Promise<Limited> {
  const server = await startUi();
  const owner = await server.page("owner");
  await owner.answer("POST /environments", { body: { name: "Staging" } });
  await owner.answer("POST /environments/:environment/features", {
    params: { environment: 1 },
    body: { key: "search" },
  });
  const { token, value } = await owner.answer("POST /account/tokens", {
    body: { name: "Robot", scope: "admin", environments: ["staging", "2"] },
  });
  expect(token.environments).toEqual([{ id: 2, environment: "staging", project: "Default" }]);
  return { server, owner, value };
}

test("a token expires after 90 days unless it says otherwise, and after a year at most", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  const create = (body: object) =>
    page.answer("POST /account/tokens", { body: { name: "a", scope: "read", ...body } });
  const { token } = await create({});
  expect(token.expiresAt - token.createdAt).toBe(90 * dayMs);
  const refused = page.call("POST /account/tokens", {
    body: { name: "a", scope: "read", expiresInDays: 367 },
  });
  expect(await outcome(refused)).toBe("input_invalid");
  expect((await create({ approves: true })).token.approves).toBe(true);
});

test("a mistyped token is refused by its checksum, and tokens of earlier versions still work", async () => {
  await using server = await startUi();
  const page = await server.page("member");
  const { value } = await page.answer("POST /account/tokens", {
    body: { name: "a", scope: "read" },
  });
  const read = (token: string) => outcome(sendWith(server, token, "GET /environments"));
  expect(await read(value)).toBe("done");
  const last = value.endsWith("A") ? "B" : "A";
  expect(await read(value.slice(0, -1) + last)).toBe("token_invalid");
  expect(await read(value.slice(0, -1))).toBe("token_invalid");
  const earlier = `gh_pat_${"x".repeat(32)}`;
  await server.hosted.deployment.writer.submit((draft) => {
    const { token } = createPersonalToken(draft, {
      ...{ userId: page.userId, name: "old", scope: "read", expiresAt: draft.now + dayMs },
      ...{ approves: false, environmentIds: null },
    });
    draft.record({ kind: "personal_tokens.removed", hashes: [token.hash] });
    draft.record({ kind: "personal_token.saved", token: { ...token, hash: hashToken(earlier) } });
  });
  expect(await read(earlier)).toBe("done");
});

test("the act of a new token says where it may be used, and whether it votes", async () => {
  const { server, owner } = await startLimited();
  await using _ = server;
  await owner.answer("POST /account/tokens", {
    body: { name: "Voter", scope: "read", approves: true },
  });
  const { acts } = await owner.answer("GET /acts", { query: { kind: "personal_token.created" } });
  expect(acts.map(({ details }) => details)).toMatchObject([
    { name: "Voter", scope: "read", approves: true, environments: null },
    { name: "Robot", scope: "admin", approves: false, environments: [2] },
  ]);
});

describe("a token for some environments", () => {
  test("reaches no other environment, and nothing of all environments, by any route", async () => {
    const { server, value } = await startLimited();
    await using _ = server;
    for (const [route, permission] of permissionsOf(server)) {
      const { isSessionOnly, refusesTokens, role } = permission;
      if (isSessionOnly || refusesTokens || role === "anyone") {
        continue;
      }
      const values = new Map<string, unknown>(Object.entries(params));
      const filled = route.replaceAll(/:(\w+)/g, (_match, name: string) =>
        String(values.get(name)),
      );
      const query = route.includes("unknown-keys") ? "?key=none" : "";
      const before = server.state().toggles;
      const body = route.startsWith("GET ") ? {} : { body: {} };
      const code = await outcome(sendWith(server, value, filled + query, body));
      const isOfPath = route.includes("/:environment");
      const isFiltered = !isOfPath && permission.environmentToken !== undefined;
      // A wrong query is refused before the environment is looked up.
      const expected = isOfPath
        ? ["environment_not_found", "input_invalid"]
        : isFiltered
          ? nothingFound
          : ["role_required"];
      expect([route, expected]).toEqual([route, expect.arrayContaining([code])]);
      expect(server.state().toggles).toBe(before);
    }
  });

  test("works in its environment, and lists that one alone", async () => {
    const { server, value } = await startLimited();
    await using _ = server;
    const set = (environment: string) =>
      outcome(
        sendWith(
          server,
          value,
          `PUT /environments/${environment}/features/search/percentage-of-time`,
          { body: { percentage: 5 } },
        ),
      );
    expect(await set("staging")).toBe("done");
    expect(await set("2")).toBe("done");
    expect(await set("-")).toBe("environment_not_found");
    const listed = await sendWith(server, value, "GET /environments");
    const answer: { readonly environments: readonly { slug: string }[] } = JSON.parse(
      await listed.text(),
    );
    expect(answer.environments.map(({ slug }) => slug)).toEqual(["staging"]);
  });

  test("copies, deletes and reads nothing of another environment", async () => {
    const { server, owner, value } = await startLimited();
    await using _ = server;
    const staging = "/environments/staging";
    const of = `${staging}/features/search`;
    const send = (route: string, body?: unknown) =>
      outcome(sendWith(server, value, route, body === undefined ? {} : { body }));
    const before = server.state();
    expect(await send(`POST ${of}/copy`, { to: 1 })).toBe("environment_not_found");
    expect(await send(`DELETE ${of}`, {})).toBe("role_required");
    const bulk = (change: object) => send(`POST ${staging}/bulk`, { keys: ["search"], change });
    expect(await bulk({ delete: true })).toBe("role_required");
    expect(await bulk({ copyTo: 1 })).toBe("environment_not_found");
    expect(server.state().toggles).toBe(before.toggles);
    expect(await send(`GET ${staging}/features?columns=production`)).toBe("environment_not_found");
    const { token } = await owner.answer("POST /environments/:environment/tokens", {
      params: { environment: 1 },
      body: { name: "t", access: "read_only" },
    });
    expect(await send(`DELETE /environments/*/tokens/${token.id}`)).toBe("role_required");
  });

  test("reads, comments on and changes no request of another environment", async () => {
    const { server, owner, value } = await startLimited();
    await using _ = server;
    const { request } = await owner.answer("POST /environments/:environment/requests", {
      params: { environment: 1 },
      body: { title: "Search", commands: [{ kind: "enable", key: "search" }] },
    });
    const send = (route: string, body?: unknown) =>
      outcome(sendWith(server, value, route, body === undefined ? {} : { body }));
    const path = `/requests/${request.id}`;
    const listed = await sendWith(server, value, "GET /requests");
    expect(JSON.parse(await listed.text())).toEqual({ requests: [] });
    const comments = `/comments/request:${request.id}`;
    for (const route of [`GET ${path}`, `GET ${comments}`]) {
      expect([route, await send(route)]).toEqual([route, "request_not_found"]);
    }
    expect(await send(`PATCH ${path}`, { title: "Other" })).toBe("request_not_found");
    expect(await send(`POST ${comments}`, { text: "Hello" })).toBe("request_not_found");
    expect(await send(`POST ${path}/withdraw`)).toBe("request_not_found");
    expect(server.state().requests.get(request.id)).toMatchObject({ title: "Search" });
  });

  test("retires and frees no key, as a key is retired in all environments", async () => {
    const { server, owner, value } = await startLimited();
    await using _ = server;
    const body = { key: "old_search" };
    expect(await outcome(sendWith(server, value, "POST /retired-keys", { body }))).toBe(
      "role_required",
    );
    await owner.answer("POST /retired-keys", { body });
    expect(await outcome(sendWith(server, value, "DELETE /retired-keys?key=old_search"))).toBe(
      "role_required",
    );
    expect(server.state().retiredKeys.get(1)?.size).toBe(1);
  });
});

test("only a command on the machine creates a token for another member", async () => {
  await using server = await startUi();
  const owner = await server.page("owner");
  const member = await server.page("member");
  const call = owner.call("POST /members/:user/tokens", {
    params: { user: member.userId },
    body: { name: "a", scope: "read" },
  });
  expect(await outcome(call)).toBe("session_required");
  expect(server.state().personalTokens.size).toBe(0);
});
