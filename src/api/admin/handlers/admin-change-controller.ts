import { Elysia } from "elysia";
import type { FeatureService } from "../../../app/services/feature-service.ts";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import { changeGates } from "../../../core/evaluation/gate-change.ts";
import { gateTags } from "../../../core/evaluation/gate-tags.ts";
import { featureStateOf, type Gates } from "../../../core/evaluation/gates.ts";
import { isNoticedByMany } from "../../../core/evaluation/noticed-change.ts";
import { roundedValue } from "../../../core/percentages/rounded-percentages.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import {
  ChangedGates,
  ChangesPreview,
  NewChanges,
  PreviewedChanges,
} from "../contract/change-models.ts";
import { FeaturePath } from "../contract/feature-models.ts";
import { featureWrite, gateChangeRefusals, gateWriteRefusals, typedBy } from "./feature-writes.ts";
import { gatesSummary } from "./gates-summary.ts";
import { changesBytesMax, changesOf, changeValueRefusals } from "./sent-changes.ts";
import type { SentGateWrite } from "./sent-gate-write.ts";
import { callerInPath, type UiDependencies, writtenStep } from "./ui-dependencies.ts";
import { featureAfter } from "./whole-gates.ts";

const exampleChanges: readonly SentGateWrite[] = [
  { gate: "groups", action: "enable", value: "staff" },
  { gate: "percentage_of_actors", action: "enable", value: 25 },
];

/** Several changes of a feature in one step, and their preview (docs/admin-api.md#routes). */
export function adminChangeController(deps: UiDependencies, routes: AdminRoutes) {
  const { services, hasExpressions, now } = deps;
  const { writer, features } = services;
  return new Elysia({ tags: ["Gates"] })
    .use(routes)
    .post(
      "/environments/:environment/features/:key/changes",
      async ({ caller: adminCaller, params, body }) => {
        const caller = callerInPath(writer.state, params.environment, adminCaller);
        const key = exactFeatureKey(params.key);
        const changes = changesOf(body.changes, hasExpressions, (write) =>
          rounded(key, write, features),
        );
        const { seen, createsMissing = false, allowUnknown: allowsAnyGroup = false } = body;
        const { toggle, isNew } = await features.changeEach(caller, key, changes, {
          allowsAnyGroup,
          checks: { seen, typed: typedBy(adminCaller, key, body.typed), createsMissing },
        });
        return {
          ...writtenStep(writer.state, adminCaller, caller),
          created: isNew,
          feature: featureAfter(toggle),
        };
      },
      {
        ...featureWrite,
        bodyBytesMax: changesBytesMax,
        body: withExample(NewChanges, { changes: exampleChanges }),
        response: { 200: answered(ChangedGates, "The feature after the changes") },
        refuses: [
          ...gateChangeRefusals,
          ...changeValueRefusals,
          "feature_retired",
          "group_not_registered",
        ],
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
        const caller = callerInPath(writer.state, params.environment, adminCaller);
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
        params: FeaturePath,
        body: withExample(PreviewedChanges, { changes: exampleChanges }),
        response: { 200: answered(ChangesPreview, "The gates before and after the changes") },
        refuses: [...gateWriteRefusals, ...changeValueRefusals],
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

function sideOf(gates: Gates) {
  return { state: featureStateOf(gates), gates: gatesSummary(gates) };
}
