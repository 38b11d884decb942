import { Elysia } from "elysia";
import { runAs } from "../../../app/commands/permit-changes.ts";
import { setPolicy } from "../../../app/commands/policy-commands.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { explained } from "../../../core/model/reason-links.ts";
import type { State } from "../../../core/model/state.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import {
  ConfirmedBypasses,
  PolicyAnswer,
  PolicyChange,
  SavedPolicy,
} from "../contract/policy-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { approvingTokens } from "./approving-tokens.ts";
import { actorRow, isAdmin } from "./request-rows.ts";
import { policyRulesOf } from "./sent-commands.ts";
import { callerInPath, type UiDependencies, written } from "./ui-dependencies.ts";

const exampleRules = { rules: [{ count: 2, roles: ["admin"] as const, members: [], tokens: [] }] };
const refuses = ["environment_not_found", "parameter_invalid", ...commandRefusals] as const;

/** Approvals that changes of an environment need (docs/admin-api.md#policies). */
export function policyController({ services, now }: UiDependencies, routes: AdminRoutes) {
  const { writer, requests } = services;
  const shown = (admin: AdminCaller, environment: Environment) => {
    const { state } = writer;
    const tokens = approvingTokens({ state, now: now() }, environment.id, isAdmin(admin));
    return { ...shownPolicy(state, environment), personalTokens: tokens };
  };
  return new Elysia({ tags: ["Requests"] })
    .use(routes)
    .get(
      "/environments/:environment/policy",
      ({ caller, params }) =>
        shown(caller, environmentOf(writer.state, params.environment, caller)),
      {
        role: "viewer",
        environmentToken: "reader",
        hostedOnly: "for_clients",
        params: EnvironmentPath,
        response: { 200: answered(PolicyAnswer, "The policy") },
        refuses: ["environment_not_found"],
        detail: { operationId: "getPolicy", summary: "Show the policy of an environment" },
      },
    )
    .put(
      "/environments/:environment/policy",
      async ({ caller: adminCaller, params, body }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        const rules = body.policy === null ? null : policyRulesOf(body.policy);
        await writer.submit((draft) => runAs(draft, caller, () => setPolicy(draft, caller, rules)));
        return { ...written(writer.state, adminCaller), ...shown(adminCaller, caller.environment) };
      },
      {
        role: "admin",
        needsProof: true,
        hostedOnly: "for_clients",
        params: EnvironmentPath,
        body: withExample(PolicyChange, { policy: exampleRules }),
        response: { 200: answered(SavedPolicy, "The policy after the change") },
        refuses,
        detail: {
          operationId: "setPolicy",
          summary: "Set or remove the policy of an environment",
          description:
            "A policy that allows something that the current one refuses needs a request under the " +
            "current one. Refuses rules that too few people or tokens could meet.",
        },
      },
    )
    .post(
      "/environments/:environment/policy/confirmations",
      async ({ caller: adminCaller, params, body }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        await requests.confirmBypasses(caller, body.until);
        return shown(adminCaller, caller.environment);
      },
      {
        role: "viewer",
        hostedOnly: "for_clients",
        params: EnvironmentPath,
        body: withExample(ConfirmedBypasses, { until: 1_700_000_000_000 }),
        response: { 200: answered(PolicyAnswer, "The policy after the change") },
        refuses: ["environment_not_found", "approver_required", ...commandRefusals],
        detail: {
          operationId: "confirmBypasses",
          summary: "Confirm that an approver has looked at changes without approval",
        },
      },
    );
}

function shownPolicy(state: State, { id }: Environment) {
  const policy = state.policies.get(id);
  return {
    policy: policy?.rules ?? null,
    bypasses: (policy?.bypasses ?? []).map(({ audit, at, actor, reason: stored }) => {
      const { reason, links } = explained(stored);
      return { audit, at, reason: reason ?? "", links, actor: actorRow(state, actor) };
    }),
  };
}
