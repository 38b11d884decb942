import { describe, expect, test } from "bun:test";
import { addEnvironment } from "../../helpers/hosted-administration.ts";
import { type TestedAdminOptions, testedOwnerApi } from "../../helpers/tested-admin-api.ts";
import { newToken, sendWith } from "./personal-token-requests.ts";
import { refusalIn, startUi } from "./web-ui-server.ts";

describe("a token of an environment", () => {
  test("is found in its project, whatever its environment, and in no other project", async () => {
    await using server = await startUi();
    const admin = await server.page("owner");
    await addEnvironment(server.hosted, { name: "Staging", kind: "custom" });
    const create = "POST /environments/:environment/tokens";
    const body = { name: "t", access: "read_only", expiresInMs: 90_000 } as const;
    const { token } = await admin.answer(create, { params: { environment: "staging" }, body });
    expect(token).toMatchObject({ project: "Default", environment: "staging" });
    expect((token.expiresAt ?? 0) - token.createdAt).toBe(90_000);
    expect((await admin.answer("GET /tokens", {})).tokens).toContainEqual(token);
    await admin.answer("POST /projects", { body: { name: "Shop" } });

    const revoke = "DELETE /environments/:environment/tokens/:token";
    const of = (environment: string, project?: string) =>
      admin.call(revoke, {
        params: { environment, token: token.id },
        ...(project === undefined ? {} : { query: { project } }),
      });
    const before = server.state();
    for (const [answer, message] of [
      [await of("production"), `there is no token ${token.id}`],
      [await of("*", "Shop"), `token ${token.id} belongs to the project "Default"`],
      [await of("-", "Shop"), `token ${token.id} belongs to the project "Default"`],
    ] as const) {
      expect(await refusalIn(answer)).toMatchObject({ code: "token_not_found", message });
    }
    expect(server.state()).toBe(before);
    expect((await of("*")).status).toBe(200);
  });

  test("needs an owner who is a member of the project", async () => {
    await using server = await startUi();
    const owner = await server.page("owner");
    const { userId } = await server.page("member");
    const email = server.state().users.get(userId)?.email ?? "";
    const before = server.state().tokens;
    const create = (of: string) =>
      owner.call("POST /environments/:environment/tokens", {
        params: { environment: 1 },
        body: { name: "t", access: "read_only", owner: of },
      });
    for (const [of, missing] of [
      [email, 'project "Default"'],
      ["no@example.com", "organization"],
    ] as const) {
      const message = `"${of}" is not a member of the ${missing}`;
      expect(await refusalIn(await create(of))).toMatchObject({ code: "owner_unknown", message });
    }
    expect(server.state().tokens).toBe(before);
  });
});

describe("`*` is no environment", () => {
  test.each(["GET /environments/:environment/features", "GET /environments/:environment/tokens"])(
    "of %s",
    async (route) => {
      await using server = await startUi();
      const owner = await server.page("owner");
      const answer = await owner.call(route, { params: { environment: "*" } });
      expect(await refusalIn(answer)).toMatchObject({ code: "environment_not_found" });
    },
  );
});

test("an environment mirrors Production again: all named features, or none", async () => {
  await using server = await startUi();
  const member = await server.page("member");
  await addEnvironment(server.hosted, { name: "Staging", kind: "custom" });
  for (const key of ["a", "b"]) {
    await member.answer("POST /environments/:environment/features", {
      params: { environment: "-" },
      body: { key },
    });
    await member.answer("PUT /environments/:environment/features/:key/boolean", {
      params: { environment: "staging", key },
      body: { enabled: true },
    });
  }
  const mirror = (environment: string, features: readonly string[]) =>
    member.call("POST /environments/:environment/mirror", {
      params: { environment },
      body: { features },
    });
  const before = server.state();
  expect(await refusalIn(await mirror("-", []))).toMatchObject({
    code: "production_mirrors_nothing",
  });
  expect(await refusalIn(await mirror("staging", ["a", "none"]))).toMatchObject({ status: 404 });
  expect(server.state()).toBe(before);
  expect(await (await mirror("staging", ["b"])).json()).toMatchObject({ features: ["b"] });
  expect(await (await mirror("staging", [])).json()).toMatchObject({ features: ["a"] });
  const viewer = await server.page("viewer");
  const params = { environment: "staging" };
  const asViewer = await viewer.call("POST /environments/:environment/mirror", {
    params,
    body: { features: [] },
  });
  expect(asViewer.status).toBe(403);
});

test("a replica's token is shown once, and revoked by its id", async () => {
  await using server = await startUi();
  const owner = await server.page("owner");
  const { replica, value } = await owner.answer("POST /replicas", { body: { name: "frankfurt" } });
  const listed = await owner.call("GET /replicas", {});
  const text = await listed.text();
  expect(JSON.parse(text)).toEqual({ replicas: [replica] });
  expect(text).not.toContain(value);
  const params = { replica: replica.id };
  expect(await owner.answer("DELETE /replicas/:replica", { params })).toEqual(replica);
  const again = await owner.call("DELETE /replicas/:replica", { params });
  expect(await refusalIn(again)).toMatchObject({ status: 404, code: "replica_not_found" });
});

test("a project belongs to who creates it, and its name is taken in any case", async () => {
  await using server = await startUi();
  const owner = await server.page("owner");
  const value = await newToken(owner, "admin");
  const sent = { body: { name: "Shop" } };
  const created = await sendWith(server, value, "POST /projects", sent);
  expect(await created.json()).toMatchObject({ name: "Shop", memberCount: 1 });
  const { id = 0 } = server.state().projects.find(({ name }) => name === "Shop") ?? {};
  expect([...(server.state().projectMembers.get(id) ?? [])]).toEqual([owner.userId]);
  const again = await owner.call("POST /projects", { body: { name: "SHOP" } });
  expect(await refusalIn(again)).toMatchObject({ status: 409, code: "project_exists" });
});

test("a member is found by the e-mail address, and a known one is changed if that is asked for", async () => {
  await using server = await startUi();
  const owner = await server.page("owner");
  const body = { email: "kim@example.com", role: "viewer" } as const;
  await owner.answer("POST /members", { body });
  const known = await owner.call("POST /members", { body });
  expect(await refusalIn(known)).toMatchObject({ code: "member_exists" });
  const { member, link } = await owner.answer("POST /members", {
    body: { ...body, role: "admin", known: "change", publicUrl: "https://flags.example/x" },
  });
  expect([member.role, link?.url]).toEqual([
    "admin",
    expect.stringMatching(/^https:\/\/flags\.example\/x\/set-up#/),
  ]);
  const params = { user: "KIM@example.com" };
  await owner.answer("PATCH /members/:user", { params, body: { role: "viewer" } });
  for (const publicUrl of ["javascript:alert(1)", "https://a b", "https://x/"]) {
    const refused = await owner.call("POST /members/:user/link", { params, body: { publicUrl } });
    expect(await refusalIn(refused)).toMatchObject({ code: "input_invalid" });
  }
  const unknown = { params: { user: "no@example.com" }, body: { role: "owner" } } as const;
  expect(await refusalIn(await owner.call("PATCH /members/:user", unknown))).toMatchObject({
    code: "member_not_found",
    message: '"no@example.com" is not a member of the organization',
  });
});

test("a group that gates have is removed only if they are to keep it", async () => {
  await using server = await startUi();
  const owner = await server.page("owner");
  await owner.answer("POST /groups", { body: { name: "staff" } });
  await server.hosted.manager.import({ search: { groups: ["staff"] } });
  const query = { name: "staff" };
  const kept = { ...query, used: "keep" };
  const used = await owner.call("DELETE /groups", { query });
  expect(await refusalIn(used)).toMatchObject({ code: "group_used" });
  await owner.answer("DELETE /groups", { query: kept });
  const { groups } = await owner.answer("GET /groups", {});
  expect(groups).toMatchObject([{ name: "staff", isRegistered: false, featureCount: 1 }]);
  const gone = await owner.call("DELETE /groups", { query: kept });
  expect(await refusalIn(gone)).toMatchObject({ code: "group_not_found" });
});

describe("data of mountable mode", () => {
  const asks = async (mode: NonNullable<TestedAdminOptions["mode"]>) => {
    await using server = await startUi();
    const api = testedOwnerApi({
      ...{ services: server.hosted.deployment, mode },
      onFault: (error) => void server.hosted.faults.push(error),
    });
    const statuses: number[] = [];
    for (const path of ["members", "tokens", "projects", "replicas"]) {
      const answer = await api(new Request(`http://gatehouse/admin/v1/${path}`));
      statuses.push(answer.status);
    }
    return statuses;
  };

  test("has members, tokens and projects for the shell, and no replicas", async () => {
    expect(await asks("mountable")).toEqual([200, 200, 200, 404]);
    expect(await asks("hosted")).toEqual([200, 200, 200, 200]);
  });
});
