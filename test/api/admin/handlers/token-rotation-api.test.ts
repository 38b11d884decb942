import { expect, test } from "bun:test";
import { createToken, revokeToken } from "../../../../src/app/commands/token-commands.ts";
import { hashToken } from "../../../../src/core/secrets/token-value.ts";
import { setPlan } from "../../../helpers/hosted-administration.ts";
import { refusalIn, startUi, type UiServer } from "../web-ui-server.ts";

const hourMs = 60 * 60 * 1_000;
const route = "POST /environments/:environment/tokens/:token/rotate";

/** A token of Production that expires two days after it was created. */
async function newToken({ hosted }: UiServer, lifetimeMs: number | null = 48 * hourMs) {
  return await hosted.deployment.writer.submit((draft) =>
    createToken(draft, {
      environment: hosted.production,
      name: "Web server",
      access: "evaluate",
      managesEnvironments: false,
      ownerId: 1,
      isPreview: true,
      expiresAt: lifetimeMs === null ? null : draft.now + lifetimeMs,
    }),
  );
}

function paramsOf(id: number, environment: number | string = 1) {
  return { params: { environment, token: id } };
}

test("a rotation creates a token with the same rights, and ends the earlier one later", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const { token: old, value: oldValue } = await newToken(server);
  const { token, earlier, value } = await page.answer(route, { ...paramsOf(old.id), body: {} });
  expect(value).toMatch(/^gatehouse_/);
  expect([value, token.id]).not.toEqual([oldValue, old.id]);
  const stored = server.state().tokens.get(hashToken(value));
  expect(stored).toMatchObject({
    name: "Web server",
    access: "evaluate",
    managesEnvironments: false,
    ownerId: 1,
    isPreview: true,
    revokedAt: null,
    lastUsedAt: null,
  });
  // The new token lasts as long as the earlier one did.
  expect(token.expiresAt).toBe(token.createdAt + 48 * hourMs);
  expect(earlier).toMatchObject({ id: old.id, revokedAt: null });
  expect(earlier.expiresAt).toBe(token.createdAt + 24 * hourMs);
  expect(JSON.stringify(await page.answer("GET /tokens"))).not.toContain(value);
});

test.each([48 * hourMs, null])(
  "a second rotation of a token with the lifetime %p gives that lifetime again",
  async (lifetimeMs) => {
    await using server = await startUi();
    const page = await server.page("admin");
    const { token: old } = await newToken(server, lifetimeMs);
    const rotate = async (id: number, overlapHours: number) => {
      const { token } = await page.answer(route, { ...paramsOf(id), body: { overlapHours } });
      return token;
    };
    const expected = (createdAt: number) => (lifetimeMs === null ? null : createdAt + lifetimeMs);
    const first = await rotate(old.id, 24);
    // A replacement can have been rotated or revoked too.
    const next = await rotate(first.id, 1);
    await rotate(first.id, 0);
    for (const overlapHours of [24, 1, 0]) {
      const { createdAt, expiresAt } = await rotate(old.id, overlapHours);
      expect(expiresAt).toBe(expected(createdAt));
    }
    expect(next.expiresAt).toBe(expected(next.createdAt));
  },
);

test("the overlap never makes the earlier token last longer, and 0 revokes it", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const short = await newToken(server, hourMs);
  const rotated = await page.answer(route, {
    ...paramsOf(short.token.id),
    body: { overlapHours: 720 },
  });
  expect(rotated.earlier.expiresAt).toBe(short.token.expiresAt);
  const endless = await newToken(server, null);
  const ended = await page.answer(route, {
    ...paramsOf(endless.token.id, "*"),
    body: { overlapHours: 0 },
  });
  expect([ended.token.expiresAt, ended.earlier.revokedAt]).toEqual([null, expect.any(Number)]);
});

test("without an overlap a rotation needs no room for one more token", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const { token } = await newToken(server);
  await setPlan(server.hosted, "self_hosted", { tokensPerEnvironmentMax: 2 });
  const rotate = (overlapHours: number) =>
    page.call(route, { ...paramsOf(token.id), body: { overlapHours } });
  const before = server.state();
  expect(await refusalIn(await rotate(1))).toMatchObject({ status: 422, code: "token_limit" });
  expect(server.state()).toBe(before);
  expect((await rotate(0)).status).toBe(200);
});

test("tokens that ended, other environments, wrong hours and members are refused", async () => {
  await using server = await startUi();
  const page = await server.page("admin");
  const { token, value } = await newToken(server);
  const refused = async (input: object, by = page) => {
    const { status, code } = await refusalIn(await by.call(route, input));
    return [status, code];
  };
  const before = server.state();
  expect(await refused({ ...paramsOf(999), body: {} })).toEqual([404, "token_not_found"]);
  for (const overlapHours of [-1, 721, 1.5, "1", null]) {
    expect(await refused({ ...paramsOf(token.id), body: { overlapHours } })).toEqual([
      422,
      "input_invalid",
    ]);
  }
  expect(server.state().tokens).toBe(before.tokens);
  const member = await server.page("member");
  expect(await refused({ ...paramsOf(token.id), body: {} }, member)).toEqual([
    403,
    "role_required",
  ]);
  await server.hosted.deployment.writer.submit((draft) => {
    const found = draft.state.tokens.get(hashToken(value));
    if (found !== undefined) {
      revokeToken(draft, found);
    }
  });
  expect(await refused({ ...paramsOf(token.id), body: {} })).toEqual([404, "token_not_found"]);
});
