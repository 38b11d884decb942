import { expect, test } from "bun:test";
import { describePlaces, steady } from "./daily-shells.ts";

/** A command line, what it prints, and its exit code, 0 unless given; `@` before it means staging. */
type Step = readonly [line: string, out: string, code?: number];

const session: readonly Step[] = [
  ["feature list", "no features in production\n"],
  ["feature create search", "created search; it is off until a gate is enabled\n"],
  ["feature create search", "search exists already\n"],
  // As the server stores it: without invisible characters.
  ["feature create ' sea\nrch\u200b '", "search exists already\n"],
  [
    "feature enable search -p 5 -a User;1 -a User;2 -g staff",
    "search is conditional in production: enabled for group staff, actors User;1, User;2, 5% of actors\n",
  ],
  [
    'feature enable billing -x \'{"All":[{"Equal":[{"Property":["plan"]},"pro"]},{"GreaterThan":[{"Property":["seats"]},10]}]}\'',
    "created billing\n" +
      'billing is conditional in production: enabled for actors with plan is "pro" and seats over 10\n',
  ],
  ["feature enable home", "created home\nhome is on in production: enabled for everyone\n"],
  [
    "feature list",
    "FEATURE  STATE  ENABLED FOR\n" +
      'billing  conditional  actors with plan is "pro" and seats over 10\n' +
      "home  on  everyone\n" +
      "search  conditional  group staff, actors User;1, User;2, 5% of actors\n" +
      "3 features in production\n",
  ],
  [
    "feature list --state on",
    "FEATURE  STATE  ENABLED FOR\nhome  on  everyone\n1 feature in production\n",
  ],
  [
    "feature show billing",
    "billing is conditional in production\n" +
      "  boolean  not enabled for everyone\n" +
      '  expression  plan is "pro" and seats over 10\n' +
      '  {"All":[{"Equal":[{"Property":["plan"]},"pro"]},{"GreaterThan":[{"Property":["seats"]},10]}]}\n' +
      "  groups  none\n" +
      "  actors  none\n" +
      "  percentage of actors  0%\n" +
      "  percentage of time  0%\n" +
      "  created  TIME by owner@localhost\n" +
      "  last change  TIME\n",
  ],
  ["check home --actor User;1", "enabled\n"],
  [
    "check search billing --actor User;3",
    "FEATURE  ANSWER\nsearch  disabled\nbilling  disabled\n",
    1,
  ],
  ["check billing --actor User;1 --property plan=pro --property seats:=14", "enabled\n"],
  [
    "check billing --actor User;1 --property plan=pro --property seats:=4 --why",
    "billing is disabled for User;1 in production\n" +
      "  boolean  no match  not enabled for everyone\n" +
      "  expression  no match  operand 2 of All decided: seats (4) over 10: false\n" +
      "  actors  no match  no actors\n" +
      "  percentage of actors  no match  bucket 55,300 of 100,000 is not below 0 (0%); matches from 56%\n" +
      "  percentage of time  no match  0%\n" +
      "  groups  no match  no groups\n",
    1,
  ],
  [
    "check search --actor User;3 --actor User;2 --group beta --why",
    "search is enabled for User;3, User;2 in production\n" +
      "  boolean  no match  not enabled for everyone\n" +
      "  expression  no match  no expression\n" +
      "  actors  matches  lists User;2\n" +
      "  percentage of actors  no match  bucket 14,828 of 100,000 is not below 5,000 (5%); matches from 15%\n" +
      "  percentage of time  no match  0%\n" +
      "  groups  no match  in none of staff\n",
  ],
  [
    "check home --why",
    "home is enabled without an actor in production\n" +
      "  boolean  matches  enabled for everyone\n" +
      "  expression  no match  no expression\n" +
      "  actors  no match  no actors\n" +
      "  percentage of actors  no match  0%; needs an actor\n" +
      "  percentage of time  no match  0%\n" +
      "  groups  no match  no groups\n",
  ],
  [
    "@feature show home",
    "home is on in staging\n" +
      "  boolean  enabled for everyone\n" +
      "  expression  none\n" +
      "  groups  none\n" +
      "  actors  none\n" +
      "  percentage of actors  0%\n" +
      "  percentage of time  0%\n" +
      "  created  TIME by owner@localhost\n" +
      "  last change  TIME\n" +
      "  gates  the gates of Production, which it follows\n",
  ],
  ["@feature disable home", "home is off in staging: enabled for nobody\n"],
  [
    "@feature show home",
    "home is off in staging\n" +
      "  boolean  not enabled for everyone\n" +
      "  expression  none\n" +
      "  groups  none\n" +
      "  actors  none\n" +
      "  percentage of actors  0%\n" +
      "  percentage of time  0%\n" +
      "  created  TIME by owner@localhost\n" +
      "  last change  TIME\n" +
      "  gates  of this environment only\n",
  ],
  ["@check home --actor User;1", "disabled\n", 1],
  [
    "diff production staging",
    "FEATURE  GATE  PRODUCTION  STAGING\n" +
      "home  boolean  enabled for everyone  not enabled for everyone\n" +
      "1 of 3 features differs between production and staging\n",
  ],
  [
    "feature copy home --from production --to staging",
    "copied home from production to staging, 1 change: enabled for everyone\n",
  ],
  [
    "feature copy home --from production --to staging",
    "home has the same gates in production and staging\n",
  ],
  ["diff production staging", "3 features: no gate differs between production and staging\n"],
  [
    "feature disable search -a User;1 -p 0",
    "search is conditional in production: enabled for group staff, actor User;2\n",
  ],
  [
    "feature disable search -g staff -t 0",
    "search is conditional in production: enabled for actor User;2\n",
  ],
  [
    "feature describe search --description 'Finds things' --longevity temporary --tags a,b --owner owner@localhost",
    "search\n" +
      "  description  Finds things\n" +
      "  longevity  temporary\n" +
      "  tags  a, b\n" +
      "  owner  owner@localhost\n" +
      "  creator  owner@localhost\n" +
      "  created  TIME\n",
  ],
  [
    "feature list --tag a --tag b",
    "FEATURE  STATE  ENABLED FOR  TAGS\n" +
      "search  conditional  actor User;2  a, b\n" +
      "1 feature in production\n",
  ],
  ["feature list --stale", "no features in production\n"],
  ["feature clear billing", "cleared all gates of billing in production\n"],
  [
    "audit list --limit 3",
    "ID  TIME (UTC)  BY  ACTION  FEATURE  VALUE\n" +
      "13  TIME  AUTHOR  clear  billing\n" +
      "12  TIME  AUTHOR  disable_group  search  staff\n" +
      "11  TIME  AUTHOR  percentage_of_actors  search  0\n" +
      "3 audits in production\n",
  ],
  [
    "audit list search --action percentage_of_actors",
    "ID  TIME (UTC)  BY  ACTION  FEATURE  VALUE\n" +
      "11  TIME  AUTHOR  percentage_of_actors  search  0\n" +
      "5  TIME  AUTHOR  percentage_of_actors  search  5\n" +
      "2 audits in production\n",
  ],
  [
    "feature rollback billing --to 7 --dry-run",
    "a rollback of billing in production would do this:\n" +
      '  enable_expression {"All":[{"Equal":[{"Property":["plan"]},"pro"]},{"GreaterThan":[{"Property":["seats"]},10]}]}\n' +
      "this takes back 1 audit\n",
  ],
  [
    "feature rollback billing --to 7 --yes",
    "rolled billing back in production:\n" +
      '  enable_expression {"All":[{"Equal":[{"Property":["plan"]},"pro"]},{"GreaterThan":[{"Property":["seats"]},10]}]}\n' +
      "took back 1 audit\n",
  ],
  [
    "feature rollback billing --to 7 --yes",
    "billing has the gates of that moment in production; nothing to change\n",
  ],
  [
    "feature rollback search --at 2000-01-01 --dry-run",
    "a rollback of search in production would do this:\n" +
      "  disable_actor User;2\n" +
      "this takes back 8 audits\n",
  ],
  ["feature delete home --yes", "deleted home from every environment\n"],
  [
    "export",
    '{"version":1,"features":{"billing":{"boolean":null,"groups":[],"actors":[],"expression":{"All":[{"Equal":[{"Property":["plan"]},"pro"]},{"GreaterThan":[{"Property":["seats"]},10]}]},"percentage_of_actors":null,"percentage_of_time":null},"search":{"boolean":null,"groups":[],"actors":["User;2"],"expression":null,"percentage_of_actors":null,"percentage_of_time":null}}}\n',
  ],
];

describePlaces("a session, line by line", (shell) => {
  test("prints the same in every place, and nothing as an error", async () => {
    for (const [line, out, code = 0] of session) {
      const ran = await (line.startsWith("@")
        ? shell().runInStaging(line.slice(1))
        : shell().run(line));
      expect([line, ran.code, steady(ran.out), ran.err]).toEqual([line, code, out, ""]);
    }
  });
});

const whys: readonly (readonly [properties: string, reason: string])[] = [
  ["--property plan=pro --property seats:=14", 'plan ("pro") is "pro"'],
  [
    "--property plan=free",
    'operand 1 of All decided: plan ("free") is "pro" or trial (not given) is true: false; trial is not given',
  ],
  [
    "--property plan=pro --property seats=14",
    'operand 2 of All decided: seats ("14") over 10: false; a text is compared with a number',
  ],
  [
    "--property plan=pro",
    "operand 2 of All decided: seats (not given) over 10: false; seats is not given",
  ],
];

describePlaces("check --why", (shell) => {
  test("names properties that are missing or of another type, also in nested groups", async () => {
    const expression = {
      All: [
        {
          Any: [
            { Equal: [{ Property: ["plan"] }, "pro"] },
            { Equal: [{ Property: ["trial"] }, true] },
          ],
        },
        { GreaterThan: [{ Property: ["seats"] }, 10] },
      ],
    };
    await shell().run(`feature enable billing -x '${JSON.stringify(expression)}'`);
    for (const [properties, reason] of whys) {
      const { out } = await shell().run(`check billing --actor User;1 --why ${properties}`);
      expect([properties, /^ {2}expression .*$/m.exec(out)?.[0]]).toEqual([
        properties,
        expect.stringContaining(reason),
      ]);
    }
  });
});
