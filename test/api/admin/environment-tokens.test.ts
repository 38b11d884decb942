import { describe, expect, test } from "bun:test";
import { dataOf, EventReader } from "../../helpers/event-reader.ts";
import { addEnvironment } from "../../helpers/hosted-administration.ts";
import { permissionsOf, refusalIn, startUi, type UiServer } from "./web-ui-server.ts";

/*
 * The tokens of environments on the Admin API (docs/admin-api.md#tokens-of-environments).
 */

const json = { "content-type": "application/json" };

function send(server: UiServer, route: string, headers: Readonly<Record<string, string>>) {
  const [method = "", path = ""] = route.split(" ");
  const body = method === "GET" ? {} : { body: "{}" };
  return server.send(`/admin/v1${path}`, { method, headers: { ...json, ...headers }, ...body });
}

const inHeader = (token: string) => ({ "flipper-cloud-token": token });
const filled = (route: string) => route.replaceAll(/:\w+/g, "1");

/** Routes that ask a question in a body, and change nothing. */
const readingPosts: ReadonlySet<string> = new Set([
  "POST /environments/:environment/explain",
  "POST /environments/:environment/impact",
  "POST /environments/:environment/actors/features",
  "POST /environments/:environment/features/:key/changes/preview",
  "POST /apply/preview",
  "POST /environments/:environment/bulk/preview",
  "POST /environments/:environment/rollouts/preview",
  "POST /environments/:environment/audits/:audit/undo-preview",
]);

describe("a token of an environment", () => {
  test("calls the routes that are declared for it, and no others", async () => {
    await using server = await startUi();
    const token = await server.hosted.newToken();
    const permissions = permissionsOf(server);
    expect(permissions.size).toBeGreaterThan(90);
    for (const [route, permission] of permissions) {
      const { environmentToken, isSessionOnly, needsProof } = permission;
      const answer = await send(server, filled(route), inHeader(token));
      const { code } = answer.ok ? { code: "" } : await refusalIn(answer);
      const refusals = ["environment_token_refused", "session_required"];
      expect([route, refusals.includes(code)]).toEqual([route, environmentToken === undefined]);
      const isForPeople = isSessionOnly || needsProof;
      expect([route, isForPeople && environmentToken !== undefined]).toEqual([route, false]);
    }
  });

  test("may change nothing without read_and_write, and read nothing if it only evaluates", async () => {
    await using server = await startUi();
    const tokens = {
      evaluate: await server.hosted.newToken({ access: "evaluate" }),
      read_only: await server.hosted.newToken({ access: "read_only" }),
    };
    const levels = new Set<string>();
    for (const [route, { environmentToken }] of permissionsOf(server)) {
      if (environmentToken === undefined) {
        continue;
      }
      levels.add(environmentToken);
      const changes = !route.startsWith("GET ") && !readingPosts.has(route);
      const codes = await Promise.all(
        Object.values(tokens).map(async (token) => {
          const answer = await send(server, filled(route), inHeader(token));
          return answer.ok ? "" : (await refusalIn(answer)).code;
        }),
      );
      const readOnly = changes ? "token_read_only" : expect.not.stringContaining("token_");
      expect([route, ...codes]).toEqual([route, "token_evaluate_only", readOnly]);
    }
    expect([...levels].sort()).toEqual(["deleter", "reader", "writer"]);
  });

  test("deletes no feature of other environments by the undo of its creation", async () => {
    await using server = await startUi();
    const staging = await addEnvironment(server.hosted, { name: "Staging", kind: "custom" });
    const headers = {
      ...json,
      ...inHeader(await server.hosted.newToken({ environment: staging })),
    };
    const at = "/admin/v1/environments/-";
    const created = await server.send(`${at}/features`, {
      ...{ method: "POST", headers, body: JSON.stringify({ key: "search" }) },
    });
    expect(created.status).toBe(200);
    const undo = (way: string, body: object) =>
      server.send(`${at}/audits/1/${way}`, {
        ...{ method: "POST", headers, body: JSON.stringify({ to: "before", ...body }) },
      });
    const { tag } = JSON.parse(await (await undo("undo-preview", {})).text());
    const refusal = await refusalIn(await undo("undo", { tag, typed: "search" }));
    expect(refusal.code).toBe("environment_token_refused");
    const one = await server.send(`${at}/features/search`, { headers });
    expect(one.status).toBe(200);
  });

  test("is the only credential of its request: no cookie helps, and a wrong one is refused", async () => {
    await using server = await startUi();
    const owner = await server.page("owner");
    for (const token of ["wrong", "gatehouse_wrong", "x".repeat(300)]) {
      const headers = { ...inHeader(token), cookie: owner.cookie };
      const answer = await send(server, "GET /environments/-/features", headers);
      expect(await refusalIn(answer)).toMatchObject({ status: 401, code: "token_invalid" });
    }
  });

  test("may stand in Authorization too, if it was made by Gatehouse", async () => {
    await using server = await startUi();
    const token = await server.hosted.newToken();
    const answer = await send(server, "GET /environments/-/events", {
      authorization: `Bearer ${token}`,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("gatehouse-environment")).toBe("production");
    await answer.body?.cancel();
  });

  test("reaches its own environment only, by each of its names", async () => {
    await using server = await startUi();
    const staging = await addEnvironment(server.hosted, { name: "Staging", kind: "custom" });
    const token = await server.hosted.newToken({ environment: staging });
    for (const name of ["-", String(staging.id), "staging", "slug:staging"]) {
      const answer = await send(server, `GET /environments/${name}/events`, inHeader(token));
      expect([name, answer.status]).toEqual([name, 200]);
      expect(answer.headers.get("gatehouse-environment")).toBe("staging");
      await answer.body?.cancel();
    }
    for (const name of ["1", "production", "slug:production", "99", "slug:", "slug:1"]) {
      const answer = await send(server, `GET /environments/${name}/events`, inHeader(token));
      const refusal = await refusalIn(answer);
      expect([name, refusal.status, refusal.code]).toEqual([name, 404, "environment_not_found"]);
      expect(refusal.message).not.toContain('"production";');
    }
  });

  test("is told of changes in its environment only", async () => {
    await using server = await startUi();
    const token = await server.hosted.newToken();
    const owner = await server.page("owner");
    const stream = new EventReader(
      await send(server, "GET /environments/-/events", inHeader(token)),
    );
    await stream.next();
    await stream.next();
    await owner.answer("POST /members", { body: { email: "new@example.com", role: "viewer" } });
    await owner.answer("POST /environments", { body: { name: "Staging" } });
    const { revision } = await owner.answer("POST /environments/:environment/features", {
      params: { environment: 1 },
      body: { key: "search" },
    });
    expect(dataOf(await stream.next())).toEqual({ revision, keys: ["search"] });
    await stream.close();
  });

  test("ends with its stream when it is revoked", async () => {
    await using server = await startUi();
    const token = await server.hosted.newToken();
    const answer = await send(server, "GET /environments/-/events", inHeader(token));
    await server.hosted.deployment.writer.submit((draft) => {
      for (const each of draft.state.tokens.values()) {
        draft.record({ kind: "token.saved", token: { ...each, revokedAt: draft.now } });
      }
    });
    expect(await answer.text()).toContain("retry: 1000");
  });
});

describe("a path of the Admin API", () => {
  test("with a slash at its end is another path, so that it deletes nothing else", async () => {
    await using server = await startUi();
    const [owner, other] = [await server.page("owner"), await server.page("owner")];
    expect((await owner.send("DELETE", "/account/sessions/")).status).toBe(404);
    expect((await owner.send("GET", "/environments/")).status).toBe(404);
    expect((await other.send("GET", "/environments")).status).toBe(200);
  });

  test("names an environment of the project that the query names", async () => {
    await using server = await startUi();
    const page = await server.page("viewer");
    expect((await page.send("GET", "/environments/-/features?project=default")).status).toBe(200);
    const wrong = await refusalIn(await page.send("GET", "/environments/-/features?project=Other"));
    expect(wrong).toEqual({
      status: 404,
      code: "project_not_found",
      message: 'there is no project "Other"; there is "Default"',
    });
    const misspelt = await refusalIn(await page.send("GET", "/environments/producton/features"));
    expect(misspelt).toMatchObject({
      status: 404,
      message: 'there is no environment "producton"; did you mean "production"?',
    });
  });
});
