import { expect, test } from "bun:test";
import { actKinds } from "../../src/core/model/act.ts";
import { actAuthor, actSentence, actTitle } from "../../src/ui/audits/act-sentence.ts";
import { actsTexts } from "../../src/ui/texts/acts-texts.ts";

const names = new Map([["User:7", "Kim"]]);

test("every kind of act has a title and a sentence of its own", () => {
  expect(Object.keys(actsTexts.acts.kinds).sort()).toEqual([...actKinds].sort());
  const titles = actKinds.map(actTitle);
  expect(titles.filter((title) => title === "")).toEqual([]);
  expect(new Set(titles).size).toBe(actKinds.length);
  for (const kind of actKinds) {
    expect([kind, actSentence({ kind, details: {} }, names)]).toEqual([
      kind,
      expect.stringMatching(/^[^{}]+$/),
    ]);
  }
});

test("details are people, times, numbers and words of the reader", () => {
  const say = (kind: (typeof actKinds)[number], details: Record<string, unknown>) =>
    actSentence({ kind, details }, names);
  expect(say("member.role_changed", { user: 7, from: "viewer", to: "admin" })).toBe(
    "Kim: viewer → admin",
  );
  expect(say("sign_in.failed", { user: 8, method: "password" })).toBe(
    "a removed person (8), with a password",
  );
  expect(say("session.ended", { user: 7, sessions: ["a", "b"] })).toBe("2 sessions of Kim");
  expect(say("change.bypassed", { keys: ["a", "b", "c", "d", "e"] })).toBe(
    "a, b, c and 2 more changed without approval",
  );
  expect(say("comment.deleted", { subject: "feature:a", author: "User:7" })).toBe(
    "feature:a, of Kim",
  );
  expect(say("change", { keys: ["a"], first_audit: 3, last_audit: 3 })).toBe("a: change #3");
  const many = { keys: ["a", "b", "c", "d"], unnamed_keys: 3, first_audit: 3, last_audit: 9 };
  expect(say("change", many)).toBe("a, b, c and 4 more: changes #3 to #9");
  expect(say("personal_token.revoked", { user: 7, tokens: [{ id: "x", name: "Robot" }] })).toBe(
    "Robot of Kim",
  );
  expect(say("request.voted", { request: 12, vote: "ask" })).toBe("Asked for changes: Request 12");
  expect(say("request.opened", { request: 12, title: "Enable search" })).toBe(
    "Request 12 “Enable search”",
  );
  expect(say("policy.changed", { rules: null })).toBe("No longer protected");
  expect(say("policy.changed", { rules: { rules: [{ count: 2 }, { count: 1 }] } })).toBe(
    "3 approvals needed",
  );
});

test("a change of settings names what differs, and its end", () => {
  const from = { name: "Web", access: "read_only", owner: null, expires_at: null };
  const to = { name: "App", access: "read_and_write", owner: 7, expires_at: null };
  expect(actSentence({ kind: "token.changed", details: { token: 1, from, to } }, names)).toBe(
    "“App”: name Web → App, access read → read and write, owner none → Kim",
  );
  const limits = { from: { limits: { tokens: 3 } }, to: { limits: { tokens: 1_000 } } };
  expect(actSentence({ kind: "plan.changed", details: limits }, names)).toBe("tokens 3 → 1,000");
});

test("an author is a person, a token, the command line or the server", () => {
  const author = (type: "User" | "Token" | "Shell" | "Server", id: string | null) =>
    actAuthor({ type, id, name: null });
  expect(author("Shell", null)).toBe("Command line");
  expect(author("Server", null)).toBe("Gatehouse");
  expect(author("User", "9")).toBe("a removed person (9)");
  expect(author("Token", "9")).toBe("a deleted token (9)");
});
