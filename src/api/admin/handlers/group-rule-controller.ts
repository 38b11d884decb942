import { Elysia } from "elysia";
import { addBreakGlass, removeBreakGlass } from "../../../app/commands/break-glass-commands.ts";
import { groupRules, removeGroupRule, saveGroupRule } from "../../../app/commands/group-rules.ts";
import { requireSession } from "../../../app/commands/require-session.ts";
import type { Draft } from "../../../core/model/draft.ts";
import { personOf } from "../../../core/model/person.ts";
import {
  breakGlassMax,
  groupRulesMax,
  type GroupRule as KnownRule,
} from "../../../core/model/sign-on.ts";
import { signOnRecords } from "../../../core/model/sign-on-records.ts";
import type { State } from "../../../core/model/state.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { MemberPath } from "../contract/member-models.ts";
import {
  EmergencyAccess,
  type GroupRule,
  GroupRuleList,
  GroupRulePath,
  NewGroupRule,
  SavedGroupRule,
} from "../contract/sign-on-models.ts";
import { organizationRight } from "../reader.ts";
import { requireAskedMember } from "./named-people.ts";
import { placeOf } from "./token-list-rows.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** A change of how people sign in: by owners, after a proof, and by no token. */
const changesSignOn = {
  role: "owner",
  hostedOnly: "for_clients",
  needsProof: true,
  refusesTokens: true,
} as const;

/** The rules for groups of a provider, and emergency access (docs/governance.md#sign-on). */
export function groupRuleController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(ruleRoutes(deps, routes)).use(emergencyRoutes(deps, routes));
}

function ruleRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const { writer } = deps.services;
  return new Elysia({ tags: ["Members"] })
    .use(routes)
    .get("/group-rules", () => ({ rules: ruleRows(writer.state) }), {
      role: "owner",
      hostedOnly: "for_clients",
      response: { 200: answered(GroupRuleList, "The rules, the oldest first") },
      detail: {
        operationId: "listGroupRules",
        summary: "List the rules for groups of the provider",
        description: `Lists all rules: at most ${groupRulesMax}.`,
      },
    })
    .post(
      "/group-rules",
      async ({ caller, body }) => {
        const { group, role, environment } = body;
        const environmentId =
          environment === undefined ? null : environmentOf(writer.state, environment, caller).id;
        const rule = await changed(deps, caller, (draft) =>
          saveGroupRule(draft, { group, role, environmentId }),
        );
        return { rule: ruleRow(writer.state, rule) };
      },
      {
        ...changesSignOn,
        body: withExample(NewGroupRule, { group: "platform", role: "admin" }),
        response: { 200: answered(SavedGroupRule, "The rule") },
        refuses: [
          "environment_not_found",
          "parameter_invalid",
          "quota_exceeded",
          ...commandRefusals,
        ],
        detail: {
          operationId: "saveGroupRule",
          summary: "Add a rule for a group of the provider",
          description:
            "A rule for the same group and environment gets the new role. Rules apply at the next " +
            "sign-in of each person.",
        },
      },
    )
    .delete(
      "/group-rules/:rule",
      async ({ caller, params }) => {
        await changed(deps, caller, (draft) => removeGroupRule(draft, params.rule));
        return { rules: ruleRows(writer.state) };
      },
      {
        ...changesSignOn,
        params: GroupRulePath,
        response: { 200: answered(GroupRuleList, "The rules that are left") },
        refuses: ["group_rule_not_found", ...commandRefusals],
        detail: {
          operationId: "deleteGroupRule",
          summary: "Delete a rule for a group of the provider",
        },
      },
    );
}

function emergencyRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const { writer } = deps.services;
  const list = () => ({ owners: emergencyRows(writer.state) });
  const change =
    (work: typeof addBreakGlass) =>
    async ({ caller, params }: { caller: AdminCaller; params: { user: string } }) => {
      await changed(deps, caller, (draft) =>
        work(draft, requireAskedMember(draft.state, params.user)),
      );
      return list();
    };
  return new Elysia({ tags: ["Members"] })
    .use(routes)
    .get("/emergency-access", list, {
      role: "owner",
      hostedOnly: "for_clients",
      response: { 200: answered(EmergencyAccess, "The owners with emergency access") },
      detail: {
        operationId: "listEmergencyAccess",
        summary: "List the owners with emergency access",
        description: `With \`--sso-only\` these owners, at most ${breakGlassMax}, still sign in with a password.`,
      },
    })
    .put("/members/:user/emergency-access", change(addBreakGlass), {
      ...changesSignOn,
      params: MemberPath,
      response: { 200: answered(EmergencyAccess, "The owners with emergency access") },
      refuses: ["member_not_found", "break_glass_limit", "quota_exceeded", ...commandRefusals],
      detail: { operationId: "addEmergencyAccess", summary: "Give an owner emergency access" },
    })
    .delete("/members/:user/emergency-access", change(removeBreakGlass), {
      ...changesSignOn,
      params: MemberPath,
      response: { 200: answered(EmergencyAccess, "The owners with emergency access") },
      refuses: ["member_not_found", ...commandRefusals],
      detail: {
        operationId: "removeEmergencyAccess",
        summary: "Take emergency access from an owner",
      },
    });
}

function changed<Result>(
  { services: { writer } }: UiDependencies,
  caller: AdminCaller,
  work: (draft: Draft) => Result,
): Promise<Result> {
  const by = organizationRight(caller, caller.roleMin);
  return writer.submit((draft) => {
    requireSession(draft, by);
    return work(draft);
  });
}

function ruleRows(state: State): readonly GroupRule[] {
  return groupRules(state).map((rule) => ruleRow(state, rule));
}

function ruleRow(
  state: State,
  { id, group, role, environmentId, createdAt }: KnownRule,
): GroupRule {
  const place =
    environmentId === null
      ? { environment: null, project: null }
      : placeOf(state, { environmentId });
  return { id, group, role, environmentId, ...place, createdAt };
}

function emergencyRows(state: State) {
  return signOnRecords(state, "break_glass").flatMap(({ userId, createdAt, lastUsedAt }) => {
    const person = personOf(state, userId);
    return person === null ? [] : [{ ...person, createdAt, lastUsedAt }];
  });
}
