import { Elysia } from "elysia";
import { GatehouseError } from "../../errors.ts";
import { parseJson } from "../../http/request/json-document.ts";
import { nameListOf } from "../../http/request/name-list.ts";
import type { Parameters } from "../../http/request/parameters.ts";
import { requestIdOf } from "../../http/request/request-id.ts";
import { queryOf } from "../../http/request/request-parameters.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { synchronousHandler } from "../../http/routing/synchronous-handler.ts";
import type { Caller } from "../../model/caller.ts";
import type { FeatureService } from "../../services/feature-service.ts";
import type { Snapshot } from "../../snapshots/snapshot.ts";
import { isJsonObject } from "../../text/json-object.ts";
import type { ActorCheck } from "../../toggles/actor-check.ts";
import { refuseLongActorId } from "../../toggles/actor-id.ts";
import type { Access } from "../access/access.ts";
import { answerJson } from "../answers/check-answer.ts";
import { checkAnswers } from "../answers/snapshot-answers.ts";
import { actorDocs } from "./actor-docs.ts";
import type { IsGroup } from "./known-groups.ts";

export interface ActorControllerOptions {
  readonly service: FeatureService;
  readonly access: Access;
  readonly isGroup: IsGroup;
}

/** GET /actors/{flipper_id} (docs/api.md#actor-check). Creates nothing for unknown features. */
export function actorController(options: ActorControllerOptions) {
  return new Elysia().get(
    "/actors/:flipper_id",
    synchronousHandler((request, flipperId) => {
      const caller = options.access.reader(request);
      return jsonResponse(checkActor(options, caller, flipperId, request));
    }),
    { detail: actorDocs.check },
  );
}

function checkActor(
  { service, isGroup }: ActorControllerOptions,
  caller: Caller,
  flipperId: string,
  request: Request,
): string | Uint8Array<ArrayBuffer> {
  const query = queryOf(request);
  refuseLongActorId(flipperId);
  const snapshot = service.snapshot(caller);
  const actor = { flipperId, properties: propertiesOf(query) };
  const groups = nameListOf(query, "groups", (name) => isGroup(caller, snapshot, name));
  const check = service.check(caller, [actor], groups, () => requestIdOf(request));
  const keys = nameListOf(query, "keys", (key) => snapshot.find(key) !== undefined);
  if (keys !== undefined) {
    service.countEvaluations(keys.size);
    return answerKeys(flipperId, snapshot, check, keys);
  }
  const prepared = checkAnswers.of(snapshot);
  service.countEvaluations(prepared.featureCount);
  return prepared.fill(flipperId, check);
}

function answerKeys(
  flipperId: string,
  snapshot: Snapshot,
  check: ActorCheck,
  keys: ReadonlySet<string>,
): string {
  const answers = Array.from(keys, (key) => {
    const toggle = snapshot.find(key);
    return answerJson(key, toggle !== undefined && check.isEnabled(toggle));
  });
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
