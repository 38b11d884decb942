import { expect, test } from "bun:test";
import { hostedGroupPolicy } from "../../../src/app/commands/hosted-group-policy.ts";
import { RequestSchedule } from "../../../src/app/requests/request-schedule.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import type { RequestApply, RequestCommand } from "../../../src/core/model/change-request.ts";
import { dayMs } from "../../../src/core/time-units.ts";
import { personalToken, token } from "../../contract/sample-entities.ts";
import { RequestWorld, rulesOf, stagingId } from "./request-world.ts";

const author = 102;
const [owner, first, second] = [1, 104, 105] as const;
const percentage: RequestCommand = { kind: "percentage_of_actors", key: "a", value: 7 };

async function opened(
  world: RequestWorld,
  commands: readonly RequestCommand[] = [percentage],
  apply: RequestApply = { kind: "author" },
  environmentId = 1,
): Promise<number> {
  const caller = await world.person(author, environmentId);
  const request = { title: "x", reason: null, commands, apply };
  return (await world.service.open(caller, request)).id;
}

async function approve(world: RequestWorld, id: number, userId: number = first): Promise<void> {
  const { hash, environmentId } = await world.stored(id);
  const caller = await world.person(userId, environmentId);
  await world.service.vote(caller, id, { kind: "approve", hash, text: null });
}

async function applyAs(world: RequestWorld, id: number, userId: number = author): Promise<void> {
  const { environmentId } = await world.stored(id);
  await world.service.apply(await world.person(userId, environmentId), id);
}

/** The code of the refusal; rejects if the work succeeds. */
async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof GatehouseError) {
      return error.refusal;
    }
    throw error;
  }
  throw new Error("It was not refused");
}

test("an approval of mirroring covers the gates of Production", async () => {
  const world = await RequestWorld.start();
  await world.changeDirectly("a", stagingId, 3);
  const id = await opened(world, [{ kind: "mirror", key: "a" }], { kind: "author" }, stagingId);
  await approve(world, id);
  await world.changeDirectly("a", 1, 50);
  expect((await world.stored(id)).state).toBe("drifted");
  expect(await refusal(applyAs(world, id))).toBe("request_drifted");
});

test("a removal must meet the policy of every protected environment", async () => {
  const world = await RequestWorld.start();
  await world.writer.submit((draft) => {
    const known = draft.state.policies.get(stagingId);
    if (known !== undefined) {
      draft.record({ kind: "policy.saved", policy: { ...known, rules: rulesOf(2) } });
    }
  });
  const id = await opened(world, [{ kind: "remove", key: "a" }]);
  await approve(world, id);
  expect(await refusal(applyAs(world, id))).toBe("request_not_approved");
  await world.changeDirectly("a", stagingId, 5);
  expect((await world.stored(id)).state).toBe("drifted");
  await world.service.rebase(await world.person(author, 1), id);
  await approve(world, id);
  await approve(world, id, second);
  await applyAs(world, id);
  expect(world.state.features.get(1)?.has("a")).toBe(false);
});

test("a request whose author has left is held until someone adopts it", async () => {
  const world = await RequestWorld.start();
  const id = await opened(world, [percentage], { kind: "approved" });
  const adopter = await world.person(103, 1);
  expect(await refusal(world.service.adopt(adopter, id))).toBe("request_has_author");
  await world.writer.submit((draft) => world.setRole(draft, author, null));
  await approve(world, id);
  await world.settleAll();
  expect((await world.stored(id)).state).toBe("open");
  expect(await refusal(applyAs(world, id, owner))).toBe("request_held");
  await world.service.adopt(adopter, id);
  expect(await world.stored(id)).toMatchObject({ author: { id: "103" }, votes: [], revision: 2 });
  await approve(world, id);
  expect((await world.stored(id)).state).toBe("applied");
});

test("only its author edits a request; its author and admins end it", async () => {
  const world = await RequestWorld.start();
  const id = await opened(world);
  for (const userId of [103, first, owner]) {
    const caller = await world.person(userId, 1);
    expect(await refusal(world.service.edit(caller, id, { title: "y" }))).toBe(
      "not_request_author",
    );
  }
  const other = await world.person(103, 1);
  expect(await refusal(world.service.withdraw(other, id))).toBe("not_request_author");
  await world.service.withdraw(await world.person(first, 1), id);
  expect(await refusal(approve(world, id))).toBe("request_ended");
});

test("an approver who loses the right no longer counts", async () => {
  const world = await RequestWorld.start();
  const id = await opened(world);
  await approve(world, id);
  await world.writer.submit((draft) => world.setRole(draft, first, "member"));
  expect(await refusal(applyAs(world, id))).toBe("request_not_approved");
  await world.writer.submit((draft) => world.setRole(draft, first, "admin"));
  await applyAs(world, id);
});

test("the owner has no exception", async () => {
  const world = await RequestWorld.start();
  const caller = await world.person(owner, 1);
  const { id } = await world.service.open(caller, {
    ...{ title: "x", reason: null, commands: [percentage], apply: { kind: "author" } },
  });
  expect(await refusal(approve(world, id, owner))).toBe("own_request");
  expect(await refusal(applyAs(world, id, owner))).toBe("request_not_approved");
});

test("a request is applied at its time, once, whoever looks at the clock", async () => {
  const world = await RequestWorld.start();
  const at = world.now + dayMs;
  const id = await opened(world, [percentage], { kind: "at", at });
  await approve(world, id);
  await world.settleAll();
  expect((await world.stored(id)).state).toBe("open");
  expect(await refusal(applyAs(world, id))).toBe("request_scheduled");
  world.now = at;
  const options = { groupPolicy: hostedGroupPolicy, now: () => world.now, onFailure: () => 0 };
  const other = new RequestSchedule({ ...options, writer: world.writer });
  await Promise.all([world.schedule.settle(id), other.settle(id), world.schedule.settle(id)]);
  expect(await world.stored(id)).toMatchObject({ state: "applied", endedBy: null });
  expect(world.state.auditSequences.get(1)).toBe(4);
});

test("a request that is not approved in time waits again, and expires in the end", async () => {
  const world = await RequestWorld.start(2);
  const id = await opened(world, [percentage], { kind: "at", at: world.now + dayMs });
  await approve(world, id);
  world.pass(1);
  await world.settleAll();
  expect(await world.stored(id)).toMatchObject({ state: "open", votes: [], missedAt: world.now });
  await approve(world, id);
  await approve(world, id, second);
  expect((await world.stored(id)).state).toBe("open");
  await applyAs(world, id);
  expect((await world.stored(id)).state).toBe("applied");
  const late = await opened(world, [{ ...percentage, value: 8 }]);
  world.pass(14);
  await world.settleAll();
  expect(await world.stored(late)).toMatchObject({ state: "expired", endedBy: null });
});

test("a request that cannot be applied says why, and is not tried again", async () => {
  const world = await RequestWorld.start();
  const id = await opened(world, [{ kind: "groups", key: "a", add: ["staff"], remove: [] }], {
    kind: "approved",
  });
  await world.writer.submit((draft) => {
    const project = draft.state.projects.get(1);
    if (project !== undefined) {
      draft.record({ kind: "group.removed", projectId: 1, name: "staff" });
      draft.record({
        kind: "project.saved",
        project: { ...project, isStrictAboutGroups: true },
      });
    }
  });
  await approve(world, id);
  const failed = await world.stored(id);
  expect(failed).toMatchObject({ state: "open", failure: "Group not registered" });
  await world.settleAll();
  expect(await world.stored(id)).toEqual(failed);
});

test("tokens vote only if they may and a rule names them; a robot and a human are two", async () => {
  const world = await RequestWorld.start();
  const [robot, other] = [
    token(70, { environmentId: 1, ownerId: owner }),
    token(71, { environmentId: 1, ownerId: owner }),
  ];
  const ofFirst = { userId: first, expiresAt: world.now + dayMs };
  const personal = personalToken("p", { ...ofFirst, approves: true });
  const voteless = personalToken("v", { ...ofFirst, approves: false });
  await world.writer.submit((draft) => {
    draft.record({ kind: "token.saved", token: robot });
    draft.record({ kind: "token.saved", token: other });
    draft.record({ kind: "personal_token.saved", token: personal });
    draft.record({ kind: "personal_token.saved", token: voteless });
    const known = draft.state.policies.get(1);
    const rules = [
      { count: 1, roles: [], members: [], tokens: [robot.id, voteless.id] },
      { count: 1, roles: ["admin"] as const, members: [], tokens: [] },
    ];
    if (known !== undefined) {
      draft.permit(1, { kind: "bypass" });
      draft.record({
        ...{ kind: "policy.saved", policy: { ...known, rules: { ...known.rules, rules } } },
      });
    }
  });
  const id = await opened(world);
  const { hash } = await world.stored(id);
  const vote = { kind: "approve", hash, text: null } as const;
  const asToken = (each: typeof robot) => ({ ...world.direct(), token: each, session: undefined });
  const caller = await world.person(first, 1);
  const session = { userId: first, roleMin: "viewer" as const };
  const asPersonal = ({ hash: held }: typeof personal) => ({
    ...caller,
    session: { ...session, hash: held, isPersonalToken: true },
  });
  expect(await refusal(world.service.vote(asToken(other), id, vote))).toBe("approver_required");
  for (const each of [personal, voteless]) {
    const voted = world.service.vote(asPersonal(each), id, vote);
    expect(await refusal(voted)).toBe("approver_required");
  }
  await approve(world, id);
  expect(await refusal(applyAs(world, id))).toBe("request_not_approved");
  await world.service.vote(asToken(robot), id, vote);
  await applyAs(world, id);
  expect((await world.stored(id)).state).toBe("applied");
});

test("an environment has at most 1,000 open requests", async () => {
  const world = await RequestWorld.start();
  const id = await opened(world);
  const request = await world.stored(id);
  await world.writer.submit((draft) => {
    for (let count = 1; count < 1_000; count++) {
      const copy = { ...request, id: draft.nextId("request") };
      draft.record({ kind: "request.saved", request: copy });
    }
  });
  expect(await refusal(opened(world))).toBe("request_limit");
  await opened(world, [percentage], { kind: "author" }, stagingId);
});

test("a request of too many commands, or for nothing, is refused", async () => {
  const world = await RequestWorld.start();
  const many = Array.from({ length: 1_001 }, () => percentage);
  expect(await refusal(opened(world, many))).toBe("request_too_large");
  expect(await refusal(opened(world, [{ ...percentage, value: 0 }]))).toBe("request_empty");
  expect(await refusal(opened(world, [{ kind: "enable", key: "unknown" }]))).toBe(
    "feature_not_found",
  );
});

test("an environment is deleted with its policy and requests", async () => {
  const world = await RequestWorld.start();
  const id = await opened(world, [percentage], { kind: "author" }, stagingId);
  await world.writer.submit((draft) => {
    draft.permit(stagingId, { kind: "bypass" });
    draft.record({ kind: "environment.deleted", environmentId: stagingId });
  });
  expect(world.state.policies.has(stagingId)).toBe(false);
  expect(await world.reads.request(id)).toBe(null);
});
