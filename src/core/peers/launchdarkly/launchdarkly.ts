import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import { ActorIds } from "../actor-ids.ts";
import {
  chosenEnvironment,
  isGiven,
  mapEach,
  objectIn,
  objectsIn,
  unreadable,
} from "../document-values.ts";
import type { Peer, PeerOptions, TranslatedFeature, Translation } from "../peer-import.ts";
import {
  flagOfApi,
  flagOfSdk,
  isBooleanFlag,
  type LaunchDarklyFlag,
  LaunchDarklyFlags,
} from "./launchdarkly-flags.ts";
import { LaunchDarklySegments } from "./launchdarkly-segments.ts";

const url = "https://app.launchdarkly.com/api/v2/flags/PROJECT?env=ENVIRONMENT&summary=0";

/** LaunchDarkly: the flags of its REST API, and the data of its SDKs. */
export const launchdarkly: Peer = {
  title: "LaunchDarkly",
  matchesLists: true,
  recognizes: (document) =>
    apiFlagsIn(document).some(({ environments }) => isJsonObject(environments)) ||
    sdkFlagsIn(document).some(([, flag]) => isJsonObject(flag) && Array.isArray(flag.variations)),
  translate: (document, options) => {
    const flags = apiFlagsIn(document);
    if (flags.length > 0) {
      return translateFlags("flags of the REST API", ofApi(flags, options), document, options);
    }
    const byKey = sdkFlagsIn(document).map(([key, flag]) => flagOfSdk(key, flag));
    if (byKey.length === 0) {
      throw unreadable(`a document of LaunchDarkly needs flags, such as the answer of ${url}`);
    }
    return translateFlags("data of the SDKs", byKey, document, options);
  },
};

function translateFlags(
  format: string,
  flags: readonly LaunchDarklyFlag[],
  document: unknown,
  options: PeerOptions,
): Translation {
  if (!flags.some(({ state }) => isGiven(state, "fallthrough"))) {
    throw unreadable(`its flags have no rules, as in a summary; use the answer of ${url}`);
  }
  const ids = new ActorIds(options.actorId);
  const segments = new LaunchDarklySegments([segmentsOnly(document), options.segments], ids);
  const translated = new LaunchDarklyFlags(flags, segments, ids);
  return {
    format,
    features: mapEach(
      flags,
      (flag): TranslatedFeature => ({
        key: flag.key,
        description: flag.description,
        tags: flag.tags,
        enabled: whyDropped(flag) ?? translated.enabled(flag),
      }),
    ),
    notes: ["the actor's id is the key of the user context; its attributes are properties"],
  };
}

function whyDropped(flag: LaunchDarklyFlag): string | undefined {
  if (flag.isArchived) {
    return "it is archived";
  }
  if (!isBooleanFlag(flag)) {
    return "its variations are not boolean";
  }
  return isGiven(flag.state, "fallthrough")
    ? undefined
    : `its rules are not in the document, as in a summary; use the answer of ${url}`;
}

function ofApi(flags: readonly JsonObject[], options: PeerOptions): readonly LaunchDarklyFlag[] {
  const names = flags.flatMap((flag) => Object.keys(objectIn(flag, "environments") ?? {}));
  const environment = chosenEnvironment(names, options.environment);
  return flags.map((flag) => flagOfApi(flag, environment));
}

/** The answer for a list of flags, or for one flag. */
function apiFlagsIn(document: unknown): readonly JsonObject[] {
  if (Array.isArray(document)) {
    return document.filter(isFlag);
  }
  if (!isJsonObject(document)) {
    return [];
  }
  return isFlag(document) ? [document] : objectsIn(document, "items").filter(isFlag);
}

function isFlag(value: unknown): value is JsonObject {
  return isJsonObject(value) && Array.isArray(value.variations) && isJsonObject(value.environments);
}

function sdkFlagsIn(document: unknown): readonly (readonly [string, unknown])[] {
  return isJsonObject(document) ? Object.entries(objectIn(document, "flags") ?? {}) : [];
}

/** The items of the document are flags, not segments. */
function segmentsOnly(document: unknown): unknown {
  return isJsonObject(document) ? { segments: document.segments } : undefined;
}
