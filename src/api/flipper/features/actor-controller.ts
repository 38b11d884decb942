import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { FeatureService } from "../../../app/services/feature-service.ts";
import { largeChecks } from "../../../app/services/large-checks.ts";
import type { Snapshot } from "../../../app/snapshots/snapshot.ts";
import { refuseLongActorId } from "../../../core/evaluation/actor-id.ts";
import type { ListCheck } from "../../../core/evaluation/list-check.ts";
import { runSteps } from "../../../core/evaluation/run-steps.ts";
import type { Caller } from "../../../core/model/caller.ts";
import { inSlices } from "../../../core/scheduling/shared-slices.ts";
import { isJsonObject } from "../../../core/text/json-object.ts";
import { documented, documentedJson } from "../../../http/declared/documented-schemas.ts";
import { sentNames, sentTextAs } from "../../../http/declared/parameter-schemas.ts";
import { segment } from "../../../http/declared/sent-values.ts";
import { parseJson } from "../../../http/request/json-document.ts";
import { requestIdOf } from "../../../http/request/request-id.ts";
import { requestInvalid } from "../../../http/request/request-invalid.ts";
import { jsonResponse } from "../../../http/response/json-response.ts";
import type { Access } from "../../common/access/access.ts";
import { flipperRoutes } from "../../common/access/flipper-routes.ts";
import type { DocumentedDeployment } from "../../common/errors/operation-docs.ts";
import { answerJson } from "../answers/check-answer.ts";
import { checkAnswers } from "../answers/snapshot-answers.ts";
import { ActorCheckModel } from "./feature-model.ts";
import type { IsGroup } from "./known-groups.ts";

export interface ActorControllerOptions {
  readonly service: FeatureService;
  readonly access: Access;
  readonly isGroup: IsGroup;
  readonly documented: DocumentedDeployment;
}

const CheckedActorPath = Type.Object({
  flipper_id: documented(segment(Type.String(), shortActorId), {
    description: "The id of the actor, such as `User;42`.",
    example: "User;42",
  }),
});

const CheckQuery = Type.Object({
  keys: sentNames("Only these features; unknown ones are not enabled.", ["search", "unknown"]),
  groups: sentNames("Groups that the actor is in.", ["staff"]),
  properties: sentTextAs(
    "Properties of the actor for expressions, as a JSON object.",
    '{"plan":"pro"}',
    (sent, name) => propertiesIn(sent.text(name)),
  ),
});

const example = {
  flipper_id: "User;42",
  features: { search: { enabled: true }, unknown: { enabled: false } },
};

/** GET /actors/{flipper_id} (docs/api.md#actor-check). Creates nothing for unknown features. */
export function actorController(options: ActorControllerOptions) {
  const { service } = options;
  return new Elysia({ tags: ["Actors"] }).use(flipperRoutes(options)).get(
    "/actors/:flipper_id",
    ({ request, caller, params, query }) => {
      const asked = askedCheck(options, { caller, request, params, query });
      return service.isLargeEnvironment(caller)
        ? largeChecks.run(() => inSlices(answerLargeCheck(asked)))
        : jsonResponse(answerCheck(asked));
    },
    {
      access: "read",
      params: CheckedActorPath,
      query: CheckQuery,
      response: { 200: documentedJson(ActorCheckModel, "The result for each feature", example) },
      refuses: ["flipper_id_missing", "too_many_names"],
      detail: {
        operationId: "checkActor",
        summary: "Read which features are enabled for an actor",
        description: "Creates nothing. Without `keys` it answers for all features, sorted by key.",
      },
    },
  );
}

interface AskedCheck {
  readonly flipperId: string;
  readonly snapshot: Snapshot;
  readonly check: ListCheck;
  /** Undefined for all features. */
  readonly keys: ReadonlySet<string> | undefined;
  readonly service: FeatureService;
}

interface SentCheck {
  readonly caller: Caller;
  readonly request: Request;
  readonly params: Static<typeof CheckedActorPath>;
  readonly query: Static<typeof CheckQuery>;
}

function askedCheck(
  { service, isGroup }: ActorControllerOptions,
  { caller, request, params, query }: SentCheck,
): AskedCheck {
  const actor = { flipperId: params.flipper_id, properties: query.properties };
  const snapshot = service.snapshot(caller);
  const groups = query.groups((name) => isGroup(caller, snapshot, name));
  return {
    flipperId: actor.flipperId,
    snapshot,
    check: service.check(caller, [actor], groups, () => requestIdOf(request)),
    keys: query.keys((key) => snapshot.find(key) !== undefined),
    service,
  };
}

function answerCheck(asked: AskedCheck): string | Uint8Array<ArrayBuffer> {
  const { flipperId, snapshot, check, keys, service } = asked;
  if (keys !== undefined) {
    return runSteps(answerKeys(asked, keys));
  }
  const answer = checkAnswers.of(snapshot);
  const { conditional, featureCount } = answer.parts ?? runSteps(answer.build());
  service.countEvaluations(featureCount);
  return answer.fill(flipperId, check.enabledAmong(conditional));
}

/** In steps of some features, so that other requests run in between. */
function* answerLargeCheck(asked: AskedCheck): Generator<void, Response> {
  const { flipperId, snapshot, check, keys, service } = asked;
  if (keys !== undefined) {
    return jsonResponse(yield* answerKeys(asked, keys));
  }
  const answer = checkAnswers.of(snapshot);
  const { conditional, featureCount } = yield* answer.build();
  service.countEvaluations(featureCount);
  return jsonResponse(answer.fill(flipperId, yield* check.enabledAmongInSteps(conditional)));
}

function* answerKeys(
  { flipperId, snapshot, check, service }: AskedCheck,
  keys: ReadonlySet<string>,
): Generator<void, string> {
  const answers: string[] = [];
  for (const key of keys) {
    const toggle = snapshot.find(key);
    const isEnabled = toggle !== undefined && (yield* check.openGateInSteps(toggle)) !== null;
    answers.push(answerJson(key, isEnabled));
    yield;
  }
  service.countEvaluations(keys.size);
  return `{"flipper_id":${JSON.stringify(flipperId)},"features":{${answers.join(",")}}}`;
}

function shortActorId(id: string): string {
  refuseLongActorId(id);
  return id;
}

function propertiesIn(text: string | undefined): Readonly<Record<string, unknown>> {
  const properties = text === undefined ? {} : parseJson(text, "the parameter properties");
  if (!isJsonObject(properties)) {
    throw requestInvalid("properties must be a JSON object");
  }
  return properties;
}
