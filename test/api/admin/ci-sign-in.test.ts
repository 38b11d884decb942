import { afterAll, beforeAll, describe, expect, setSystemTime, test } from "bun:test";
import { signOnRecords } from "../../../src/core/model/sign-on-records.ts";
import { changeLogger } from "../../../src/http/log/change-logger.ts";
import { CiTokens } from "../../../src/server/sign-on/ci-tokens.ts";
import { CiIssuer, ciAudience, ciIssuer } from "../../helpers/ci-issuer.ts";
import { loggedLines } from "../../http/log/logged-lines.ts";
import { outcome, sendWith } from "./personal-token-requests.ts";
import { startUi, type UiPage, type UiServer } from "./web-ui-server.ts";

interface Started extends AsyncDisposable {
  readonly server: UiServer;
  readonly owner: UiPage;
  readonly issuer: CiIssuer;
  exchange(token: string, more?: object): Promise<Response>;
  /** The value that a new token of the CI system is exchanged for. */
  value(): Promise<string>;
}

async function start(): Promise<Started> {
  const issuer = new CiIssuer();
  const server = await startUi({
    ciTokens: new CiTokens({
      ...{ allowed: [], now: Date.now, get: issuer.get, onFailure: () => undefined },
    }),
  });
  const owner = await server.page("owner");
  await owner.answer("POST /environments", { body: { name: "Staging" } });
  await owner.answer("POST /environments/:environment/features", {
    params: { environment: 1 },
    body: { key: "search" },
  });
  // Without cookies, and without what browsers add.
  const exchange = (token: string, more: object = {}) =>
    server.send("/admin/v1/sign-in/ci", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token, ...more }),
    });
  return {
    ...{ server, owner, issuer, exchange },
    async value() {
      const answer = await exchange(await issuer.token());
      const { token }: { readonly token: string } = JSON.parse(await answer.text());
      return token;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** One server for the tests of a table. */
function sharedStart(): () => Started {
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.[Symbol.asyncDispose]());
  return () => started ?? expect.unreachable();
}

const shop = {
  name: "shop",
  issuer: ciIssuer,
  audience: ciAudience,
  claims: [{ name: "repository_id", value: "42" }],
  environment: "staging",
  access: "read_and_write",
} as const;

function addRule(owner: UiPage, more: object = {}) {
  return owner.answer("POST /trust-rules", { body: { ...shop, ...more } });
}

const write = (server: UiServer, value: string, environment: string) =>
  outcome(
    sendWith(server, value, `PUT /environments/${environment}/features/search/percentage-of-time`, {
      body: { percentage: 7 },
    }),
  );

test("a job exchanges its token once, and writes in its environment for 15 minutes", async () => {
  await using started = await start();
  const { server, owner, issuer, exchange } = started;
  const { lines, log } = loggedLines();
  server.hosted.deployment.writer.onCommit(changeLogger(log));
  await addRule(owner);
  const token = await issuer.token();
  const answer = await exchange(token);
  const job: { readonly token: string; readonly expiresAt: number } = JSON.parse(
    await answer.text(),
  );
  expect(job).toMatchObject({
    ...{ environment: "staging", project: "Default", access: "read_and_write" },
  });
  expect(job.expiresAt - Date.now()).toBeWithin(14 * 60_000, 15 * 60_000 + 1);
  expect(await outcome(exchange(token))).toBe("ci_token_refused");
  expect(await write(server, job.token, "staging")).toBe("done");
  expect(await write(server, job.token, "production")).toBe("environment_not_found");
  expect(await outcome(sendWith(server, job.token, "GET /trust-rules"))).toBe(
    "environment_token_refused",
  );
  const kept = JSON.stringify(server.state()) + lines.join("");
  expect(kept).not.toContain(job.token);
  expect(kept).not.toContain(token);
  try {
    setSystemTime(new Date(Date.now() + 15 * 60_000 + 1_000));
    expect(await write(server, job.token, "staging")).toBe("token_invalid");
    await exchange(await issuer.token({ repository_id: "42" }));
    expect(signOnRecords(server.state(), "job_token")).toHaveLength(1);
  } finally {
    setSystemTime();
  }
});

describe("a job gets nothing", () => {
  const started = sharedStart();
  beforeAll(() => addRule(started().owner));

  test.each([
    ["another repository", { repository_id: "43" }],
    ["a repository whose id is missing", { repository_id: undefined }],
    ["a list of repositories", { repository_id: ["42"] }],
    ["another audience", { aud: "https://evil.example" }],
    ["another issuer", { iss: "https://evil.example" }],
  ])("with %s", async (_, claims) => {
    const { server, issuer, exchange } = started();
    const before = server.state().signOn;
    expect(await outcome(exchange(await issuer.token(claims)))).toBe("ci_token_refused");
    expect(server.state().signOn).toBe(before);
  });
});

test("nothing is fetched for an issuer that no rule trusts", async () => {
  await using started = await start();
  const { owner, issuer, exchange } = started;
  expect(await outcome(exchange(await issuer.token()))).toBe("ci_token_refused");
  await addRule(owner);
  for (const token of ["x", "a.b.c", await issuer.token({ iss: "https://evil.example" })]) {
    expect(await outcome(exchange(token))).toBe("ci_token_refused");
  }
  expect(issuer.requests).toEqual([]);
});

test("of several rules the one with the most rights counts, unless the job names an environment", async () => {
  await using started = await start();
  const { owner, issuer, exchange } = started;
  await addRule(owner, { access: "read_only" });
  await addRule(owner, { environment: "production" });
  const accessOf = async (more: object): Promise<unknown> => {
    const answer = await exchange(await issuer.token(), more);
    return JSON.parse(await answer.text());
  };
  expect(await accessOf({})).toMatchObject({ environment: "production" });
  expect(await accessOf({ environment: "staging" })).toMatchObject({ access: "read_only" });
  expect(await accessOf({ environment: "none" })).toMatchObject({ code: "ci_token_refused" });
});

test("without its rule, its token or its environment a job is refused at once", async () => {
  await using started = await start();
  const { server, owner } = started;
  const { rule } = await addRule(owner);
  const value = await started.value();
  expect(await write(server, value, "staging")).toBe("done");
  await owner.answer("DELETE /trust-rules/:rule", { params: { rule: rule.id } });
  expect(await write(server, value, "staging")).toBe("token_invalid");
  expect(server.state().signOn.size).toBe(0);

  await addRule(owner);
  const second = await started.value();
  const { tokens } = await owner.answer("GET /tokens");
  await owner.answer("DELETE /environments/:environment/tokens/:token", {
    params: { environment: "*", token: tokens[0]?.id ?? 0 },
  });
  expect(await write(server, second, "staging")).toBe("token_invalid");

  await addRule(owner);
  const third = await started.value();
  expect(await write(server, third, "staging")).toBe("done");
  await owner.answer("DELETE /environments/:environment", {
    params: { environment: 2 },
    body: { typed: "Staging" },
  });
  expect(await write(server, third, "-")).toBe("token_invalid");
  expect(server.state().signOn.size).toBe(0);
});

describe("a rule is refused", () => {
  const started = sharedStart();

  test.each([
    ["no claims", { claims: [] }, "input_invalid"],
    ["a claim twice", { claims: [shop.claims[0], shop.claims[0]] }, "parameter_invalid"],
    ["no URL", { issuer: "ci" }, "parameter_invalid"],
    ["an unknown environment", { environment: "none" }, "environment_not_found"],
  ])("with %s", async (_, more, code) => {
    const { server, owner } = started();
    const body = { ...shop, ...more };
    expect(await outcome(owner.call("POST /trust-rules", { body }))).toBe(code);
    expect(server.state().signOn.size).toBe(0);
  });
});
