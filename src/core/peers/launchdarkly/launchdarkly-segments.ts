import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import type { ActorIds } from "../actor-ids.ts";
import { Attribute } from "../attribute.ts";
import { all, always, any, type Bounds, firstMatch, never, not, unknown } from "../bounds.ts";
import {
  asNumber,
  listIn,
  memberOf,
  objectIn,
  objectsIn,
  textIn,
  textsIn,
} from "../document-values.ts";
import { clauseBounds, isInvalid } from "./launchdarkly-clauses.ts";
import { bucketBounds } from "./launchdarkly-rollouts.ts";

/** Segments that refer to others in longer chains count as failing. */
const chainMax = 100;

/** Segments by their keys, as conditions on the context. */
export class LaunchDarklySegments {
  readonly #segments: ReadonlyMap<string, JsonObject>;
  readonly #ids: ActorIds;
  readonly #bounds = new Map<string, Bounds>();
  /** Whether segments fail; true while a segment is being read, as one that needs itself fails. */
  readonly #failing = new Map<string, boolean>();
  #openCount = 0;

  constructor(documents: readonly unknown[], ids: ActorIds) {
    const segments = documents.flatMap(segmentsIn);
    this.#segments = new Map(segments.map((each) => [textIn(each, "key") ?? "", each]));
    this.#ids = ids;
  }

  /** A clause of a rule, which may refer to segments. It must not fail (`isFailing`). */
  clause(clause: JsonObject): Bounds {
    if (textIn(clause, "op") !== "segmentMatch") {
      return clauseBounds(clause, this.#ids);
    }
    const matches = any([never, ...textsIn(clause, "values").map((key) => this.#segment(key))]);
    return memberOf(clause, "negate") === true ? not(matches) : matches;
  }

  /** Whether LaunchDarkly cannot evaluate a clause, or a segment that it refers to. */
  isFailing(clause: JsonObject): boolean {
    return textIn(clause, "op") === "segmentMatch"
      ? textsIn(clause, "values").some((key) => this.#isSegmentFailing(key))
      : isInvalid(textIn(clause, "attribute") ?? "");
  }

  #isSegmentFailing(key: string): boolean {
    const known = this.#failing.get(key);
    if (known !== undefined || this.#openCount === chainMax) {
      return known ?? true;
    }
    this.#failing.set(key, true);
    this.#openCount++;
    const isFailing = objectsIn(this.#segments.get(key) ?? {}, "rules")
      .flatMap((rule) => objectsIn(rule, "clauses"))
      .some((clause) => this.isFailing(clause));
    this.#openCount--;
    this.#failing.set(key, isFailing);
    return isFailing;
  }

  #segment(key: string): Bounds {
    const known = this.#bounds.get(key);
    if (known !== undefined) {
      return known;
    }
    const segment = this.#segments.get(key);
    if (segment === undefined) {
      return unknown(`the segment ${key} is not in the document; use --segments`);
    }
    if (this.#openCount === chainMax) {
      return unknown("it needs segments in a chain that is too long");
    }
    this.#openCount++;
    const bounds =
      memberOf(segment, "unbounded") === true
        ? unknown(`the members of the big segment ${key} are not in the document`)
        : this.#translated(segment, key);
    this.#openCount--;
    this.#bounds.set(key, bounds);
    return bounds;
  }

  #translated(segment: JsonObject, key: string): Bounds {
    const rules = objectsIn(segment, "rules").map((rule) => this.#rule(rule, key));
    return firstMatch(
      [
        { condition: this.#listed(segment, "included"), result: always },
        { condition: this.#listed(segment, "excluded"), result: never },
      ],
      any([never, ...rules]),
    );
  }

  #listed(segment: JsonObject, name: string): Bounds {
    const id = new Attribute("key", this.#ids);
    const contexts = objectsIn(segment, `${name}Contexts`).filter(
      (each) => listIn(each, "values").length > 0,
    );
    const ofUsers = contexts.filter(isOfUsers).flatMap((each) => textsIn(each, "values"));
    return any([
      never,
      ...[...textsIn(segment, name), ...ofUsers].map((value) => id.equals(value)),
      ...contexts
        .filter((each) => !isOfUsers(each))
        .map((each) => unknown(`it uses the context kind ${textIn(each, "contextKind") ?? ""}`)),
    ]);
  }

  #rule(rule: JsonObject, key: string): Bounds {
    const clauses = objectsIn(rule, "clauses").map((clause) => this.clause(clause));
    const weight = memberOf(rule, "weight") ?? null;
    const included =
      weight === null
        ? always
        : bucketBounds(rule, {
            percentage: asNumber(weight) / 1_000,
            isFirst: asNumber(weight) > 0,
            hash: `segment ${key}`,
            kindMember: "rolloutContextKind",
            ids: this.#ids,
          });
    return all([always, ...clauses, included]);
  }
}

export function isOfUsers(target: JsonObject): boolean {
  return (textIn(target, "contextKind") || "user") === "user";
}

/** From the answer of the API, a list, or an object by keys. */
function segmentsIn(document: unknown): readonly JsonObject[] {
  if (Array.isArray(document)) {
    return document.filter(isJsonObject);
  }
  if (!isJsonObject(document)) {
    return [];
  }
  const byKey = objectIn(document, "segments");
  return byKey === undefined
    ? [...objectsIn(document, "items"), ...objectsIn(document, "segments")]
    : Object.entries(byKey).flatMap(([key, segment]) =>
        isJsonObject(segment) ? [{ key, ...segment }] : [],
      );
}
