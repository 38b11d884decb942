import { GatehouseError } from "../../../core/errors.ts";
import type { Actor } from "../../../core/evaluation/actor-context.ts";
import { requireActorId } from "../../../core/evaluation/actor-id.ts";
import { isJsonObject, type JsonObject } from "../../../core/text/json-object.ts";
import { requestInvalid } from "../../../http/request/request-invalid.ts";
import { bulkActorsMax } from "./bulk-check-model.ts";

/** An actor of a bulk check, with the groups that it is in. */
export interface GroupedActor {
  readonly actor: Actor;
  readonly groups: ReadonlySet<string>;
}

export interface BulkCheckRequest {
  readonly actors: readonly GroupedActor[];
  /** Undefined for all features. */
  readonly keys: ReadonlySet<string> | undefined;
}

/**
 * Reads the body of a bulk check (docs/api.md#bulk-check). Throws `request_invalid` for a body that
 * is not a JSON object. Throws `flipper_id_missing`, and `parameter_invalid` with the path of the
 * invalid part.
 */
export function readBulkCheck(document: unknown): BulkCheckRequest {
  if (document === undefined || !isJsonObject(document)) {
    throw requestInvalid("the JSON body must be an object");
  }
  const { actors, keys = null } = document;
  if (!Array.isArray(actors)) {
    throw invalid("actors must be a list");
  }
  limit("actors", actors);
  return {
    actors: actors.map((actor, index) => groupedActor(actor, `actors[${index}]`)),
    keys: keys === null ? undefined : limit("keys", new Set(texts(keys, "keys"))),
  };
}

function groupedActor(actor: unknown, place: string): GroupedActor {
  if (!isJsonObject(actor)) {
    throw invalid(`${place} must be an object`);
  }
  return {
    actor: {
      flipperId: requireActorId(flipperIdOf(actor, place)),
      properties: propertiesOf(actor, place),
    },
    groups: new Set(actor.groups === undefined ? [] : texts(actor.groups, `${place}.groups`)),
  };
}

function flipperIdOf({ flipper_id: id = null }: JsonObject, place: string): string | undefined {
  if (id !== null && typeof id !== "string") {
    throw invalid(`${place}.flipper_id must be a text`);
  }
  return id ?? undefined;
}

function propertiesOf({ properties = null }: JsonObject, place: string): JsonObject {
  if (properties !== null && !isJsonObject(properties)) {
    throw invalid(`${place}.properties must be an object`);
  }
  return properties ?? {};
}

function texts(list: unknown, place: string): readonly string[] {
  if (!Array.isArray(list) || !list.every((item) => typeof item === "string")) {
    throw invalid(`${place} must be a list of texts`);
  }
  return list;
}

function limit<List extends readonly unknown[] | ReadonlySet<unknown>>(
  name: string,
  list: List,
): List {
  const count = "size" in list ? list.size : list.length;
  if (count > bulkActorsMax) {
    throw invalid(`${name} holds more than ${bulkActorsMax} items`);
  }
  return list;
}

function invalid(message: string): GatehouseError {
  return new GatehouseError("parameter_invalid", { message });
}
