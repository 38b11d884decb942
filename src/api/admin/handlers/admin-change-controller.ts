import { Elysia } from "elysia";
import type { FeatureService } from "../../../app/services/feature-service.ts";
import { atPlace } from "../../../core/errors.ts";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import { changeGates, type GateChange } from "../../../core/evaluation/gate-change.ts";
import { gateTags } from "../../../core/evaluation/gate-tags.ts";
import { featureStateOf, type Gates } from "../../../core/evaluation/gates.ts";
import { isNoticedByMany } from "../../../core/evaluation/noticed-change.ts";
import { roundedValue } from "../../../core/percentages/rounded-percentages.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { gateChangeOf, type SentGateWrite } from "../../flipper/features/gate-values.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import {
  ChangedGates,
  ChangesPreview,
  NewChanges,
  PreviewedChanges,
} from "../contract/change-models.ts";
import { OfFeature } from "../contract/feature-models.ts";
import { featureWrite, gateChangeRefusals, gateWriteRefusals, typedBy } from "./feature-writes.ts";
import { gatesSummary } from "./gates-summary.ts";
import { callerAt, type UiDependencies, written } from "./ui-dependencies.ts";
import { featureAfter } from "./whole-gates.ts";

const exampleChanges: readonly SentGateWrite[] = [
  { gate: "groups", action: "enable", value: "staff" },
  { gate: "percentage_of_actors", action: "enable", value: 25 },
];
/** Enough for a thousand long actors, or some long expressions. */
const changesBytesMax = 4 * 1024 * 1024;
const valueRefusals = [
  "expression_invalid",
  "flipper_id_missing",
  "group_not_registered",
  "percentage_invalid",
] as const;

/** Several changes of a feature in one step, and their preview (docs/admin-api.md#routes). */
export function adminChangeController(deps: UiDependencies, routes: AdminRoutes) {
  const { services, hasExpressions, now } = deps;
  const { writer, features } = services;
  return new Elysia({ tags: ["Gates"] })
    .use(routes)
    .post(
      "/environments/:environment/features/:key/changes",
      async ({ caller: adminCaller, params, body }) => {
        const caller = callerAt(writer.state, params.environment, adminCaller);
        const key = exactFeatureKey(params.key);
        const writes = body.changes.map((write) => rounded(key, write, features));
        const changes = changesOf(writes, hasExpressions);
        const { seen, createsMissing = false, allowUnknown: allowsAnyGroup = false } = body;
        const { toggle, isNew } = await features.changeEach(caller, key, changes, {
          allowsAnyGroup,
          checks: { seen, typed: typedBy(adminCaller, key, body.typed), createsMissing },
        });
        return {
          ...written(writer.state, adminCaller),
          created: isNew,
          feature: featureAfter(toggle),
        };
      },
      {
        ...featureWrite,
        bodyBytesMax: changesBytesMax,
        body: withExample(NewChanges, { changes: exampleChanges }),
        response: { 200: answered(ChangedGates, "The feature after the changes") },
        refuses: [...gateChangeRefusals, ...valueRefusals],
        detail: {
          operationId: "changeGates",
          summary: "Make several changes of a feature in one step",
          description: "The server applies the changes in order, all of them or none.",
        },
      },
    )
    .post(
      "/environments/:environment/features/:key/changes/preview",
      ({ caller: adminCaller, params, body }) => {
        const caller = callerAt(writer.state, params.environment, adminCaller);
        const { gates: before } = features.get(caller, params.key);
        const after = changesOf(body.changes, hasExpressions).reduce(changeGates, before);
        const isProduction = caller.environment.kind === "production";
        return {
          before: sideOf(before),
          after: sideOf(after),
          mustType: isProduction && isNoticedByMany(before, after, now()),
          tag: gateTags(before).all,
        };
      },
      {
        role: "viewer",
        environmentToken: "reader",
        bodyBytesMax: changesBytesMax,
        params: OfFeature,
        body: withExample(PreviewedChanges, { changes: exampleChanges }),
        response: { 200: answered(ChangesPreview, "The gates before and after the changes") },
        refuses: [...gateWriteRefusals, ...valueRefusals],
        detail: {
          operationId: "previewChanges",
          summary: "Preview several changes of a feature",
          description:
            "Changes nothing. Only the change itself checks quotas and the policy for groups.",
        },
      },
    );
}

/** The write, with decimals of percentages handled as the server is configured. */
function rounded(
  key: string,
  write: SentGateWrite,
  { onPercentagesRounded }: Pick<FeatureService, "onPercentagesRounded">,
): SentGateWrite {
  const { gate, value } = write;
  return gate === "percentage_of_actors" || gate === "percentage_of_time"
    ? { ...write, value: roundedValue(key, gate, value, onPercentagesRounded) }
    : write;
}

function changesOf(
  writes: readonly SentGateWrite[],
  hasExpressions: boolean,
): readonly GateChange[] {
  return writes.map((write, index) =>
    atPlace(`changes[${index}]`, () => gateChangeOf(write, hasExpressions)),
  );
}

function sideOf(gates: Gates) {
  return { state: featureStateOf(gates), gates: gatesSummary(gates) };
}
