import { expect } from "bun:test";
import { type Role, type RoleInEnvironment, roleAtLeast } from "../../../src/core/model/role.ts";
import { params } from "./route-changes.ts";
import { permissionsOf, refusalIn, startUi, type UiPage } from "./web-ui-server.ts";

export const ofMember = (page: UiPage, environment: number) => ({
  params: { user: page.userId, environment },
});

export async function giveRole(
  owner: UiPage,
  page: UiPage,
  environment: number,
  role: RoleInEnvironment,
): Promise<void> {
  await owner.answer("PUT /members/:user/environments/:environment", {
    ...ofMember(page, environment),
    body: { role },
  });
}

export async function expectLetInByRoutes(role: Role, there: RoleInEnvironment): Promise<void> {
  await using server = await startUi();
  const page = await server.page(role);
  await giveRole(await server.page("owner"), page, 1, there);
  for (const [name, permission] of permissionsOf(server)) {
    const needed = permission.role;
    // The first would sign the page out, and the second asks for what this server does not have.
    if (needed === "anyone" || name === "GET /about") {
      continue;
    }
    const method = name.slice(0, name.indexOf(" "));
    const before = server.state();
    const query = name.includes("unknown-keys") ? { key: "none" } : {};
    const body = method === "GET" ? {} : { body: {} };
    const answer = await page.call(name, { params, query, ...body });
    const code = answer.ok ? "ok" : (await refusalIn(answer)).code;
    const own = name.includes("/:environment") && !name.includes("/members/") ? there : role;
    // The environment of a request is known only after the request is found.
    const isOfRequest = ["/:request", "/:rollout", "/:subject"].some((part) => name.includes(part));
    const isAllowed = roleAtLeast(own, needed) || (isOfRequest && roleAtLeast(there, needed));
    expect([name, code !== "role_required"]).toEqual([name, isAllowed]);
    if (!isAllowed) {
      expect(server.state()).toBe(before);
    }
  }
}
