import { Elysia } from "elysia";
import { requireSession } from "../../../app/commands/require-session.ts";
import { addTrustRule, removeTrustRule, trustRules } from "../../../app/commands/trust-commands.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Draft } from "../../../core/model/draft.ts";
import { type TrustRule as KnownRule, trustRulesMax } from "../../../core/model/sign-on.ts";
import type { State } from "../../../core/model/state.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import {
  CiSignIn,
  type NewTrustRule as Described,
  NewTrustRule,
  SavedTrustRule,
  SignedInJob,
  type TrustRule,
  TrustRuleList,
  TrustRulePath,
} from "../contract/trust-models.ts";
import { organizationRight } from "../reader.ts";
import { requireAccounts, signInFacts } from "./sign-in-answers.ts";
import { placeOf } from "./token-list-rows.ts";
import { environmentOfItem, type UiDependencies } from "./ui-dependencies.ts";

const changesTrust = {
  role: "owner",
  hostedOnly: "for_clients",
  needsProof: true,
  refusesTokens: true,
} as const;

/** Jobs of CI systems that sign in without a stored secret (docs/governance.md#ci-jobs). */
export function trustController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia().use(ruleRoutes(deps, routes)).use(signInRoutes(deps, routes));
}

function ruleRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const { writer } = deps.services;
  const list = () => ({ rules: trustRules(writer.state).map((rule) => row(writer.state, rule)) });
  const changed = <Result>(caller: AdminCaller, work: (draft: Draft) => Result) => {
    const by = organizationRight(caller, caller.roleMin);
    return writer.submit((draft) => {
      requireSession(draft, by);
      return work(draft);
    });
  };
  return new Elysia({ tags: ["Tokens"] })
    .use(routes)
    .get("/trust-rules", list, {
      role: "owner",
      hostedOnly: "for_clients",
      response: { 200: answered(TrustRuleList, "The trust rules, the oldest first") },
      detail: {
        operationId: "listTrustRules",
        summary: "List the trust rules for CI jobs",
        description: `Lists all rules: at most ${trustRulesMax}.`,
      },
    })
    .post(
      "/trust-rules",
      async ({ caller, body }) => {
        const { id } = environmentOf(writer.state, body.environment, caller);
        const rule = await changed(caller, (draft) => {
          const environment = environmentOfItem(draft.state, { environmentId: id });
          return addTrustRule(draft, environment, describedRule(body));
        });
        return { rule: row(writer.state, rule) };
      },
      {
        ...changesTrust,
        body: withExample(NewTrustRule, {
          name: "deploy",
          issuer: "https://token.actions.githubusercontent.com",
          audience: "https://flags.example.com",
          claims: [{ name: "repository_id", value: "123456" }],
          environment: "staging",
          access: "read_and_write",
        }),
        response: { 200: answered(SavedTrustRule, "The trust rule") },
        refuses: [
          "environment_not_found",
          "parameter_invalid",
          "quota_exceeded",
          "token_limit",
          ...commandRefusals,
        ],
        detail: {
          operationId: "createTrustRule",
          summary: "Trust the jobs of a CI system",
          description:
            "Jobs whose token has the issuer, the audience and the claims get a token of the " +
            "environment for 15 minutes. A token of the environment with the name of the rule stands " +
            "for all of them in lists and audits.",
        },
      },
    )
    .delete(
      "/trust-rules/:rule",
      async ({ caller, params }) => {
        await changed(caller, (draft) => removeTrustRule(draft, params.rule));
        return list();
      },
      {
        ...changesTrust,
        params: TrustRulePath,
        response: { 200: answered(TrustRuleList, "The trust rules that are left") },
        refuses: ["trust_rule_not_found", ...commandRefusals],
        detail: {
          operationId: "deleteTrustRule",
          summary: "Delete a trust rule",
          description: "The tokens of its jobs are refused immediately.",
        },
      },
    );
}

function signInRoutes(deps: UiDependencies, routes: AdminRoutes) {
  const { writer } = deps.services;
  return new Elysia({ tags: ["Session"] }).use(routes).post(
    "/sign-in/ci",
    async ({ caller, body, request }) => {
      const { ci } = requireAccounts(deps);
      if (ci === undefined) {
        throw new GatehouseError("route_not_found");
      }
      const facts = signInFacts(deps, request, caller.address);
      const isAsked = ({ environmentId }: KnownRule) =>
        body.environment === undefined ||
        writer.state.environments.get(environmentId)?.slug === body.environment;
      const { token, value, rule } = await ci.signIn(body.token, facts, isAsked);
      return {
        token: value,
        expiresAt: token.expiresAt,
        ...placeOf(writer.state, rule),
        access: rule.access,
      };
    },
    {
      role: "anyone",
      forPrograms: true,
      hostedOnly: true,
      body: withExample(CiSignIn, { token: "eyJhbGciOiJSUzI1NiJ9…" }),
      response: { 200: answered(SignedInJob, "A token for 15 minutes") },
      refuses: [
        "ci_token_refused",
        "sign_on_unavailable",
        "token_limit",
        "quota_exceeded",
        "too_many_attempts",
        "route_not_found",
        "unavailable",
      ],
      detail: {
        operationId: "signInFromCi",
        summary: "Exchange the token of a CI job",
        description:
          "Takes a token of an issuer with a trust rule, signed with RS256 or ES256, at most 10 minutes " +
          "old, once.",
      },
    },
  );
}

/** Throws `parameter_invalid` for a claim that stands twice, and for another URL than https. */
function describedRule({ name, issuer, audience, claims, access }: Described) {
  const byName = Object.fromEntries(claims.map((claim) => [claim.name, claim.value]));
  if (Object.keys(byName).length < claims.length) {
    throw new GatehouseError("parameter_invalid", {
      message: "claims: each name stands once",
      place: "claims",
    });
  }
  const url = URL.parse(issuer);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:") || url.hash !== "") {
    throw new GatehouseError("parameter_invalid", {
      message: "issuer: must be the https URL of the CI system",
      place: "issuer",
    });
  }
  return { name, issuer, audience, claims: byName, access };
}

function row(state: State, rule: KnownRule): TrustRule {
  const { id, name, issuer, audience, claims, access, environmentId, createdAt } = rule;
  return {
    ...{ id, name, issuer, audience, access, environmentId, createdAt },
    claims: Object.entries(claims).map(([claim, value]) => ({ name: claim, value })),
    ...placeOf(state, rule),
  };
}
