import { expect, test } from "bun:test";
import { allPages, pageSizeMax } from "../../../../src/api/admin/calls/all-pages.ts";
import { addMember, addProjectMember } from "../../../../src/app/commands/member-commands.ts";
import { createToken, revokeToken } from "../../../../src/app/commands/token-commands.ts";
import { GatehouseError } from "../../../../src/core/errors.ts";
import { firstOrganization } from "../../../../src/core/model/first-organization.ts";
import { firstOwner } from "../../../../src/core/model/first-owner.ts";
import { refusalIn, startUi, type UiServer } from "../web-ui-server.ts";

/** Ids of new tokens of Production; every second one is revoked. */
async function addTokens({ hosted }: UiServer, count: number): Promise<readonly number[]> {
  return hosted.deployment.writer.submit((draft) =>
    Array.from({ length: count }, (_, index) => {
      const environment = draft.state.environments.find(({ kind }) => kind === "production");
      if (environment === undefined) {
        throw new GatehouseError("environment_not_found");
      }
      const { token } = createToken(draft, {
        ...{ environment, name: `t${index}`, access: "read_only", isPreview: false },
        ...{ managesEnvironments: false, ownerId: firstOwner(draft.state).id },
      });
      if (index % 2 === 1) {
        revokeToken(draft, token);
      }
      return token.id;
    }),
  );
}

test.each(["GET /tokens", "GET /environments/:environment/tokens"] as const)(
  "%s has pages, and revoked tokens only if they are asked for",
  async (route) => {
    await using server = await startUi();
    const page = await server.page("viewer");
    const before = server.state().tokens.size;
    const ids = await addTokens(server, 40);
    const params = { environment: "-" };
    const list = (query: Readonly<Record<string, string | number>>) =>
      page.answer(route, { ...(route === "GET /tokens" ? {} : { params }), query });
    const isActive = (_: number, index: number) => index % 2 === 0;
    const active = ids.filter(isActive).toReversed();

    const { tokens, next, revokedCount } = await list({ limit: 5 });
    expect(tokens.map(({ id }) => id)).toEqual(active.slice(0, 5));
    expect([next, revokedCount]).toEqual([active[4] ?? null, 20]);

    const all = async (query: Readonly<Record<string, string>>) => {
      const pages = await allPages((at) =>
        list({ ...query, limit: 7, ...(at === undefined ? {} : { before: at }) }),
      );
      expect(pages.every((each) => each.tokens.length <= 7)).toBe(true);
      return pages.flatMap((each) => each.tokens.map(({ id }) => id));
    };
    expect((await all({})).slice(0, 20)).toEqual(active);
    expect(await all({})).toHaveLength(20 + before);
    expect((await all({ revoked: "true" })).slice(0, 40)).toEqual(ids.toReversed());
  },
);

test("a page of tokens or members has at most 50 rows unless more are asked for, and 250 at most", async () => {
  await using server = await startUi();
  const page = await server.page("viewer");
  await server.hosted.deployment.writer.submit((draft) => {
    for (let index = 0; index < 260; index++) {
      const email = `person${index}@example.com`;
      addMember(draft, firstOrganization(draft.state), { email, name: undefined });
    }
  });
  expect((await page.answer("GET /members")).members).toHaveLength(50);
  const { members, next } = await page.answer("GET /members", { query: { limit: pageSizeMax } });
  expect(members).toHaveLength(pageSizeMax);
  expect(next).toBe(members.at(-1)?.id ?? 0);
  for (const route of ["GET /members", "GET /tokens"]) {
    const refused = await page.call(route, { query: { limit: pageSizeMax + 1 } });
    expect(await refusalIn(refused)).toMatchObject({ code: "input_invalid", place: "limit" });
  }
});

test("GET /members has pages, the oldest member first, with the projects of each", async () => {
  await using server = await startUi();
  const owner = await server.page("owner");
  await owner.answer("POST /projects", { body: { name: "Shop" } });
  const added = await server.hosted.deployment.writer.submit((draft) =>
    Array.from({ length: 12 }, (_, index) => {
      const email = `person${index}@example.com`;
      const user = addMember(draft, firstOrganization(draft.state), { email, name: undefined });
      for (const project of draft.state.projects.values()) {
        addProjectMember(draft, project, user);
      }
      return user.id;
    }),
  );
  const pages = await allPages((after) =>
    owner.answer("GET /members", {
      query: { limit: 5, ...(after === undefined ? {} : { after }) },
    }),
  );
  expect(pages.slice(0, -1).every(({ members }) => members.length === 5)).toBe(true);
  const members = pages.flatMap((each) => each.members);
  const ids = members.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((left, right) => left - right));
  expect(ids.slice(-12)).toEqual(added);
  expect(members.at(-1)?.projects).toEqual(["Default", "Shop"]);
});
