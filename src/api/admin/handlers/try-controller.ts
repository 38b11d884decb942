import { Elysia } from "elysia";
import { registeredGroups } from "../../../app/services/registered-groups.ts";
import type { ExplainedGate } from "../../../core/evaluation/explained-check.ts";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import type { ExplainedTerm, ShownValue } from "../../../core/expressions/explained-term.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { OfFeature } from "../contract/feature-models.ts";
import {
  type ExpressionReason,
  type GateReason,
  TryAnswer,
  TryQuestion,
} from "../contract/try-models.ts";
import { callerAt, type UiDependencies } from "./ui-dependencies.ts";

/** "Try it": the result for a request, and why (docs/admin-api.md#routes). */
export function tryController({ services, hostGroups }: UiDependencies, routes: AdminRoutes) {
  const { writer, explanations } = services;
  return new Elysia({ tags: ["Checks"] }).use(routes).post(
    "/environments/:environment/features/:key/try",
    async ({ caller: adminCaller, params, body, request }) => {
      const caller = callerAt(writer.state, params.environment, adminCaller);
      const { actors, groups, properties } = body;
      const { projectId } = caller.environment;
      const registered = registeredGroups(writer.state, projectId, hostGroups);
      const { enabled, gates } = await explanations.explain(caller, exactFeatureKey(params.key), {
        actors: actors.map((flipperId) => ({ flipperId, properties })),
        declaredGroups: new Set(groups),
        isKnownGroup: (group) => registered.has(group),
        signal: request.signal,
      });
      return { enabled, gates: gates.map((gate) => reasonOf(gate, new Set(groups))) };
    },
    {
      role: "viewer",
      environmentToken: "reader",
      params: OfFeature,
      body: withExample(TryQuestion, {
        actors: ["User;42"],
        groups: ["staff"],
        properties: { plan: "premium" },
      }),
      response: { 200: answered(TryAnswer, "The result, with the reason of each gate") },
      refuses: [
        "environment_not_found",
        "feature_name_missing",
        "feature_not_found",
        "parameter_invalid",
        "unavailable",
      ],
      detail: {
        operationId: "tryFeature",
        summary: "Check a feature for actors, and explain the result",
        description: "The check does not count as an evaluation.",
      },
    },
  );
}

function reasonOf(gate: ExplainedGate, asked: ReadonlySet<string>): GateReason {
  const { opens } = gate;
  switch (gate.gate) {
    case "boolean":
      return { gate: "boolean", opens };
    case "expression":
      return {
        gate: "expression",
        opens,
        ...(gate.tree === null ? {} : { expression: expressionReason(gate.tree, true) }),
      };
    case "actors":
      return { gate: "actors", opens, count: gate.count, matched: gate.matched };
    case "percentage_of_actors":
      return {
        gate: "percentageOfActors",
        opens,
        percentage: gate.percentage,
        threshold: gate.threshold,
        ...(gate.bucket === null ? {} : { bucket: gate.bucket }),
      };
    case "percentage_of_time":
      return { gate: "percentageOfTime", opens, percentage: gate.percentage };
    case "groups": {
      const matched = gate.groups.filter(({ matches }) => matches);
      const unknown = gate.groups.filter(({ name, isKnown }) => !isKnown && !asked.has(name));
      return {
        gate: "groups",
        opens,
        count: gate.groups.length,
        matched: matched.map(({ name }) => name),
        unknown: unknown.map(({ name }) => name),
      };
    }
  }
}

function expressionReason(term: ExplainedTerm, decided: boolean): ExpressionReason {
  const { operator, value, error, decidedBy, operands } = term;
  const shown = value === null ? undefined : shownValue(value);
  const isConstant = operator === null && isScalar(shown);
  return {
    operator: operator ?? "",
    ...(shown === undefined ? {} : { value: shown }),
    decided,
    ...(error === null ? {} : { error }),
    operands: operands.map((operand, index) =>
      expressionReason(operand, decidedBy === null || decidedBy === index),
    ),
    ...(isConstant ? { constant: shown } : {}),
  };
}

function shownValue({ type, text }: ShownValue): unknown {
  switch (type) {
    case "number":
      return Number(text);
    case "boolean":
      return text === "true";
    case "null":
      return null;
    default:
      return text;
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
