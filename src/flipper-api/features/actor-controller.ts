import { Elysia } from "elysia";
import { GatehouseError } from "../../errors.ts";
import { inSlices } from "../../event-loop/shared-turns.ts";
import { parseJson } from "../../http/request/json-document.ts";
import { nameListOf } from "../../http/request/name-list.ts";
import type { Parameters } from "../../http/request/parameters.ts";
import { requestIdOf } from "../../http/request/request-id.ts";
import { queryOf } from "../../http/request/request-parameters.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { synchronousHandler } from "../../http/routing/synchronous-handler.ts";
import type { Caller } from "../../model/caller.ts";
import type { FeatureService } from "../../services/feature-service.ts";
import { largeChecks } from "../../services/large-checks.ts";
import type { Snapshot } from "../../snapshots/snapshot.ts";
import { isJsonObject } from "../../text/json-object.ts";
import { refuseLongActorId } from "../../toggles/actor-id.ts";
import type { ListCheck } from "../../toggles/list-check.ts";
import { runSteps } from "../../toggles/run-steps.ts";
import type { Access } from "../access/access.ts";
import { answerJson } from "../answers/check-answer.ts";
import { checkAnswers } from "../answers/snapshot-answers.ts";
import type { DocumentedDeployment } from "../errors/operation-docs.ts";
import { actorDocs } from "./actor-docs.ts";
import type { IsGroup } from "./known-groups.ts";

export interface ActorControllerOptions {
  readonly service: FeatureService;
  readonly access: Access;
  readonly isGroup: IsGroup;
  readonly documented: DocumentedDeployment;
}

/** GET /actors/{flipper_id} (docs/api.md#actor-check). Creates nothing for unknown features. */
export function actorController(options: ActorControllerOptions) {
  const { access, service } = options;
  return new Elysia().get(
    "/actors/:flipper_id",
    synchronousHandler((request, flipperId) => {
      const caller = access.reader(request);
      const asked = readCheck(options, caller, flipperId, request);
      return service.isLargeEnvironment(caller)
        ? largeChecks.run(() => inSlices(answerLargeCheck(asked)))
        : jsonResponse(answerCheck(asked));
    }),
    { detail: actorDocs(options.documented).check },
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

function readCheck(
  { service, isGroup }: ActorControllerOptions,
  caller: Caller,
  flipperId: string,
  request: Request,
): AskedCheck {
  const query = queryOf(request);
  refuseLongActorId(flipperId);
  const snapshot = service.snapshot(caller);
  const actor = { flipperId, properties: propertiesOf(query) };
  const groups = nameListOf(query, "groups", (name) => isGroup(caller, snapshot, name));
  return {
    flipperId,
    snapshot,
    check: service.check(caller, [actor], groups, () => requestIdOf(request)),
    keys: nameListOf(query, "keys", (key) => snapshot.find(key) !== undefined),
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

/** In steps of some features, so that other requests are answered meanwhile. */
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

function propertiesOf(query: Parameters): Readonly<Record<string, unknown>> {
  const text = query.text("properties");
  if (text === undefined) {
    return {};
  }
  const properties = parseJson(text, "the parameter properties");
  if (!isJsonObject(properties)) {
    throw new GatehouseError(
      "request_invalid",
      "Request invalid: properties must be a JSON object",
    );
  }
  return properties;
}
