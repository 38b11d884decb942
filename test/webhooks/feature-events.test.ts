import { expect, test } from "bun:test";
import { createEnvironment } from "../../src/app/commands/environment-commands.ts";
import { describeFeature } from "../../src/app/commands/feature-description.ts";
import {
  addMember,
  addProjectMember,
  removeMember,
  removeProjectMember,
  userOfEmail,
} from "../../src/app/commands/member-commands.ts";
import { freeKey } from "../../src/app/commands/retired-commands.ts";
import type { Draft } from "../../src/core/model/draft.ts";
import type { Organization, Project } from "../../src/core/model/project.ts";
import { withLinks } from "../../src/core/model/reason-links.ts";
import type { User } from "../../src/core/model/user.ts";
import { eventDataLengthMax } from "../../src/core/model/webhook-event.ts";
import { revoke } from "../helpers/hosted-administration.ts";
import { created } from "../helpers/hosted-client.ts";
import { ownerCaller } from "../helpers/owner-caller.ts";
import { startWebhooks } from "./webhook-fixture.ts";

const enable = { action: "enable" } as const;

test("descriptions are told to those that are told of features, and no application fetches for them", async () => {
  await using hooks = await startWebhooks();
  const { writer, sent } = hooks;
  await hooks.features.change(hooks.caller(), "search", enable);
  await hooks.create({ eventTypes: ["feature.updated"] });
  const describe = (changed: Parameters<typeof describeFeature>[2]) =>
    writer.submit((draft) => {
      const feature = draft.state.features.get(1)?.get("search");
      return feature && describeFeature(draft, feature, changed);
    });
  const words = { description: "é".repeat(2_000), longevity: "temporary", tags: ["shop"] } as const;
  await describe({ ...words, ownerId: 1 });
  await describe({ tags: ["shop"] });
  await hooks.settled();
  expect(sent).toHaveLength(1);
  const owner = expect.objectContaining({ id: 1 });
  const known = { description: null, longevity: null, tags: [], owner: null, state: "on" };
  expect(sent[0]?.body).toMatchObject({
    type: "feature.updated",
    data: { actor: null, before: known, after: { ...words, owner, state: "on" } },
  });
  const tags = Array.from({ length: 20 }, (_, at) => `${at}${"\u0001".repeat(48)}`);
  await describe({ description: "\u0001".repeat(2_000), tags });
  await hooks.settled();
  const body = sent[1]?.request.body ?? "";
  expect(body.length).toBeLessThan(eventDataLengthMax);
  const { after } = JSON.parse(body).data;
  expect(after.description).toBe(`${"\u0001".repeat(after.description.length - 1)}…`);
  expect(after.tags.length).toBeWithin(2, 20);
});

test("an application alone is not told of a description", async () => {
  await using hooks = await startWebhooks();
  await hooks.features.change(hooks.caller(), "search", enable);
  await hooks.create({ kind: "sync" });
  await hooks.writer.submit((draft) => {
    const feature = draft.state.features.get(1)?.get("search");
    return feature && describeFeature(draft, feature, { description: "words" });
  });
  await hooks.settled();
  expect(hooks.sent).toEqual([]);
});

test("a gate write that creates its feature is one event, which has the gates", async () => {
  await using hooks = await startWebhooks();
  await hooks.create();
  await hooks.features.change(hooks.caller(), "search", enable);
  await hooks.settled();
  expect(hooks.sent.map(({ body }) => [body.type, body.data])).toMatchObject([
    ["feature.created", { after: { key: "search", state: "on" } }],
  ]);
});

test("an event has the reason of its change with its first links, and null for a change without one", async () => {
  await using hooks = await startWebhooks();
  await hooks.create();
  const { features } = hooks;
  const long = "🦊".repeat(1_000);
  await features.change({ ...hooks.caller(), reason: "é\n🎉" }, "search", enable);
  await features.change(hooks.caller(), "search", { action: "disable" });
  const members = Array.from({ length: 900 }, (_, index) => `${index}${"\u0001".repeat(9)}`);
  const link = (length: number) => `https://example.com/${"a".repeat(length - 20)}`;
  const explained = {
    ...hooks.caller(),
    reason: withLinks(long, [link(1_000), link(200), link(21)]),
  };
  const change = { gate: "actors", add: members, remove: [] } as const;
  await features.changeMembers(explained, "search", change, { typed: "search" });
  await hooks.settled();
  expect(hooks.sent.map(({ body }) => body.data)).toMatchObject([
    { reason: "é\n🎉", links: [] },
    { reason: null, links: [] },
    { reason: long, links: [link(1_000), link(200)] },
  ]);
});

test("keys that are retired and freed are events, also for webhooks with a key pattern", async () => {
  await using hooks = await startWebhooks();
  const { features, writer } = hooks;
  await hooks.create({ eventTypes: ["key.retired", "key.freed"], keyPattern: "old*" });
  for (const key of ["old_search", "other"]) {
    await features.create(hooks.caller(), key);
    const caller = { ...hooks.caller(), reason: "OPS-12" };
    await features.remove(caller, key, { typed: key, retires: true });
  }
  await writer.submit((draft) => freeKey(draft, 1, "old_search"));
  await hooks.settled();
  expect(hooks.sent.map(({ body }) => body)).toMatchObject([
    { type: "key.retired", data: { feature: { key: "old_search" }, reason: "OPS-12" } },
    { type: "key.freed", data: { feature: { key: "old_search" } } },
  ]);
});

test("nothing is stored for changes that nobody is to be told", async () => {
  await using hooks = await startWebhooks();
  const recorded: string[] = [];
  hooks.writer.onCommit((changes) => recorded.push(...changes.map(({ kind }) => kind)));
  await hooks.features.change(hooks.caller(), "a", enable);
  await hooks.create({ keyPattern: "checkout*" });
  await hooks.create({ eventTypes: ["token.revoked"], url: "https://b.example/" });
  await hooks.features.change(hooks.caller(), "search", enable);
  expect(recorded).not.toContain("webhook_events.recorded");
  await hooks.features.change(hooks.caller(), "checkout-2", enable);
  await hooks.settled();
  expect(recorded).toContain("webhook_events.recorded");
  expect(hooks.sent.map(({ request }) => request.url)).toEqual(["https://a.example/"]);
});

test("an environment that mirrors Production is told of its changes until it has its own", async () => {
  await using hooks = await startWebhooks();
  const { writer, features } = hooks;
  const staging = await writer.submit((draft) =>
    createEnvironment(draft, {
      ...{ projectId: 1, name: "staging", slug: "staging", kind: "custom" },
      creatorTokenId: null,
    }),
  );
  await hooks.create({ environment: staging, kind: "sync" });
  await features.change(hooks.caller(), "search", enable);
  await hooks.settled();
  expect(hooks.sent).toHaveLength(1);
  // Pins the override, and changes nothing that is served.
  await features.change(ownerCaller(writer.state, staging), "search", enable);
  await features.change(hooks.caller(), "search", { action: "disable" });
  await hooks.settled();
  expect(hooks.sent).toHaveLength(1);
  await features.change(ownerCaller(writer.state, staging), "search", { action: "disable" });
  await hooks.settled();
  expect(hooks.sent).toHaveLength(2);
  expect(hooks.sent[1]?.body).toMatchObject({ environment_id: staging.id, action: "sync" });
});

test("tokens and environments are told, also of their end, without secrets", async () => {
  await using hooks = await startWebhooks();
  await hooks.create();
  const value = await hooks.server.newToken({ name: "ci" });
  await hooks.writer.submit((draft) =>
    createEnvironment(draft, {
      ...{ projectId: 1, name: "staging", slug: "staging", kind: "custom" },
      creatorTokenId: null,
    }),
  );
  const { environment, token } = created(await hooks.server.manager.environments.create("preview"));
  await revoke(hooks.server, value);
  await hooks.server.manager.environments.delete(environment.id);
  await hooks.settled();
  expect(hooks.sent.map(({ body }) => body.type)).toEqual([
    "token.created",
    "environment.created",
    // The token of another environment is no event of this one.
    "environment.created",
    "token.revoked",
    "environment.deleted",
  ]);
  for (const secret of [value, token.value]) {
    expect(JSON.stringify(hooks.sent)).not.toContain(secret);
  }
  const data = hooks.sent.map(({ body }) => body.data);
  expect(data[0]).toMatchObject({ token: { name: "ci" } });
  expect(data[3]).toMatchObject({ token: { name: "ci" }, environment: { slug: "production" } });
  expect(data[4]).toMatchObject({ environment: { id: environment.id } });
});

test("members are told with their roles, and with the project that they join or leave", async () => {
  await using hooks = await startWebhooks();
  await hooks.create({ eventTypes: ["member.added", "member.updated", "member.removed"] });
  const change = (command: (draft: Draft, place: Place) => void) =>
    hooks.writer.submit((draft) => {
      const project = draft.state.projects.get(1);
      const organization = project && draft.state.organizations.get(project.organizationId);
      const user = userOfEmail(draft.state, email);
      if (project === undefined || organization === undefined) {
        throw new Error("there is no project 1");
      }
      command(draft, { organization, project, user });
    });
  const email = "new@example.com";
  await change((draft, { organization }) => {
    addMember(draft, organization, { email, name: "New", role: "member" });
  });
  await change((draft, { project, user }) => user && addProjectMember(draft, project, user));
  await change((draft, { project, user }) => user && removeProjectMember(draft, project, user));
  // Who is invited to a project, and who leaves the organization, is told of once.
  await change((draft, { project, user }) => user && addProjectMember(draft, project, user));
  await change((draft, { organization, user }) => user && removeMember(draft, organization, user));
  await hooks.settled();
  const member = { email, name: "New" };
  const inside = { role: "member", in_project: true };
  const outside = { role: "member", in_project: false };
  const told = hooks.sent.map(({ body }) => [body.type, body.data]);
  expect(told).toMatchObject([
    ["member.added", { member, before: null, after: { role: "member" } }],
    ["member.updated", { member, before: outside, after: inside }],
    ["member.updated", { member, before: inside, after: outside }],
    ["member.updated", { member, before: outside, after: inside }],
    ["member.removed", { member, before: { role: "member" }, after: null }],
  ]);
});

test("a sign-in by emergency access is announced, and what else people sign in with is not", async () => {
  await using hooks = await startWebhooks();
  await hooks.create({ eventTypes: ["sign_in.break_glass"] });
  const record = { kind: "break_glass", userId: 1, createdAt: 1 } as const;
  for (const lastUsedAt of [null, 5]) {
    await hooks.writer.submit((draft) =>
      draft.record({ kind: "sign_on.saved", record: { ...record, lastUsedAt } }),
    );
  }
  await hooks.settled();
  expect(hooks.sent.map(({ body }) => [body.type, body.data])).toMatchObject([
    ["sign_in.break_glass", { member: { id: 1 } }],
  ]);
});

interface Place {
  readonly organization: Organization;
  readonly project: Project;
  readonly user: User | undefined;
}
