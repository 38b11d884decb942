import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { FeatureService } from "../../../app/services/feature-service.ts";
import type { Snapshot } from "../../../app/snapshots/snapshot.ts";
import { normalizeFeatureKey } from "../../../core/evaluation/feature-key.ts";
import type { Toggle } from "../../../core/evaluation/toggle.ts";
import {
  documentedEmpty,
  documentedJson,
  EmptyObject,
  withExample,
} from "../../../http/declared/documented-schemas.ts";
import {
  describedOnly,
  sentFlag,
  sentRepeatedNames,
  sentText,
} from "../../../http/declared/parameter-schemas.ts";
import { wire } from "../../../http/declared/sent-values.ts";
import { jsonResponse } from "../../../http/response/json-response.ts";
import { noContent } from "../../../http/response/no-content.ts";
import type { Access } from "../../common/access/access.ts";
import { flipperRoutes } from "../../common/access/flipper-routes.ts";
import type { DocumentedDeployment } from "../../common/errors/operation-docs.ts";
import { featureAnswer } from "../answers/feature-answer.ts";
import { pollHeaders } from "../answers/interval-headers.ts";
import { answerSome, listAnswers } from "../answers/snapshot-answers.ts";
import { exampleFeature } from "./feature-examples.ts";
import { FeatureListModel, FeatureModel } from "./feature-model.ts";
import { FeaturePath, KnownFeaturePath } from "./feature-path.ts";

export interface FeatureControllerOptions {
  readonly service: FeatureService;
  readonly access: Access;
  /** Whether feature objects have an `expression` gate; hosted only. */
  readonly showsExpressions: boolean;
  /** Seconds that pollers should wait between reads; undefined to send no header. */
  readonly pollIntervalSeconds: number | undefined;
  readonly documented: DocumentedDeployment;
}

const NewFeature = Type.Object(
  {
    name: wire(Type.String({ minLength: 1, maxLength: 255 }), (sent, name) =>
      normalizeFeatureKey(sent.text(name)),
    ),
  },
  { $id: "NewFeature" },
);

const ListQuery = Type.Object({
  keys: sentRepeatedNames("Only these features, in this order; unknown ones are left out.", [
    "search",
  ]),
  "keys[]": describedOnly(
    Type.Array(Type.String()),
    "Only these features, one exact name in each parameter. Cannot be sent together with `keys`.",
    [],
  ),
  exclude_gates: sentFlag("`true` leaves out the gates.", false),
  exclude_gate_names: sentFlag("`true` leaves out the names of the gates.", false),
  _cb: describedOnly(Type.String(), "Ignored; a new value prevents cached answers.", "1"),
});
const listHeaders = ["ETag", "Flipper-Sync-Version", "poll-interval"];

/** The routes of features (docs/api.md#features). */
export function featureController(options: FeatureControllerOptions) {
  return new Elysia().use(readRoutes(options)).use(writeRoutes(options));
}

function readRoutes(options: FeatureControllerOptions) {
  const { service, showsExpressions } = options;
  const feature = exampleFeature(options.documented.isHosted);
  const { gates: _, ...bareFeature } = feature;
  const headersOf = featureListHeaders(options);
  const allFeatures = listAnswers(headersOf);
  return new Elysia({ tags: ["Features"] })
    .use(flipperRoutes(options))
    .get(
      "/features",
      ({ request, caller, query }) => {
        const snapshot = service.snapshot(caller);
        const shape = {
          expression: showsExpressions,
          excludeGates: query.exclude_gates,
          excludeGateNames: query.exclude_gate_names,
        };
        const revision = service.revision(caller);
        if (query.keys === null) {
          return allFeatures(snapshot, shape).respond(request, revision);
        }
        const keys = query.keys((key) => snapshot.find(key) !== undefined);
        return answerSome(request, knownToggles(keys, snapshot), shape, headersOf(revision));
      },
      {
        access: "read",
        query: ListQuery,
        headers: Type.Object({
          "If-None-Match": sentText("ETags of answers that the client has.", '"none"'),
        }),
        response: {
          200: documentedJson(
            FeatureListModel,
            "The features",
            { features: [feature] },
            listHeaders,
          ),
          304: documentedEmpty("The client has the content", listHeaders),
        },
        refuses: ["too_many_names"],
        detail: {
          operationId: "listFeatures",
          summary: "List features with their state and gates",
          description: "The features are sorted by the UTF-8 bytes of their keys.",
        },
      },
    )
    .get(
      "/features/:feature_name",
      ({ caller, params, query }) =>
        featureAnswer(service.get(caller, params.feature_name), {
          expression: showsExpressions,
          excludeGates: query.exclude_gates,
          excludeGateNames: false,
        }),
      {
        access: "read",
        params: KnownFeaturePath,
        query: Type.Object({ exclude_gates: sentFlag("`true` leaves out the gates.") }),
        response: { 200: documentedJson(FeatureModel, "The feature", bareFeature) },
        refuses: ["feature_not_found"],
        detail: {
          operationId: "getFeature",
          summary: "Read a feature",
          description: "Reads the state and the gates of one feature.",
        },
      },
    );
}

function writeRoutes(options: FeatureControllerOptions) {
  const { service } = options;
  const { isHosted } = options.documented;
  return new Elysia({ tags: ["Features"] })
    .use(flipperRoutes(options))
    .post(
      "/features",
      async ({ caller, body }) => {
        await service.create(caller, body.name);
        return jsonResponse("{}");
      },
      {
        access: "write",
        body: withExample(NewFeature, { name: "dark_mode" }),
        response: { 200: documentedJson(EmptyObject, "The feature exists", {}) },
        refuses: ["feature_name_missing", "quota_exceeded"],
        detail: {
          operationId: "createFeature",
          summary: "Create a feature",
          description: "Does not change a feature that exists.",
        },
      },
    )
    .delete(
      "/features/:feature_name",
      async ({ caller, params }) => {
        await service.remove(caller, params.feature_name);
        return noContent();
      },
      {
        access: "delete",
        params: FeaturePath,
        response: { 204: documentedEmpty("The feature no longer exists, or never did") },
        refuses: [
          "feature_name_missing",
          ...(isHosted ? (["production_token_required"] as const) : []),
        ],
        detail: {
          operationId: "deleteFeature",
          summary: "Delete a feature",
          description: isHosted
            ? "Deletes the feature in all environments of the project."
            : "Deletes the feature and its gates.",
        },
      },
    )
    .delete(
      "/features/:feature_name/clear",
      async ({ caller, params }) => {
        await service.clear(caller, params.feature_name);
        return noContent();
      },
      {
        access: "write",
        params: FeaturePath,
        response: { 204: documentedEmpty("The feature has no gate values, or does not exist") },
        refuses: ["feature_name_missing", "quota_exceeded"],
        detail: {
          operationId: "clearFeature",
          summary: "Remove all gate values of a feature",
          description: "Sets every gate to its default, and keeps the feature.",
        },
      },
    );
}

/** Each feature once, in the order of the keys (docs/api.md#keys-and-groups). */
function knownToggles(
  keys: ReadonlySet<string> | undefined,
  snapshot: Snapshot,
): readonly Toggle[] {
  return [...(keys ?? [])].flatMap((key) => snapshot.find(key) ?? []);
}

/** Returns a function that gives the headers of list answers for a revision. */
function featureListHeaders({ access, pollIntervalSeconds }: FeatureControllerOptions) {
  const constant = {
    ...pollHeaders(pollIntervalSeconds),
    ...(access.varyBy === undefined ? {} : { vary: access.varyBy }),
  };
  return (revision: number) => ({ ...constant, "flipper-sync-version": String(revision) });
}
