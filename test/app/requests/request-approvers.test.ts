import { expect, test } from "bun:test";
import { type Role, roleAtLeast, roles } from "../../../src/core/model/role.ts";
import { startUi } from "../../api/admin/web-ui-server.ts";
import { samplePolicy, sampleRules } from "../../contract/governance-examples.ts";
import { startServices } from "../services/service-fixture.ts";

/** Rules by role, and by name. */
const rules = (role: Role | null, member: number | null) => ({
  ...{ count: 1, tokens: [] },
  roles: role === null ? [] : [role],
  members: member === null ? [] : [member],
});

test("whoever may approve sees it on the request: every role, and every member by name", async () => {
  await using server = await startUi();
  const author = await server.page("member");
  await author.answer("POST /environments/:environment/features", {
    ...{ params: { environment: 1 }, body: { key: "search" } },
  });
  const { request } = await author.answer("POST /environments/:environment/requests", {
    params: { environment: 1 },
    body: { title: "x", commands: [{ kind: "enable", key: "search" }] },
  });
  const params = { request: request.id };
  const people = await Promise.all(
    roles.map(async (role) => ({ role, page: await server.page(role) })),
  );
  const cases = [
    ...roles.map((role) => ({ rule: rules(role, null), role, named: null })),
    ...people.map(({ page }) => ({
      ...{ rule: rules(null, page.userId), role: null, named: page.userId },
    })),
  ];
  for (const { rule, role: needed, named } of cases) {
    await server.hosted.deployment.writer.submit((draft) => {
      draft.permit(1, { kind: "bypass" });
      const policy = samplePolicy(1, { rules: { ...sampleRules, rules: [rule] } });
      draft.record({ kind: "policy.saved", policy });
    });
    for (const { role, page } of people) {
      const isApprover = needed === null ? page.userId === named : roleAtLeast(role, needed);
      const { request: shown } = await page.answer("GET /requests/:request", { params });
      expect([rule, role, shown.can.vote]).toEqual([rule, role, isApprover]);
      const voted = await page.call("POST /requests/:request/votes", {
        ...{ params, body: { vote: "approve", hash: shown.hash } },
      });
      expect([rule, role, voted.status]).toEqual([rule, role, isApprover ? 200 : 403]);
    }
  }
});

test("a new policy stops writes that wait already", async () => {
  await using fixture = await startServices();
  const { services, production } = fixture;
  const policy = samplePolicy(production.environment.id);
  const [saved, written] = await Promise.allSettled([
    services.writer.submit((draft) => draft.record({ kind: "policy.saved", policy })),
    services.features.change(production, "search", { action: "enable" }),
  ]);
  expect(saved.status).toBe("fulfilled");
  expect(written).toMatchObject({
    ...{ status: "rejected", reason: { refusal: "change_request_required" } },
  });
});
