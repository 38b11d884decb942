import { expect, test } from "bun:test";
import { sha256 } from "../../../../src/core/secrets/sha256.ts";
import { outcome, sendWith } from "../personal-token-requests.ts";
import { refusalIn, startUi, type UiPage, type UiServer } from "../web-ui-server.ts";

const ofFeature = { subject: "feature:search" };
const list = "GET /comments/:subject";
const add = "POST /comments/:subject";
const edit = "PATCH /comments/:subject/:comment";
const remove = "DELETE /comments/:subject/:comment";

interface Arranged {
  readonly server: UiServer;
  readonly admin: UiPage;
  readonly author: UiPage;
}

async function arrange(): Promise<Arranged> {
  const server = await startUi();
  const admin = await server.page("admin");
  const author = await server.page("member");
  await author.answer("POST /environments/:environment/features", {
    ...{ params: { environment: 1 }, body: { key: "search" } },
  });
  return { server, admin, author };
}

const say = (page: UiPage, subject: string, text: string) =>
  page.answer(add, { params: { subject }, body: { text } });

async function textsOf(page: UiPage, subject: string): Promise<readonly string[]> {
  const { comments } = await page.answer(list, { params: { subject } });
  return comments.map(({ text }) => text);
}

async function lastAct(page: UiPage) {
  const { acts } = await page.answer("GET /acts", { query: { limit: 1 } });
  return acts[0];
}

test("comments on a feature are listed in order, in pages, and need a member", async () => {
  const { server, author, admin } = await arrange();
  await using _ = server;
  for (const text of ["One", " Two\nlines ", "💬".repeat(4_000)]) {
    await say(author, "feature:search", text);
  }
  const viewer = await server.page("viewer");
  const first = await viewer.answer(list, { params: ofFeature, query: { limit: 2 } });
  expect(first).toMatchObject({
    comments: [
      {
        ...{ id: 1, text: "One", editedAt: null, can: { edit: false, delete: false } },
        author: { type: "User", id: String(author.userId) },
      },
      { id: 2, text: "Two\nlines" },
    ],
    mayAdd: false,
    next: 2,
  });
  const second = await viewer.answer(list, { params: ofFeature, query: { after: 2 } });
  expect(second).toMatchObject({ comments: [{ id: 3 }], next: null });
  const sent = (page: UiPage, subject: string, text: string) =>
    outcome(page.call(add, { params: { subject }, body: { text } }));
  expect(await sent(viewer, "feature:search", "x")).toBe("role_required");
  expect(await sent(author, "feature:unknown", "x")).toBe("feature_not_found");
  expect(await sent(author, "search", "x")).toBe("input_invalid");
  expect(await sent(author, "feature:search", " ")).toBe("input_invalid");
  expect(await sent(author, "feature:search", "x".repeat(4_001))).toBe("input_invalid");
  const own = await author.answer(list, { params: ofFeature, query: { limit: 1 } });
  expect(own.mayAdd).toBe(true);
  expect(own.comments[0]?.can).toEqual({ edit: true, delete: true });
  const others = await admin.answer(list, { params: ofFeature, query: { limit: 1 } });
  expect(others.comments[0]?.can).toEqual({ edit: false, delete: true });
});

test("an edit and a deletion are acts with the hash of the text before", async () => {
  const { server, author, admin } = await arrange();
  await using _ = server;
  await say(author, "feature:search", "secret");
  const params = { ...ofFeature, comment: 1 };
  const other = await server.page("member");
  expect(await outcome(other.call(edit, { params, body: { text: "x" } }))).toBe(
    "not_comment_author",
  );
  const byAdmin = await admin.call(edit, { params, body: { text: "x" } });
  expect(await refusalIn(byAdmin)).toMatchObject({
    ...{ code: "not_comment_author", message: "Only the author of a comment may edit it" },
  });
  expect(await outcome(other.call(remove, { params }))).toBe("not_comment_author");
  const { comment } = await author.answer(edit, { params, body: { text: "Better" } });
  expect(comment).toMatchObject({ id: 1, text: "Better", editedAt: expect.any(Number) });
  const details = { comment: 1, subject: "feature:search", author: `User:${author.userId}` };
  expect(await lastAct(admin)).toMatchObject({
    kind: "comment.edited",
    environment: 1,
    actor: { type: "User", id: String(author.userId) },
    details: { ...details, sha256: sha256("secret") },
  });
  await author.answer(edit, { params, body: { text: "Better" } });
  await admin.answer(remove, { params });
  expect(await lastAct(admin)).toMatchObject({
    kind: "comment.deleted",
    actor: { type: "User", id: String(admin.userId) },
    details: { ...details, sha256: sha256("Better") },
  });
  expect(await textsOf(author, "feature:search")).toEqual([]);
  const { acts } = await admin.answer("GET /acts", { query: { kind: "comment.edited" } });
  expect(acts).toHaveLength(1);
  expect(await outcome(author.call(edit, { params, body: { text: "x" } }))).toBe(
    "comment_not_found",
  );
  expect(await outcome(author.call(remove, { params }))).toBe("comment_not_found");
});

test("the comments of a deleted feature are deleted, also if the key is used again", async () => {
  const { server, author } = await arrange();
  await using _ = server;
  await say(author, "feature:search", "Old");
  const feature = { environment: 1, key: "search" };
  await author.answer("DELETE /environments/:environment/features/:key", {
    ...{ params: feature, body: { typed: "search" } },
  });
  await author.answer("POST /environments/:environment/features", {
    ...{ params: { environment: 1 }, body: { key: "search" } },
  });
  expect(await textsOf(author, "feature:search")).toEqual([]);
  const { reads } = server.hosted.deployment;
  expect(await reads.comments({ subject: null, after: 0, limit: 10 })).toEqual([]);
});

test("only admins reach the comments on acts", async () => {
  const { server, author, admin } = await arrange();
  await using _ = server;
  await say(admin, "act:1", "Expected");
  expect(await textsOf(admin, "act:1")).toEqual(["Expected"]);
  expect(await outcome(author.call(list, { params: { subject: "act:1" } }))).toBe("role_required");
  const far = { params: { subject: "act:9999" }, body: { text: "x" } };
  expect(await outcome(admin.call(add, far))).toBe("act_not_found");
  const limited = await admin.answer("POST /account/tokens", {
    body: { name: "robot", scope: "admin", environments: ["1"] },
  });
  expect(await outcome(sendWith(server, limited.value, "GET /comments/act:1"))).toBe(
    "role_required",
  );
});

test("the comments on a request are in its environment, also after its end", async () => {
  const { server, author, admin } = await arrange();
  await using _ = server;
  const { request } = await author.answer("POST /environments/:environment/requests", {
    params: { environment: 1 },
    body: { title: "Search", commands: [{ kind: "enable", key: "search" }] },
  });
  const subject = `request:${request.id}`;
  await say(admin, subject, "Why now?");
  await author.answer("POST /requests/:request/withdraw", { params: { request: request.id } });
  await say(author, subject, "No longer\nneeded.");
  expect(await textsOf(author, subject)).toEqual(["Why now?", "No longer\nneeded."]);
  expect(await textsOf(author, "feature:search")).toEqual([]);
  const elsewhere = { params: { subject: "feature:search", comment: 1 } };
  expect(await outcome(admin.call(remove, elsewhere))).toBe("comment_not_found");
});

test("a subject has at most 1,000 comments, and a deleted one makes room", async () => {
  const { server, author } = await arrange();
  await using _ = server;
  await say(author, "feature:search", "First");
  const { reads, writer } = server.hosted.deployment;
  const [first] = await reads.comments({ subject: null, after: 0, limit: 1 });
  if (first === undefined) {
    throw new Error("There is no comment");
  }
  await writer.submit((draft) => {
    for (let count = 1; count < 999; count++) {
      draft.record({ kind: "comment.saved", comment: { ...first, id: draft.nextId("comment") } });
    }
  });
  const sent = () => outcome(author.call(add, { params: ofFeature, body: { text: "x" } }));
  const results = await Promise.all([sent(), sent(), sent()]);
  expect(results.toSorted()).toEqual(["comment_limit", "comment_limit", "done"]);
  await author.answer(remove, { params: { ...ofFeature, comment: 5 } });
  expect(await sent()).toBe("done");
});

test("the role in one environment of the project is enough, and a token of an environment comments too", async () => {
  const { server, admin } = await arrange();
  await using _ = server;
  const owner = await server.page("owner");
  const viewer = await server.page("viewer");
  const { environment } = await owner.answer("POST /environments", { body: { name: "Staging" } });
  await owner.answer("PUT /members/:user/environments/:environment", {
    params: { user: viewer.userId, environment: environment.id },
    body: { role: "member" },
  });
  await say(viewer, "feature:search", "From staging");
  const { comments, mayAdd } = await viewer.answer(list, { params: ofFeature });
  expect([mayAdd, comments[0]?.can]).toEqual([true, { edit: true, delete: true }]);
  const tokenOf = async (access: string) => {
    const body = { name: "robot", access };
    const created = await admin.answer("POST /environments/:environment/tokens", {
      ...{ params: { environment: "staging" }, body },
    });
    return created.value;
  };
  const writer = await tokenOf("read_and_write");
  const reader = await tokenOf("read_only");
  const send = (token: string, route: string) =>
    outcome(
      sendWith(server, token, route, route.startsWith("GET") ? {} : { body: { text: "Robot" } }),
    );
  expect(await send(writer, "POST /comments/feature:search")).toBe("done");
  expect(await send(writer, "PATCH /comments/feature:search/1")).toBe("not_comment_author");
  expect(await send(writer, "GET /comments/act:1")).toBe("act_not_found");
  expect(await send(reader, "POST /comments/feature:search")).toBe("token_read_only");
  const mayAddWith = async (token: string) => {
    const answer = await sendWith(server, token, "GET /comments/feature:search");
    return JSON.parse(await answer.text()).mayAdd;
  };
  expect(await mayAddWith(writer)).toBe(true);
  expect(await mayAddWith(reader)).toBe(false);
  expect(await textsOf(admin, "feature:search")).toEqual(["From staging", "Robot"]);
});
