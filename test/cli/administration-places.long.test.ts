import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createPersonalToken } from "../../src/app/commands/personal-token-commands.ts";
import { firstOwner } from "../../src/core/model/first-owner.ts";
import type { PersonalTokenScope } from "../../src/core/model/personal-token.ts";
import { type HostedServer, hostedPrefix, startHosted } from "../helpers/hosted-server.ts";
import { settledAnswers } from "../helpers/settled-answers.ts";
import { testedAdminApi } from "../helpers/tested-admin-api.ts";
import { askTargets } from "./administration/ask-targets.ts";
import { runShell } from "./daily-shells.ts";
import { words } from "./in-memory-shell.ts";

interface AdministeredPlace {
  readonly variables: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

/** Requests that a server far away got. */
const requests: string[] = [];

function personalToken({ deployment }: HostedServer, scope: PersonalTokenScope): Promise<string> {
  return deployment.writer.submit((draft) => {
    const userId = firstOwner(draft.state).id;
    const expiresAt = draft.now + 86_400_000;
    const limits = { approves: false, environmentIds: null };
    return createPersonalToken(draft, { userId, name: scope, scope, expiresAt, ...limits }).value;
  });
}

async function startRemote() {
  const hosted = await startHosted();
  const { deployment, faults } = hosted;
  const adminApi = testedAdminApi({
    services: deployment,
    streams: deployment.streams,
    onFault: (error) => void faults.push(error),
  });
  const answers = settledAnswers((request) => {
    const { pathname, search } = new URL(request.url);
    requests.push(`${request.method} ${pathname}${search}`);
    return pathname.startsWith(adminApi.prefix)
      ? adminApi.fetch(request)
      : deployment.api.fetch(request);
  });
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answers.fetch });
  return {
    hosted,
    variables: {
      GATEHOUSE_URL: `http://127.0.0.1:${server.port}${hostedPrefix}`,
      GATEHOUSE_TOKEN: await personalToken(hosted, "admin"),
    },
    async stop() {
      await server.stop(true);
      await answers.settled();
      await hosted.stop();
    },
  };
}

async function startLocal(target: (typeof askTargets)[number]): Promise<AdministeredPlace> {
  const asked = await target.start();
  return { variables: { GATEHOUSE_DATA: asked.directory }, stop: () => asked.stop() };
}

const places: readonly (readonly [string, () => Promise<AdministeredPlace>])[] = [
  ...askTargets.map((target) => [target.name, () => startLocal(target)] as const),
  ["a server far away", startRemote],
];

const create = "token create --access read_only --environment production --name";

describe.each(places)("administration in %s", (_, start) => {
  let place: AdministeredPlace;
  beforeAll(async () => {
    place = await start();
  });
  afterAll(() => place.stop());
  const run = (line: string) => runShell(words(line), { variables: place.variables });
  const json = async (line: string) => JSON.parse((await run(`${line} --json`)).out);
  const refused = (reason: string) => ({ code: 1, out: "", err: `gatehouse: ${reason}\n` });

  test("creates, lists and changes projects, environments, members, groups and the plan", async () => {
    expect(await json("project create Shop")).toMatchObject({ name: "Shop", members: 1 });
    expect((await json("project list")).projects).toHaveLength(2);
    expect((await run("environment create Staging")).out).toBe("created environment staging\n");
    expect((await run("environment mirror staging")).out).toBe("nothing to mirror\n");
    expect((await run("group add staff")).out).toBe("added group staff\n");
    expect((await run("group add staff")).out).toBe("group staff was registered already\n");
    expect((await run("group list")).out).toBe("staff\n");
    // A gate may have such a group, and then it is registered.
    expect(await run("feature enable search -g ..")).toMatchObject({ code: 0 });
    expect((await run("group list")).out).toBe("..\nstaff\n");
    expect((await run("group remove ..")).out).toBe("removed group ..\n");
    expect((await run("group add ..")).err).toContain("The names . and .. cannot be used");
    expect(await json("limits set team --actors-per-gate 7")).toMatchObject({
      plan: "team",
      limits: { actors_per_gate: 7 },
      overridden: ["actors_per_gate"],
    });
    expect(await run("environment delete staging")).toMatchObject({ code: 0 });
  });

  test("manages members and replicas where the data is, and with no token", async () => {
    const add = "member add kim@example.com --role viewer --project Shop";
    if ("GATEHOUSE_URL" in place.variables) {
      const noToken =
        "A token may not do this; sign in to the web UI, or use the command on the server's machine";
      for (const line of [add, "member remove owner@example.com", "replica create --name r"]) {
        expect([line, await run(line)]).toEqual([line, refused(noToken)]);
      }
      expect((await json("member list")).members).toHaveLength(1);
      return;
    }
    const member = await json(add);
    expect(member).toMatchObject({ role: "viewer", projects: ["Shop"], has_password: false });
    expect(await json("member set-role kim@example.com admin")).toMatchObject({ role: "admin" });
    const reset = "member reset kim@example.com --public-url https://flags.example/x";
    expect((await json(reset)).link).toStartWith("https://flags.example/x/set-up#");
    expect((await json("replica create --name r")).value).toBeString();
    expect((await run("replica revoke 1")).out).toBe("revoked replica 1 (r)\n");
    expect(await run("replica revoke 1")).toEqual(refused("there is no replica 1"));
  });

  test("has members own tokens that end at an exact time", async () => {
    const [{ email }] = (await json("member list")).members;
    const token = await json(`${create} short --owner ${email} --expires 90m`);
    expect(token).toMatchObject({ owner: email, project: "Default" });
    expect(Date.parse(token.expires_at) - Date.parse(token.created_at)).toBe(90 * 60_000);
    expect(await run(`${create} x --owner no@example.com`)).toEqual(
      refused('"no@example.com" is not a member of the organization'),
    );
  });

  test("does not reach a token or a webhook of another project by its id alone", async () => {
    await run("project create Other");
    const { id } = await json(`${create} theirs --project Other`);
    expect(await run(`token revoke ${id}`)).toEqual(
      refused(`token ${id} belongs to the project "Other"`),
    );
    expect((await json("token list --project Other")).tokens).toMatchObject([{ revoked_at: null }]);
    expect((await run(`token revoke ${id} --project other`)).code).toBe(0);
    expect(await run("webhook show 99")).toEqual(refused("there is no webhook 99"));
  });

  test("takes an empty name of a project for no project", async () => {
    expect(await run("token list --project=")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--project must not be empty"),
    });
  });
});

describe("administration of a server far away", () => {
  let place: Awaited<ReturnType<typeof startRemote>>;
  beforeAll(async () => {
    place = await startRemote();
  });
  afterAll(() => place.stop());
  const runAs = (GATEHOUSE_TOKEN: string, line: string) =>
    runShell(words(line), { variables: { ...place.variables, GATEHOUSE_TOKEN } });

  test("takes one request for each command", async () => {
    requests.length = 0;
    for (const line of [`${create} a`, "token list --environment production", "token revoke 2"]) {
      expect(await runAs(place.variables.GATEHOUSE_TOKEN, line)).toMatchObject({ code: 0 });
    }
    expect(requests).toEqual([
      "POST /admin/v1/environments/slug%3Aproduction/tokens",
      "GET /admin/v1/environments/slug%3Aproduction/tokens?limit=250",
      "DELETE /admin/v1/environments/*/tokens/2",
    ]);
  });

  test("is refused with the token of an environment, before anything is sent", async () => {
    requests.length = 0;
    const ran = await runAs(place.hosted.managerToken, "group add intruders");
    const reason = "not the token of an environment";
    expect(ran).toMatchObject({ code: 2, out: "", err: expect.stringContaining(reason) });
    expect(requests).toEqual([]);
  });

  test("is refused without a token by a server that needs one", async () => {
    const { GATEHOUSE_URL: url } = place.variables;
    expect(
      await runShell(words("group add intruders"), { variables: { GATEHOUSE_URL: url } }),
    ).toEqual({
      code: 1,
      out: "",
      err:
        `gatehouse: ${url} needs a token, in GATEHOUSE_TOKEN; create a personal token in the web UI; ` +
        "for commands on features, gatehouse token create also creates one on the server's machine\n",
    });
  });

  test("lets daily commands work in another project, and in two environments, with one token", async () => {
    const { GATEHOUSE_TOKEN: token } = place.variables;
    const steps: readonly (readonly [line: string, out: string])[] = [
      ["project create Shop", ""],
      ["feature create cart --project Shop", "created cart"],
      ["feature enable cart -a User;1 --project Shop", "cart is conditional in production"],
      ["environment create Preview --project Shop", ""],
      [
        "feature disable cart -a User;1 --project Shop --environment preview",
        "cart is off in preview",
      ],
      ["diff production preview --project Shop", "FEATURE"],
      [
        "feature copy cart --from production --to preview --project Shop",
        "copied cart from production to preview, 1 change",
      ],
      ["feature list", "no features in production"],
    ];
    for (const [line, out] of steps) {
      const ran = await runAs(token, line);
      expect([line, ran.code, ran.err]).toEqual([line, 0, ""]);
      expect(ran.out).toStartWith(out);
    }
    requests.length = 0;
    await runAs(token, "feature copy cart --from production --to preview --project Shop");
    expect(requests).toEqual([
      "POST /admin/v1/environments/slug%3Aproduction/features/cart/copy?project=Shop",
    ]);
  });

  test("is refused with a scope that is too low, and with an unknown token", async () => {
    const { state } = place.hosted.deployment.writer;
    const reader = await personalToken(place.hosted, "read");
    expect(await runAs(reader, "group add intruders")).toMatchObject({
      code: 1,
      err: "gatehouse: Your role does not allow this: the scope of a personal token and the member's role decide\n",
    });
    const unknown = await runAs("gh_pat_unknown", "group list");
    expect([unknown.code, unknown.err]).toEqual([
      1,
      expect.stringContaining("does not accept the personal token"),
    ]);
    expect(place.hosted.deployment.writer.state.groups).toBe(state.groups);
  });
});
