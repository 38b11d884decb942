import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { hashToken } from "../../src/core/secrets/token-value.ts";
import { startShell, words } from "./in-memory-shell.ts";

const moment = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const startAtMoment = () => startShell(() => moment);

test("a session, line by line", async () => {
  const { run, writer } = await startAtMoment();
  const token = await run(
    ...words("token create --name ci --environment production --access read_only --expires 90d"),
  );
  expect(token.out).toMatch(/^gatehouse_[\w-]{32}\n$/);
  expect(writer.state.tokens.get(hashToken(token.out.trim()))).toMatchObject({ name: "ci" });

  const lines: [string, string][] = [
    ["environment create 'Ünder Test'", "created environment uender-test\n"],
    [
      "environment list",
      "ID  SLUG         NAME        STATE       OVERRIDES  CREATED\n" +
        "1   production   Production  production  0          2026-01-02 03:04\n" +
        "2   uender-test  Ünder Test  other       0          2026-01-02 03:04\n",
    ],
    ["group add '日本'", "added group 日本\n"],
    ["group add '日本'", "group 日本 was registered already\n"],
    ["group add admins", "added group admins\n"],
    ["group list", "admins\n日本\n"],
    ["group list --json", '{"strict":false,"groups":["admins","日本"],"told":[]}\n'],
    ["group remove 日本", "removed group 日本\n"],
    ["group strict on", "Default accepts registered groups only\n"],
    ["group strict off", "Default accepts any group\n"],
    ["project create Shop", "created project Shop\n"],
    [
      "member add Jo@Example.com --name 'Jo Ü' --project shop",
      "jo@example.com is a member\n" +
        "This link sets a password for the web UI. It works once, until 2026-01-09 03:04 UTC:\n\n" +
        "  /set-up#CODE\n\n" +
        "Put the server's URL in front of it; --public-url does that.\n\n",
    ],
    ["member set-role jo@example.com admin", "jo@example.com is an admin\n"],
    [
      "member reset jo@example.com --public-url https://flags.example.com/base/",
      "This link sets a password for the web UI. It works once, until 2026-01-09 03:04 UTC:\n\n" +
        "  https://flags.example.com/base/set-up#CODE\n\n",
    ],
    [
      "member list --project Shop",
      "ID  EMAIL            NAME   ROLE   PASSWORD   PROJECTS       CREATED\n" +
        "1   owner@localhost  Owner  owner  no         Default, Shop  2026-01-02 03:04\n" +
        "2   jo@example.com   Jo Ü   admin  link sent  Shop           2026-01-02 03:04\n",
    ],
    [
      "project list",
      "ID  NAME     FEATURES  ENVIRONMENTS  MEMBERS  STRICT\n" +
        "1   Default  0         2             1        no\n" +
        "2   Shop     0         3             2        no\n",
    ],
    ["project issues https://a.b/{issue}", "issues have the address https://a.b/{issue}\n"],
    ["project issues none --project Shop", "names of issues are no links\n"],
    ["member remove jo@example.com", "jo@example.com is no longer a member\n"],
    [
      "limits set team --audit-events all --custom-environments 3",
      "plan team\n" +
        "LIMIT                     VALUE      FROM\n" +
        "custom environments       3          set\n" +
        "tokens per environment    10         plan\n" +
        "audit events              all        set\n" +
        "telemetry retention days  30         plan\n" +
        "audit retention days      forever    plan\n" +
        "production bytes          67108864   plan\n" +
        "environment bytes         8388608    plan\n" +
        "project bytes             268435456  plan\n" +
        "features per project      100000     plan\n" +
        "actors per gate           100000     plan\n",
    ],
    [
      "limits show --json",
      `${JSON.stringify({
        plan: "team",
        limits: {
          custom_environments: 3,
          tokens_per_environment: 10,
          audit_events: null,
          telemetry_retention_days: 30,
          audit_retention_days: null,
          production_bytes: 67_108_864,
          environment_bytes: 8_388_608,
          project_bytes: 268_435_456,
          features_per_project: 100_000,
          actors_per_gate: 100_000,
        },
        overridden: ["custom_environments", "audit_events"],
      })}\n`,
    ],
    [
      "token list",
      "ID  NAME  ENVIRONMENT  ACCESS     OWNER            CREATED           EXPIRES\n" +
        "1   ci    production   read_only  owner@localhost  2026-01-02 03:04  2026-04-02 03:04\n",
    ],
    ["token revoke 1", "revoked token 1 (ci)\n"],
    [
      "token list --revoked --environment production",
      "ID  NAME  ENVIRONMENT  ACCESS     OWNER            CREATED           EXPIRES           REVOKED\n" +
        "1   ci    production   read_only  owner@localhost  2026-01-02 03:04  2026-04-02 03:04  2026-01-02 03:04\n",
    ],
    ["environment mirror uender-test", "nothing to mirror\n"],
    ["environment delete uender-test", "deleted environment uender-test\n"],
  ];
  for (const [line, out] of lines) {
    const ran = await run(...words(line));
    const withoutCode = ran.out.replace(/#[\w-]{43}\n/, "#CODE\n");
    expect([line, { ...ran, out: withoutCode }]).toEqual([line, { code: 0, out, err: "" }]);
  }
});

test("control characters are escaped, so that terminals do not obey them", async () => {
  const { run, writer } = await startAtMoment();
  await writer.submit((draft) =>
    draft.record({ kind: "group.added", projectId: 1, name: "a\u001b[2Jb\u202ec\nd" }),
  );
  expect((await run("group", "list")).out).toBe("a\\u001b[2Jb\\u202ec\\u000ad\n");
});

describe("invalid arguments end with code 2 and change nothing", () => {
  const create = "token create --name n --environment production --access read_only";
  const form = "one line of 1 to 255 characters without spaces at either end";
  test.each([
    ["token create --name n --environment production", "--access is missing"],
    ["token create", "--name, --environment and --access are missing"],
    [
      "token create --name n --environment production --access all",
      '--access must be one of read_only, read_and_write, evaluate, not "all"',
    ],
    [
      `${create} --expires forever`,
      '--expires must be a time from 1m to 3650d, such as 30m, 6h or 1d, not "forever"',
    ],
    [`${create} --name m`, "--name is given more than once"],
    [
      `${create} --owner nobody`,
      '--owner must be an e-mail address of at most 254 characters, not "nobody"',
    ],
    [`${create} --value secret`, "unknown option --value"],
    [
      "token create --name ' ' --environment production --access read_only",
      `--name must be ${form}, not " "`,
    ],
    ["token revoke", "ID is missing"],
    [
      "member add jo@example.com --role king",
      '--role must be one of owner, admin, member, viewer, not "king"',
    ],
    ["member set-role jo@example.com", "ROLE is missing"],
    [
      "member set-role jo@example.com Owner",
      'ROLE must be one of owner, admin, member, viewer, not "Owner"',
    ],
    ["token revoke 0", 'ID must be an integer from 1 to 9007199254740991, not "0"'],
    ["token revoke 1 2", 'unexpected argument "2"'],
    ["token", ""],
    ["environment create ''", `NAME must be ${form}, not ""`],
    ["environment create a b", 'unexpected argument "b"'],
    ["environment list --json=x", "--json takes no value"],
    ["group strict maybe", 'STATE must be one of on, off, not "maybe"'],
    [
      "member add nobody",
      'EMAIL must be an e-mail address of at most 254 characters, not "nobody"',
    ],
    ["limits set gold", 'PLAN must be one of self_hosted, team, free, not "gold"'],
    [
      "limits set team --custom-environments many",
      '--custom-environments must be an integer from 0 to 10000, not "many"',
    ],
    [
      "limits set team --audit-events some",
      '--audit-events must be an integer from 0 to 1000000000, or all, not "some"',
    ],
    [
      "feature describe a --longevity forever",
      '--longevity must be one of temporary, permanent, none, not "forever"',
    ],
    [
      `feature describe a --tags ${"x".repeat(51)}`,
      "--tags must be at most 20 tags of 1 to 50 characters, without commas or spaces at either end",
    ],
    ["import", "FILE is missing"],
    ["import /dev/null/none", '"/dev/null/none" cannot be read: its path holds a file'],
    ["import /dev", '"/dev" cannot be read: it is a directory'],
    ["import /dev/zero", '"/dev/zero" is larger than 52428800 bytes'],
    ["export /dev/null/none", '"/dev/null/none" cannot be written: its path holds a file'],
    ["export --json", "unknown option --json"],
  ])("%s", async (line, reason) => {
    const { run, writer } = await startAtMoment();
    const before = writer.state;
    const { code, out, err } = await run(...words(line));
    expect(code).toBe(2);
    if (reason !== "") {
      expect(out).toBe("");
      expect(err).toStartWith(`gatehouse: ${reason} (see gatehouse `);
    }
    expect(writer.state).toBe(before);
  });
});

describe("an operation that a rule refuses ends with code 1 and one line", () => {
  test.each([
    ["token revoke 7", "there is no token 7"],
    ["environment delete production", "the Production environment cannot be deleted"],
    [
      "environment create production",
      'the project "Default" has an environment "production" already',
    ],
    ["member remove owner@localhost", "The organization needs another owner first"],
    ["member set-role owner@localhost viewer", "The organization needs another owner first"],
    ["member add owner@localhost --role admin", "The organization needs another owner first"],
    ["member reset x@example.com", '"x@example.com" is not a member of the organization'],
    ["feature describe none", 'there is no feature "none"'],
    ["group list --project 'a\u001bb'", 'there is no project "a\\u001bb"; there is "Default"'],
    ["import /dev/null", "Import invalid: the JSON is not complete"],
    ["export --environment none", 'there is no environment "none"; there is "production"'],
  ])("%s", async (line, reason) => {
    const { run, writer } = await startAtMoment();
    const before = writer.state;
    const ran = await run(...words(line));
    expect(ran).toEqual({ code: 1, out: "", err: `gatehouse: ${reason}\n` });
    expect(writer.state).toBe(before);
  });
});

test("--data overrides GATEHOUSE_DATA, which overrides ./data", async () => {
  const { run, directories } = await startAtMoment();
  await run("group", "list", "--data", "/srv/toggles");
  await run("group", "list");
  expect(directories).toEqual(["/srv/toggles", "./data"]);
});

test("every command line ends with a known code, and writes to one stream only", async () => {
  const { run } = await startAtMoment();
  const word = fc.oneof(
    fc.constantFrom("token", "create", "list", "revoke", "environment", "mirror", "delete"),
    fc.constantFrom("group", "add", "remove", "strict", "on", "member", "project", "limits", "set"),
    fc.constantFrom("feature", "describe", "--tags", "--description", "--owner", "none", "free"),
    fc.constantFrom("--name", "--json", "--project", "--access", "read_only", "--environment", "1"),
    fc.constantFrom("production", "a@b", "--custom-environments", "--", "-x", "--help"),
    fc.string({ unit: "binary" }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 8 }), async (argv) => {
      const { code, out, err } = await run(...argv);
      expect([0, 1, 2]).toContain(code);
      expect(err).toMatch(/^(gatehouse: [^\p{Cc}]+\n)?$/u);
      expect(out === "" || err === "").toBe(true);
    }),
    { numRuns: 500 },
  );
});
