import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import { ActorIds } from "../actor-ids.ts";
import { Attribute, comparesNow } from "../attribute.ts";
import { all, always, type Bounds, firstMatch, never, type Rule, unknown } from "../bounds.ts";
import {
  isGiven,
  isTrueWord,
  mapEach,
  memberOf,
  numberIn,
  objectIn,
  objectsIn,
  textIn,
  unreadable,
} from "../document-values.ts";
import type { Peer, PeerOptions, TranslatedFeature, Translation } from "../peer-import.ts";
import { enabledShare } from "../shares.ts";
import { goffQuery } from "./goff-query.ts";
import { scheduledFlag } from "./goff-schedule.ts";
import { timeIn } from "./goff-time.ts";

/** GO Feature Flag: a file of flags, as YAML or JSON. */
export const goFeatureFlag: Peer = { title: "GO Feature Flag", recognizes, translate };

const percent = 100;
const invalid = "it is not valid there, so that applications use their own default";

function recognizes(document: unknown): boolean {
  const flags = isJsonObject(document) ? Object.values(document) : [];
  return flags.length > 0 && flags.every(isGoffFlag);
}

function isGoffFlag(flag: unknown): boolean {
  return (
    isJsonObject(flag) &&
    objectIn(flag, "variations") !== undefined &&
    (Object.hasOwn(flag, "defaultRule") || Object.hasOwn(flag, "targeting"))
  );
}

function translate(document: unknown, options: PeerOptions): Translation {
  if (!isJsonObject(document)) {
    throw unreadable("it is not an object of flags");
  }
  const ids = new ActorIds(options.actorId);
  return {
    format: "flags",
    features: mapEach(Object.entries(document), ([key, flag]) =>
      translated(key, isJsonObject(flag) ? flag : {}, { ids, now: options.now }),
    ),
  };
}

interface GoffOptions {
  readonly ids: ActorIds;
  readonly now: number | undefined;
}

function translated(key: string, sent: JsonObject, { ids, now }: GoffOptions): TranslatedFeature {
  const { flag, notes, nextStep, loss } = scheduledFlag(sent, now);
  const isDisabled = isTrueWord(memberOf(flag, "disable"));
  const values = valuesOf(flag);
  return {
    key,
    description: textIn(objectIn(sent, "metadata") ?? {}, "description") ?? null,
    notes: isDisabled
      ? ["it is disabled there, so that applications use their own default", ...notes]
      : notes,
    enabled:
      typeof values === "string"
        ? values
        : loss !== undefined
          ? unknown(loss)
          : untilStep(isDisabled ? never : new GoffFlag(flag, values, ids).enabled(), nextStep),
  };
}

/** From a later step on, a flag that is enabled for all can only be enabled for fewer. */
function untilStep(enabled: Bounds, nextStep: number | undefined): Bounds {
  if (nextStep === undefined) {
    return enabled;
  }
  const losses = [...enabled.losses, "a later scheduled step is not imported"];
  const kept = enabled.lower === true ? comparesNow("LessThan", nextStep) : enabled;
  return { ...kept, upper: true, losses };
}

/** A text says why a flag is not boolean. */
function valuesOf(flag: JsonObject): ReadonlyMap<string, boolean> | string {
  const variations = Object.entries(objectIn(flag, "variations") ?? {});
  const values = new Map<string, boolean>();
  for (const [name, value] of variations) {
    if (typeof value !== "boolean") {
      return "its variations are not boolean";
    }
    values.set(name, value);
  }
  return values.size === 0 ? "it has no variations" : values;
}

class GoffFlag {
  readonly #flag: JsonObject;
  readonly #values: ReadonlyMap<string, boolean>;
  readonly #ids: ActorIds;

  constructor(flag: JsonObject, values: ReadonlyMap<string, boolean>, ids: ActorIds) {
    this.#flag = flag;
    this.#values = values;
    this.#ids = ids;
  }

  enabled(): Bounds {
    const defaultRule = objectIn(this.#flag, "defaultRule");
    if (defaultRule === undefined) {
      return unknown(invalid);
    }
    const rules = objectsIn(this.#flag, "targeting")
      .filter((rule) => !isTrueWord(memberOf(rule, "disable")))
      .map(
        (rule): Rule => ({
          condition: goffQuery(textIn(rule, "query") ?? "", this.#ids),
          result: this.#result(rule),
        }),
      );
    return all([
      firstMatch(rules, this.#result(defaultRule)),
      ...this.#bucketing(),
      ...this.#experimentation(),
    ]);
  }

  /** With a bucketing key, the flag fails for contexts without it. */
  #bucketing(): readonly Bounds[] {
    const name = this.#bucketingKey();
    return name === "" ? [] : [this.#bucketAttribute().isText(), this.#bucketAttribute().present()];
  }

  #bucketingKey(): string {
    return textIn(this.#flag, "bucketingKey") ?? "";
  }

  #bucketAttribute(): Attribute {
    const name = this.#bucketingKey();
    return name === "" ? new Attribute("targetingKey", this.#ids) : new Attribute(name);
  }

  #experimentation(): readonly Bounds[] {
    const dates = objectIn(this.#flag, "experimentation") ?? {};
    return [
      ...(isGiven(dates, "start")
        ? [comparesNow("GreaterThanOrEqualTo", timeIn(dates, "start"))]
        : []),
      ...(isGiven(dates, "end") ? [comparesNow("LessThanOrEqualTo", timeIn(dates, "end"))] : []),
    ];
  }

  #result(rule: JsonObject): Bounds {
    const progressive = objectIn(rule, "progressiveRollout");
    if (progressive !== undefined) {
      return this.#progressive(progressive);
    }
    const percentages = Object.entries(objectIn(rule, "percentage") ?? {});
    if (percentages.length > 0) {
      return this.#percentage(percentages);
    }
    return this.#variation(textIn(rule, "variation"));
  }

  #variation(name: string | undefined): Bounds {
    const value = this.#values.get(name ?? "");
    return value === undefined ? unknown(invalid) : value ? always : never;
  }

  /** The variations are in reverse order there. */
  #percentage(percentages: readonly (readonly [string, unknown])[]): Bounds {
    const shares = percentages
      .toSorted(([left], [right]) => (left < right ? 1 : -1))
      .map(([name, weight]) => ({
        weight: typeof weight === "number" && weight > 0 ? weight : 0,
        enabled: this.#values.get(name),
      }));
    return enabledShare(this.#bucketAttribute(), shares, "goff") ?? unknown(invalid);
  }

  /** Between its dates the percentage changes; only its smaller end is safe. */
  #progressive(rollout: JsonObject): Bounds {
    const initial = objectIn(rollout, "initial") ?? {};
    const end = objectIn(rollout, "end") ?? {};
    const [start, stop] = [timeIn(initial, "date"), timeIn(end, "date")];
    const [first, last] = [textIn(initial, "variation"), textIn(end, "variation")];
    if (!(start < stop) || first === undefined || last === undefined) {
      return unknown(invalid);
    }
    const given = numberIn(end, "percentage") ?? 0;
    const most = given > 0 && given <= percent ? given : percent;
    const least = numberIn(initial, "percentage") ?? 0;
    const [isFirst, isLast] = [this.#values.get(first), this.#values.get(last)];
    if (isFirst === undefined || isLast === undefined || isFirst === isLast) {
      return isFirst === isLast ? this.#variation(first) : unknown(invalid);
    }
    const bucket = this.#bucketAttribute();
    // The first buckets have the variation of the end.
    const at = (percentage: number) =>
      isLast
        ? bucket.rollout(percentage, `goff of ${percent}`)
        : bucket.rollout(percent - percentage, "goff, from the end");
    const smaller = at(isLast ? Math.min(least, most) : Math.max(least, most));
    const loss = "its percentage changes with time";
    return firstMatch(
      [
        { condition: comparesNow("LessThan", start), result: this.#variation(first) },
        { condition: comparesNow("GreaterThanOrEqualTo", stop), result: at(most) },
      ],
      least === most ? smaller : { ...smaller, upper: true, losses: [loss] },
    );
  }
}
