import { expect, test } from "bun:test";
import { setPassword } from "../../../src/app/commands/password-commands.ts";
import type { RelyingParty } from "../../../src/app/sessions/passkeys.ts";
import type { Role } from "../../../src/core/model/role.ts";
import { hashSecret } from "../../../src/core/secrets/random-secret.ts";
import { SoftwareAuthenticator } from "../../app/sessions/software-authenticator.ts";
import { cheapPasswords } from "../../helpers/cheap-passwords.ts";
import { outliving } from "./outliving-routes.ts";
import { params } from "./route-changes.ts";
import {
  permissionsOf,
  refusalIn,
  site,
  startUi,
  type UiPage,
  type UiServer,
} from "./web-ui-server.ts";

cheapPasswords();

const password = "a quiet river bends 42";
const minuteMs = 60_000;
const relyingParty: RelyingParty = { id: "localhost", origin: site };

/** Sets when the session of a page began. */
async function setAge(server: UiServer, page: UiPage, ageMs: number): Promise<void> {
  const hash = hashSecret(page.cookie.slice(page.cookie.indexOf("=") + 1));
  await server.hosted.deployment.writer.submit((draft) => {
    const session = draft.state.sessions.get(hash);
    if (session === undefined) {
      throw new Error("there is no such session");
    }
    draft.record({
      kind: "session.saved",
      session: { ...session, createdAt: draft.now - ageMs },
    });
  });
}

/** A page of a person with a password, whose session is older than a proof lasts. */
async function oldPage(server: UiServer, role: Role): Promise<UiPage> {
  const page = await server.page(role);
  const hash = await Bun.password.hash(password);
  await server.hosted.deployment.writer.submit((draft) => {
    const kept = [...draft.state.sessions.values()];
    setPassword(draft, page.userId, hash);
    for (const session of kept) {
      draft.record({ kind: "session.saved", session });
    }
  });
  await setAge(server, page, 10 * minuteMs + 1);
  return page;
}

function withCookie(server: UiServer, page: UiPage, answer: Response): UiPage {
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return {
    ...page,
    cookie,
    call: (name, input = {}) => {
      const [method = "", path = ""] = name.split(" ");
      const filled = path.replaceAll(/:(\w+)/g, (_, key: string) =>
        encodeURIComponent(input.params?.[key] ?? ""),
      );
      return server.send(`/admin/v1${filled}`, {
        method,
        headers: { cookie, origin: site, "content-type": "application/json" },
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      });
    },
  };
}

const outcomeOf = async (answer: Response) => (answer.ok ? "done" : (await refusalIn(answer)).code);

test("what outlives a session asks for a proof of the last ten minutes, and nothing else does", async () => {
  await using server = await startUi();
  const permissions = permissionsOf(server);
  const needing = [...permissions].flatMap(([name, { needsProof }]) => (needsProof ? [name] : []));
  expect(needing.sort()).toEqual(outliving.toSorted());
  const page = await oldPage(server, "owner");
  for (const name of permissions.keys()) {
    // They would end the session, or ask for what this server does not have.
    if (
      name === "DELETE /session" ||
      name === "GET /about" ||
      name === "DELETE /account/sessions"
    ) {
      continue;
    }
    const ask = async (ageMs: number) => {
      await setAge(server, page, ageMs);
      const before = server.state();
      const body = name.startsWith("GET ") ? {} : { body: {} };
      const outcome = await outcomeOf(await page.call(name, { params, ...body }));
      return { outcome, isUnchanged: server.state() === before };
    };
    const isOutliving = outliving.includes(name);
    const late = await ask(10 * minuteMs + 1);
    expect([name, late.outcome === "proof_required"]).toEqual([name, isOutliving]);
    expect([name, late.isUnchanged || !isOutliving]).toEqual([name, true]);
    const early = await ask(9 * minuteMs);
    expect([name, early.outcome]).not.toEqual([name, "proof_required"]);
  }
});

test("the table asks for a proof of everything whose kind outlives a session", async () => {
  await using server = await startUi();

  const isOfKind = (name: string) =>
    !name.startsWith("GET ") &&
    /^(?:POST|PATCH|PUT) .*\/(?:members|passkeys|tokens|webhooks|rotate|link|:environment\/policy)$/.test(
      name,
    );
  for (const [name, { needsProof }] of permissionsOf(server)) {
    expect([name, needsProof || !isOfKind(name)]).toEqual([name, true]);
  }
});

const invitation = { body: { email: "new@example.com", role: "owner" } };

test("the password proves it, in a new session; the cookie from before ends", async () => {
  await using server = await startUi();
  const page = await oldPage(server, "owner");
  expect(await page.answer("GET /session")).toMatchObject({ isProven: false });
  expect(await refusalIn(await page.call("POST /members", invitation))).toMatchObject({
    status: 403,
    code: "proof_required",
  });
  const wrong = await page.call("POST /session/proof", { body: { password: "not this one" } });
  expect(await refusalIn(wrong)).toMatchObject({ status: 403, code: "proof_wrong" });
  expect(wrong.headers.has("set-cookie")).toBe(false);
  expect(await outcomeOf(await page.call("POST /members", invitation))).toBe("proof_required");

  const right = await page.call("POST /session/proof", { body: { password } });
  const proven = withCookie(server, page, right);
  expect(await right.json()).toMatchObject({ isProven: true, role: "owner" });
  expect(await outcomeOf(await proven.call("POST /members", invitation))).toBe("done");
  // A thief of the old cookie has nothing of the proof.
  expect(await outcomeOf(await page.call("POST /members", invitation))).toBe("signed_out");
  expect(await outcomeOf(await page.call("GET /environments"))).toBe("signed_out");
});

test("wrong proofs count as sign-ins of the account", async () => {
  await using server = await startUi();
  const page = await oldPage(server, "owner");
  const codes = new Set<string>();
  for (let count = 0; count < 15; count++) {
    const wrong = await page.call("POST /session/proof", { body: { password: "not this one" } });
    codes.add((await refusalIn(wrong)).code);
  }
  expect([...codes]).toEqual(["proof_wrong", "too_many_attempts"]);
  const right = await page.call("POST /session/proof", { body: { password } });
  expect(await refusalIn(right)).toMatchObject({ status: 429, code: "too_many_attempts" });
});

async function addPasskey(page: UiPage): Promise<SoftwareAuthenticator> {
  const authenticator = new SoftwareAuthenticator(relyingParty);
  const { options } = await page.answer("POST /account/passkeys/options", { body: {} });
  const { challenge } = JSON.parse(JSON.stringify(options));
  const response = authenticator.register(challenge);
  await page.answer("POST /account/passkeys", { body: { name: "Laptop", response } });
  return authenticator;
}

async function answerTo(page: UiPage, authenticator: SoftwareAuthenticator) {
  const { options } = await page.answer("POST /passkeys/sign-in/options", { body: {} });
  const { challenge } = JSON.parse(JSON.stringify(options));
  return authenticator.answer(challenge);
}

test("a passkey of the person proves it, also without a password, and one of another does not", async () => {
  await using server = await startUi();
  const [ann, bob] = [await server.page("owner"), await server.page("member")];
  const [ofAnn, ofBob] = [await addPasskey(ann), await addPasskey(bob)];
  await setAge(server, ann, 11 * minuteMs);
  const response = await answerTo(ann, ofBob);
  const before = server.state();
  const strange = await ann.call("POST /session/proof", { body: { response } });
  // No session of the other person starts.
  expect(server.state() === before).toBe(true);
  expect(await refusalIn(strange)).toMatchObject({ status: 422, code: "passkey_invalid" });
  expect(strange.headers.has("set-cookie")).toBe(false);
  expect(await outcomeOf(await ann.call("POST /members", invitation))).toBe("proof_required");
  const right = await ann.call("POST /session/proof", {
    body: { response: await answerTo(ann, ofAnn) },
  });
  const proven = withCookie(server, ann, right);
  expect(await outcomeOf(await proven.call("POST /members", invitation))).toBe("done");
  expect(await outcomeOf(await ann.call("GET /environments"))).toBe("signed_out");
});

test("strangers at the same address use up no proof by a passkey", async () => {
  await using server = await startUi();
  const page = await server.page("owner");
  const authenticator = await addPasskey(page);
  const [response, signIn] = [
    await answerTo(page, authenticator),
    await answerTo(page, authenticator),
  ];
  const nobody = await server.page();
  const statuses: number[] = [];
  for (let count = 0; count < 61; count++) {
    statuses.push((await nobody.call("POST /passkeys/sign-in/options", { body: {} })).status);
  }
  expect(statuses.at(-1)).toBe(429);
  expect(await outcomeOf(await page.call("POST /passkeys/sign-in/options", { body: {} }))).toBe(
    "done",
  );
  const again = await page.call("POST /passkeys/sign-in", { body: { response: signIn } });
  expect(await outcomeOf(again)).toBe("done");
  const proof = await page.call("POST /session/proof", { body: { response } });
  expect(await outcomeOf(proof)).toBe("done");
});

test("a proof is one of both, for a person who is signed in", async () => {
  await using server = await startUi();
  const page = await oldPage(server, "owner");
  for (const body of [{}, { password, response: {} }, { password: 1 }, { response: {} }]) {
    const refused = await page.call("POST /session/proof", { body });
    expect(await refusalIn(refused)).toMatchObject({ status: 422, code: "input_invalid" });
  }
  const nobody = await server.page();
  const refused = await nobody.call("POST /session/proof", { body: { password } });
  expect(await refusalIn(refused)).toMatchObject({ status: 401, code: "signed_out" });
});

test("with a new password passkeys and personal tokens go if that is asked for, and stay otherwise", async () => {
  await using server = await startUi();
  let page = await oldPage(server, "owner");
  await setAge(server, page, 0);
  const [laptop, phone] = [await addPasskey(page), await addPasskey(page)];
  const { value } = await page.answer("POST /account/tokens", {
    body: { name: "Robot", scope: "read", expiresInDays: 1 },
  });
  const robot = async () =>
    outcomeOf(
      await server.send("/admin/v1/environments/1/tokens", {
        headers: { authorization: `Bearer ${value}` },
      }),
    );
  const signIn = async (authenticator: SoftwareAuthenticator) =>
    outcomeOf(
      await page.call("POST /passkeys/sign-in", {
        body: { response: await answerTo(page, authenticator) },
      }),
    );
  const change = async (current: string, next: string, removePasskeys?: boolean) => {
    const body = {
      current,
      password: next,
      ...(removePasskeys === true ? { removePasskeys } : {}),
    };
    const answer = await page.call("PUT /account/password", { body });
    if (answer.ok) {
      page = { ...page, ...withCookie(server, page, answer), answer: page.answer };
    }
    return outcomeOf(answer);
  };
  const next = "another calm and quiet morning";
  expect(await change(password, next)).toBe("done");
  expect([await signIn(laptop), await robot()]).toEqual(["done", "done"]);
  expect(await change("wrong", password, true)).toBe("password_wrong");
  expect(await signIn(phone)).toBe("done");
  expect(await change(next, password, true)).toBe("done");
  expect([await signIn(laptop), await signIn(phone), await robot()]).toEqual([
    "passkey_invalid",
    "passkey_invalid",
    "token_invalid",
  ]);
});
