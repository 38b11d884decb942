import { Type } from "@sinclair/typebox";
import type { AnswerOf, InputOf } from "../../api/admin/calls/admin-call.ts";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { printable } from "../../core/text/printable.ts";
import { inEnvironment, orNull } from "../answers/json-schemas.ts";
import { givenOnly } from "../options/given-only.ts";
import { policyOptions, ruleOf } from "../options/policy-options.ts";
import { protectedOptions, whyIn } from "../options/why-option.ts";
import { readTextFile } from "../output/text-files.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { dailySubcommand } from "../targets/daily-subcommand.ts";

const PolicyJson = Type.Object({
  ...inEnvironment,
  policy: orNull(Type.Unknown(), "the rules; null for an environment that is not protected"),
});

const fileBytesMax = 256 * 1024;

type Shown = AnswerOf<"GET /environments/:environment/policy">["policy"];
type Sent = InputOf<"PUT /environments/:environment/policy">["body"]["policy"];

/** `gatehouse policy …` (docs/governance.md#policies). */
export function policySubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "policy",
    summary: "Shows and sets who must approve changes of an environment.",
    commands: [showCommand(senders), setCommand(senders)],
  };
}

function showCommand(senders: ApiSenders) {
  return dailySubcommand(senders, {
    name: "show",
    summary: "Shows the policy of an environment.",
    examples: [
      { line: "gatehouse policy show", text: "Shows who must approve changes of Production." },
    ],
    options: [],
    positionals: [],
    json: PolicyJson,
    work: async ({ place }) => {
      const route = "GET /environments/:environment/policy";
      const { policy } = await place.admin.call(route, { params: place.at, query: place.in });
      return { environment: place.admin.environment, policy };
    },
    text: ({ policy }) => policyText(policy as Shown),
  });
}

function setCommand(senders: ApiSenders) {
  const { approvals, from, direct, expiresDays, turnOff, reasons, bypassRoles, file, none } =
    policyOptions;
  return dailySubcommand(senders, {
    name: "set",
    summary:
      "Sets or removes the policy of an environment. A policy that allows something that the current " +
      "one refuses needs a change request.",
    examples: [
      {
        line: "gatehouse policy set --approvals 2 --from role:admin --direct 4",
        text: "Lets two admins approve changes of Production, and the token 4 write as before.",
      },
      {
        line: "gatehouse policy set --environment staging --none --request",
        text: "Asks for approval to remove the policy of staging.",
      },
    ],
    options: [
      ...[approvals, from, direct, expiresDays, turnOff, reasons, bypassRoles, file, none],
      ...protectedOptions,
    ],
    positionals: [],
    json: PolicyJson,
    work: async ({ given, place }) => {
      const { policy } = await place.admin.call("PUT /environments/:environment/policy", {
        params: place.at,
        query: place.in,
        body: { policy: await rulesIn(given), ...whyIn(given) },
      });
      return { environment: place.admin.environment, policy };
    },
    text: ({ policy }) => policyText(policy as Shown),
  });
}

async function rulesIn(given: Arguments): Promise<Sent> {
  const { approvals, from, direct, expiresDays, turnOff, reasons, bypassRoles, file, none } =
    policyOptions;
  const path = given.valueOf(file);
  if (given.valueOf(none)) {
    return null;
  }
  if (path !== undefined) {
    return parsedRules(await readTextFile(path, fileBytesMax));
  }
  const roles = given.valueOf(bypassRoles);
  const turningOff = given.valueOf(turnOff);
  return {
    rules: [ruleOf(given.valueOf(approvals), given.valueOf(from))],
    directTokens: given.valueOf(direct),
    ...givenOnly({
      expiresDays: given.valueOf(expiresDays),
      reason: given.valueOf(reasons),
      turnOff: turningOff === undefined ? undefined : turningOff === "on",
      bypass: roles.length === 0 ? undefined : { roles },
    }),
  };
}

/** The server checks the rules. */
function parsedRules(text: string): Sent {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigError("--file must have the rules as JSON");
  }
}

function policyText(policy: Shown): string {
  if (policy === null) {
    return "not protected: changes need no approval\n";
  }
  const lines = policy.rules.map(({ count, roles, members, tokens }) => {
    const who = [
      ...roles.map((role) => `role ${role}`),
      ...members.map((id) => `member ${id}`),
      ...tokens.map((id) => `token ${id}`),
    ];
    return `${count} ${count === 1 ? "approval" : "approvals"} from ${who.join(", ")}`;
  });
  const { directTokens, bypass, turnOff, reason, expiresDays } = policy;
  return [
    ...lines,
    `tokens that write without a request: ${directTokens.join(", ") || "none"}`,
    `may bypass with a reason: ${bypass.roles.join(", ") || "nobody"}`,
    `closing gates: ${turnOff ? "with a reason, without approval" : "with approval"}`,
    `reasons: ${reason === "always" ? "for every change of a person" : "only to bypass"}`,
    `requests expire after ${expiresDays} days`,
  ]
    .map((line) => `${printable(line)}\n`)
    .join("");
}
