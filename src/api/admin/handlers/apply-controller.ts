import type { Static } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type {
  AppliedFeature,
  AppliedFeatures,
  AppliedGates,
  DeclaredFeature,
  WantedFeatures,
} from "../../../app/services/apply-features.ts";
import type { ApplyAuthor } from "../../../app/services/apply-service.ts";
import { atPlace, GatehouseError } from "../../../core/errors.ts";
import { requireActorId } from "../../../core/evaluation/actor-id.ts";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import { requireGroupName } from "../../../core/evaluation/group-name.ts";
import { parseExpression } from "../../../core/expressions/expression.ts";
import type { State } from "../../../core/model/state.ts";
import { productionOf } from "../../../core/model/state-lookups.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import {
  AppliedAnswer,
  AppliedFeatures as AppliedBody,
  type AppliedGateDifference,
  AppliedPreview,
  appliedEnvironmentsMax,
  PreviewedFeatures,
  type DeclaredFeature as SentFeature,
} from "../contract/apply-models.ts";
import { objectWithRows, streamedJson } from "../json-answers.ts";
import { gateWriteRefusals } from "./feature-writes.ts";
import { RecentChecks } from "./recent-checks.ts";
import { callerInEnvironment, type UiDependencies, written } from "./ui-dependencies.ts";

const applyBytesMax = 4 * 1024 * 1024;

const applyRefusals = [
  ...gateWriteRefusals,
  "environment_not_found",
  "flipper_id_missing",
  "expression_invalid",
  "input_invalid",
] as const;

const example = {
  features: [
    {
      key: "search",
      tags: ["web"],
      environments: [{ environment: "production", percentageOfActors: 25, actors: ["User;42"] }],
    },
  ],
};

/** Features as files declare them, in one commit (docs/flags-as-code.md). */
export function applyController(deps: UiDependencies, routes: AdminRoutes) {
  const { writer, apply } = deps.services;
  const recent = new RecentChecks(deps);
  return new Elysia({ tags: ["Features"] })
    .use(routes)
    .post(
      "/apply",
      async ({ caller, body, request }) => {
        const author = authorOf(writer.state, caller);
        const wanted = wantedOf(writer.state, body, caller);
        if (wanted.pruned !== undefined && body.force !== true) {
          const { changes } = await apply.preview(author, wanted, request.signal);
          const keys = changes.flatMap(({ kind, key }) => (kind === "deleted" ? key : []));
          await recent.refuseDeletion(author.production, caller, keys);
        }
        const applied = await apply.apply(author, { ...wanted, base: body.base });
        return streamedJson(request, answerOf(written(writer.state, caller), applied));
      },
      {
        role: "member",
        environmentToken: "writer",
        bodyBytesMax: applyBytesMax,
        body: withExample(AppliedBody, example),
        response: { 200: answered(AppliedAnswer, "What changed") },
        refuses: [...applyRefusals, "gate_changed", "still_evaluated"],
        detail: {
          operationId: "applyFeatures",
          summary: "Make features what a file declares",
          description:
            "Changes all of the features in all of the environments, or nothing. Missing features are " +
            "created. Environments that a feature does not list stay as they are. A change request " +
            "can be opened for changes of one environment.",
        },
      },
    )
    .post(
      "/apply/preview",
      async ({ caller, body, request }) => {
        const { state } = writer;
        const wanted = wantedOf(state, body, caller);
        const applied = await apply.preview(authorOf(state, caller), wanted, request.signal);
        return streamedJson(
          request,
          answerOf({ protected: protectedIn(state, applied.changes) }, applied),
        );
      },
      {
        role: "viewer",
        environmentToken: "reader",
        bodyBytesMax: applyBytesMax,
        body: withExample(PreviewedFeatures, example),
        response: { 200: answered(AppliedPreview, "What would change") },
        refuses: applyRefusals,
        detail: {
          operationId: "previewAppliedFeatures",
          summary: "Preview what a file declares",
          description: "Changes nothing. The refusals are those of the change.",
        },
      },
    );
}

function authorOf(state: State, caller: AdminCaller): ApplyAuthor {
  const production = productionOf(state, caller.projectId);
  return {
    // A token can only change its own environment, and also creates features there.
    production: caller.token?.environment ?? production,
    callerIn: (environment) => callerInEnvironment(state, environment, caller),
  };
}

type SentWanted = Static<typeof PreviewedFeatures>;

function wantedOf(
  state: State,
  { features, prune }: SentWanted,
  caller: AdminCaller,
): WantedFeatures {
  if (prune !== undefined && (caller.token?.environment.kind ?? "production") !== "production") {
    throw new GatehouseError("production_token_required");
  }
  const pairs = features.reduce((sum, { environments }) => sum + environments.length, 0);
  if (pairs > appliedEnvironmentsMax) {
    const message = `features: All features together can list at most ${appliedEnvironmentsMax} environments`;
    throw new GatehouseError("input_invalid", { message, place: "features" });
  }
  requireOnce(
    features.map(({ key }) => key),
    "features",
  );
  return {
    features: features.map((feature, index) =>
      atPlace(`features[${index}]`, () => declaredOf(state, feature, caller)),
    ),
    pruned: prune,
    base: undefined,
  };
}

function requireOnce(names: readonly string[], place: string): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) {
      throw new GatehouseError("input_invalid", {
        message: `${place}: ${name} is listed twice`,
        place,
      });
    }
    seen.add(name);
  }
}

function declaredOf(state: State, sent: SentFeature, caller: AdminCaller): DeclaredFeature {
  const { key, description, longevity, tags, environments, ignore = [] } = sent;
  requireOnce(
    environments.map(({ environment }) => environment),
    "environments",
  );
  return {
    key: exactFeatureKey(key),
    described: {
      ...(description === undefined ? {} : { description }),
      ...(longevity === undefined ? {} : { longevity }),
      ...(tags === undefined ? {} : { tags }),
    },
    ignored: new Set(ignore),
    environments: environments.map(({ environment, expression = null, ...gates }) => ({
      environment: environmentOf(state, `slug:${environment}`, caller),
      gates: {
        boolean: gates.boolean ?? false,
        expression: expression === null ? null : parseExpression(expression),
        groups: (gates.groups ?? []).map(requireGroupName).toSorted(),
        actors: (gates.actors ?? []).map(requireActorId).toSorted(),
        percentageOfActors: gates.percentageOfActors ?? 0,
        percentageOfTime: gates.percentageOfTime ?? 0,
      },
    })),
  };
}

function protectedIn(state: State, changes: readonly AppliedFeature[]): readonly string[] {
  const environments = changes.flatMap(({ gates }) => gates.map(({ environment }) => environment));
  const isProtected = environments.filter(({ id }) => state.policies.has(id));
  return [...new Set(isProtected.map(({ slug }) => slug))];
}

function answerOf(head: object, { changes, base }: AppliedFeatures) {
  const rows = changes.map(({ key, kind, described, gates }) => ({
    ...{ key, kind, described },
    environments: gates.map((each) => ({
      environment: each.environment.slug,
      pins: each.pins,
      gates: differencesOf(each),
    })),
  }));
  return objectWithRows({ ...head, base }, "changes", rows);
}

const shownMembersMax = 100;

function differencesOf({ before, after }: AppliedGates): readonly AppliedGateDifference[] {
  const members = (["groups", "actors"] as const).flatMap(
    (gate): readonly AppliedGateDifference[] => {
      const [had, has] = [new Set(before[gate]), new Set(after[gate])];
      const added = after[gate].filter((name) => !had.has(name));
      const removed = before[gate].filter((name) => !has.has(name));
      return added.length + removed.length === 0
        ? []
        : [
            {
              gate,
              added: added.slice(0, shownMembersMax),
              addedCount: added.length,
              removed: removed.slice(0, shownMembersMax),
              removedCount: removed.length,
            },
          ];
    },
  );
  const values = (
    ["boolean", "expression", "percentageOfActors", "percentageOfTime"] as const
  ).flatMap((gate): readonly AppliedGateDifference[] =>
    JSON.stringify(before[gate]) === JSON.stringify(after[gate])
      ? []
      : [{ gate, before: before[gate], after: after[gate] }],
  );
  return [...values, ...members];
}
