import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import { ActorIds } from "../actor-ids.ts";
import type { Bounds } from "../bounds.ts";
import { never, unknown } from "../bounds.ts";
import { mapEach, memberOf, objectIn, textIn, unreadable } from "../document-values.ts";
import type { Peer, PeerOptions, TranslatedFeature, Translation } from "../peer-import.ts";
import { FlagdTargeting } from "./flagd-targeting.ts";

/** flagd: files with the flags of flagd.dev/schema/v0/flags.json. */
export const flagd: Peer = { title: "flagd", recognizes, translate };

function flagsIn(document: unknown): JsonObject | undefined {
  return isJsonObject(document) ? objectIn(document, "flags") : undefined;
}

function recognizes(document: unknown): boolean {
  const flags = Object.values(flagsIn(document) ?? {});
  return flags.length > 0 && flags.every(isFlagdFlag);
}

function isFlagdFlag(flag: unknown): boolean {
  return (
    isJsonObject(flag) &&
    textIn(flag, "state") !== undefined &&
    objectIn(flag, "variants") !== undefined
  );
}

function translate(document: unknown, options: PeerOptions): Translation {
  const flags = flagsIn(document);
  if (flags === undefined) {
    throw unreadable("it has no object named flags");
  }
  const evaluators = (isJsonObject(document) && objectIn(document, "$evaluators")) || {};
  const ids = new ActorIds(options.actorId);
  return {
    format: "flags.json, version 0",
    notes: [
      "where flagd fails to compare values of different kinds, applications use their own default",
    ],
    features: mapEach(Object.entries(flags), ([key, flag]) =>
      translated(key, isJsonObject(flag) ? flag : {}, { evaluators, ids }),
    ),
  };
}

interface FlagdOptions {
  readonly evaluators: JsonObject;
  readonly ids: ActorIds;
}

function translated(key: string, flag: JsonObject, options: FlagdOptions): TranslatedFeature {
  const metadata = objectIn(flag, "metadata") ?? {};
  const isDisabled = textIn(flag, "state") === "DISABLED";
  return {
    key,
    description: textIn(metadata, "description") ?? null,
    notes: isDisabled ? ["it is disabled there, so that applications use their own default"] : [],
    enabled: enabled(flag, options),
  };
}

function enabled(flag: JsonObject, { evaluators, ids }: FlagdOptions): Bounds | string {
  const variants = objectIn(flag, "variants") ?? {};
  const values = Object.values(variants);
  if (values.length === 0 || !values.every((value) => typeof value === "boolean")) {
    return "its variants are not boolean";
  }
  if (textIn(flag, "state") !== "ENABLED") {
    return never;
  }
  const targeting = memberOf(flag, "targeting");
  const byName = new Map(Object.entries(variants));
  const otherwise = memberOf(flag, "defaultVariant");
  const reader = new FlagdTargeting({
    evaluators,
    ids,
    variants: byName,
    defaultVariant: otherwise,
  });
  if (!isJsonObject(targeting) || Object.keys(targeting).length === 0) {
    return reader.otherwise;
  }
  return Object.keys(targeting).length === 1
    ? reader.enabled(targeting)
    : unknown("its targeting has more than one operator");
}
