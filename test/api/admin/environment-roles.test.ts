import { describe, expect, test } from "bun:test";
import { expectLetInByRoutes, giveRole, ofMember } from "./environment-role-routes.ts";
import { newToken, outcome, sendWith } from "./personal-token-requests.ts";
import { startUi, type UiPage, type UiServer } from "./web-ui-server.ts";

/** Production, and Staging with a feature that both environments enable. */
async function startTwo(): Promise<{ server: UiServer; owner: UiPage; staging: number }> {
  const server = await startUi();
  const owner = await server.page("owner");
  const { environment } = await owner.answer("POST /environments", { body: { name: "Staging" } });
  const staging = environment.id;
  await owner.answer("POST /environments/:environment/features", {
    params: { environment: 1 },
    body: { key: "search" },
  });
  return { server, owner, staging };
}

const setPercentage = (page: UiPage, environment: number, percentage: number) =>
  outcome(
    page.call("PUT /environments/:environment/features/:key/percentage-of-time", {
      params: { environment, key: "search" },
      body: { percentage },
    }),
  );

test.each([
  ["admin", "viewer"],
  ["viewer", "admin"],
] as const)(
  "a %s of the organization who is %s in Production is let in by every route accordingly",
  expectLetInByRoutes,
);

describe("a role in one environment", () => {
  test("counts there only, and is listed with the member and in the session", async () => {
    const { server, owner, staging } = await startTwo();
    await using _ = server;
    const page = await server.page("viewer");
    expect(await setPercentage(page, staging, 5)).toBe("role_required");
    await giveRole(owner, page, staging, "member");
    expect(await setPercentage(page, staging, 5)).toBe("done");
    expect(await setPercentage(page, 1, 5)).toBe("role_required");
    const { members } = await owner.answer("GET /members");
    const row = members.find(({ id }) => id === page.userId);
    expect(row?.environmentRoles).toEqual([
      { environmentId: staging, environment: "staging", project: "Default", role: "member" },
    ]);
    expect((await page.answer("GET /session")).environmentRoles).toEqual([
      { environmentId: staging, role: "member" },
    ]);
    const cleared = await owner.answer(
      "DELETE /members/:user/environments/:environment",
      ofMember(page, staging),
    );
    expect(cleared.member.environmentRoles).toEqual([]);
    expect(await setPercentage(page, staging, 6)).toBe("role_required");
  });

  test("reaches the own requests there", async () => {
    const { server, owner, staging } = await startTwo();
    await using _ = server;
    const page = await server.page("viewer");
    await giveRole(owner, page, staging, "member");
    const content = { title: "Search", commands: [{ kind: "enable", key: "search" }] };
    const open = (from: UiPage, environment: number) =>
      from.answer("POST /environments/:environment/requests", {
        params: { environment },
        body: content,
      });
    const { request } = await open(page, staging);
    const edit = (id: number) =>
      outcome(
        page.call("PATCH /requests/:request", { params: { request: id }, body: { title: "b" } }),
      );
    expect(request.can).toMatchObject({ edit: true, withdraw: true });
    expect(await edit(request.id)).toBe("done");
    const { request: other } = await open(owner, 1);
    expect(await edit(other.id)).toBe("role_required");
    await giveRole(owner, page, staging, "admin");
    const shown = await page.answer("GET /requests/:request", { params: { request: other.id } });
    expect(shown.request.can).toMatchObject({ apply: false, withdraw: false });
    const withdrawn = page.call("POST /requests/:request/withdraw", {
      params: { request: request.id },
    });
    expect(await outcome(withdrawn)).toBe("done");
  });

  test("can lower the role in the organization", async () => {
    const { server, owner, staging } = await startTwo();
    await using _ = server;
    const page = await server.page("admin");
    await giveRole(owner, page, 1, "viewer");
    expect(await setPercentage(page, 1, 5)).toBe("role_required");
    expect(await setPercentage(page, staging, 5)).toBe("done");
    expect(await outcome(page.call("POST /groups", { body: { name: "staff" } }))).toBe("done");
  });

  test("never lowers an owner", async () => {
    const { server, owner } = await startTwo();
    await using _ = server;
    const other = await server.page("owner");
    await giveRole(owner, other, 1, "viewer");
    expect(await setPercentage(other, 1, 5)).toBe("done");
  });

  test("lets nobody delete, copy to, or restore what other environments have", async () => {
    const { server, owner, staging } = await startTwo();
    await using _ = server;
    const page = await server.page("viewer");
    await giveRole(owner, page, staging, "admin");
    const before = server.state();
    const key = "search";
    const at = { params: { environment: staging, key } };
    const refused = [
      page.call("DELETE /environments/:environment/features/:key", { ...at, body: { typed: key } }),
      page.call("POST /environments/:environment/features/:key/copy", {
        ...at,
        body: { to: 1, typed: key },
      }),
      page.call("POST /environments/:environment/bulk", {
        ...at,
        body: { keys: [key], change: { delete: true }, typed: "1" },
      }),
      page.call("POST /environments/:environment/bulk", {
        ...at,
        body: { keys: [key], change: { copyTo: 1 }, typed: "1" },
      }),
    ];
    for (const each of refused) {
      expect(await outcome(each)).toBe("role_required");
    }
    expect(server.state()).toBe(before);
  });

  test("of an admin reaches the tokens there, also without naming the environment", async () => {
    const { server, owner, staging } = await startTwo();
    await using _ = server;
    const page = await server.page("viewer");
    await giveRole(owner, page, staging, "admin");
    const create = (from: UiPage, environment: number) =>
      from.call("POST /environments/:environment/tokens", {
        params: { environment },
        body: { name: "t", access: "read_only" },
      });
    expect(await outcome(create(page, 1))).toBe("role_required");
    expect(await outcome(create(page, staging))).toBe("done");
    await create(owner, 1);
    const { tokens } = await owner.answer("GET /tokens");
    for (const token of tokens) {
      const call = page.call("DELETE /environments/:environment/tokens/:token", {
        params: { environment: "*", token: token.id },
      });
      expect(await outcome(call)).toBe(token.environment === "staging" ? "done" : "role_required");
    }
  });

  test("limits the personal tokens of the member too", async () => {
    const { server, owner, staging } = await startTwo();
    await using _ = server;
    const page = await server.page("viewer");
    await giveRole(owner, page, staging, "member");
    const send = async (scope: "read" | "write", environment: number) =>
      outcome(
        sendWith(
          server,
          await newToken(page, scope),
          `PUT /environments/${environment}/features/search/percentage-of-time`,
          { body: { percentage: 7 } },
        ),
      );
    expect(await send("write", staging)).toBe("done");
    expect(await send("write", 1)).toBe("role_required");
    expect(await send("read", staging)).toBe("role_required");
  });

  test("that ends while a command waits changes nothing any more", async () => {
    const { server, owner, staging } = await startTwo();
    await using _ = server;
    const page = await server.page("viewer");
    await giveRole(owner, page, staging, "member");
    const { writer } = server.hosted.deployment;
    const removal = writer.submit((draft) => {
      const key = `environment_role ${staging} ${page.userId}`;
      draft.record({ kind: "sign_on.removed", key });
    });
    const late = setPercentage(page, staging, 5);
    await removal;
    expect(await late).toBe("role_required");
  });

  test("ends with the environment and with the membership", async () => {
    const { server, owner, staging } = await startTwo();
    await using _ = server;
    const page = await server.page("viewer");
    await giveRole(owner, page, staging, "member");
    await giveRole(owner, page, 1, "member");
    expect(server.state().signOn.size).toBe(2);
    await owner.answer("DELETE /environments/:environment", {
      params: { environment: staging },
      body: { typed: "Staging" },
    });
    expect([...server.state().signOn.keys()]).toEqual([`environment_role 1 ${page.userId}`]);
    await owner.answer("DELETE /members/:user", { params: { user: page.userId }, body: {} });
    expect(server.state().signOn.size).toBe(0);
  });

  test("is given to members only, and never for all environments at once", async () => {
    const { server, owner } = await startTwo();
    await using _ = server;
    const page = await server.page("viewer");
    const give = (user: number, environment: number | string, role: string) =>
      outcome(
        owner.call("PUT /members/:user/environments/:environment", {
          params: { user, environment },
          body: { role },
        }),
      );
    expect(await give(999, 1, "viewer")).toBe("member_not_found");
    expect(await give(page.userId, "*", "viewer")).toBe("environment_not_found");
    expect(await give(page.userId, 999, "viewer")).toBe("environment_not_found");
    expect(await give(page.userId, 1, "owner")).toBe("input_invalid");
    expect(server.state().signOn.size).toBe(0);
  });
});
