import type { LanguageName } from "./languages.ts";

/** A call whose argument is the key of a feature. */
export interface KeyCall {
  /** Names of methods or functions. */
  readonly names: readonly string[];
  /** The last name before the dot; undefined if any name may be there. */
  readonly receiver?: RegExp | string;
  /** Whether the names are functions, which have no dot before them; undefined if both is possible. */
  readonly isFunction?: boolean;
  /** The brackets around the arguments; `=` for an attribute of JSX. */
  readonly opening: "(" | "[" | "=";
  /** The position of the key, from 0. */
  readonly argument: number;
  /** The name of the argument with its sign, if the call may name it. */
  readonly keyword?: RegExp;
  /** A call with fewer arguments is another call. */
  readonly argumentsMin: number;
}

const flipper = /^[@$]*\w*flipper$/i;
/** Names that applications give to clients of Gatehouse and OpenFeature. */
const client = /(?:client|flags?|features?|toggles?|gatehouse|flipper)$/i;

const byDot = { isFunction: false, opening: "(", argument: 0, argumentsMin: 1 } as const;

const keyword = /^\s*flag_key\s*[:=]\s*/;

/** Each word with each ending. */
function combined(words: string, endings: string): readonly string[] {
  return words.split(" ").flatMap((word) => endings.split(" ").map((end) => `${word}${end}`));
}

const flipperGates = combined(
  "enable disable",
  " _actor _group _expression _percentage_of_actors _percentage_of_time",
);

const ruby: readonly KeyCall[] = [
  {
    ...byDot,
    names: [
      ...["enabled?", "feature", "add", "remove", "exist?", ...flipperGates],
      ...["feature_enabled", "feature_disabled"],
    ],
    receiver: flipper,
  },
  { ...byDot, names: ["Flipper", "flipper"], isFunction: true, opening: "[" },
  {
    ...byDot,
    names: combined(
      "fetch_boolean fetch_string fetch_number fetch_integer fetch_float fetch_object",
      "_value _details",
    ),
    keyword,
    argumentsMin: 2,
  },
];

const javascript: readonly KeyCall[] = [
  { ...byDot, names: ["enabled", "check"], receiver: client },
  {
    ...byDot,
    names: combined("getBoolean getString getNumber getObject", "Value Details"),
    argumentsMin: 2,
  },
  {
    ...byDot,
    names: [
      "useFlag",
      "useSuspenseFlag",
      ...combined("useBoolean useString useNumber useObject", "FlagValue FlagDetails"),
    ],
    isFunction: true,
    argumentsMin: 2,
  },
  { ...byDot, names: ["flagKey"], isFunction: true, opening: "=" },
];

const python: readonly KeyCall[] = [
  {
    ...byDot,
    names: combined(
      "get_boolean get_string get_integer get_float get_object",
      "_value _details _value_async _details_async",
    ),
    keyword,
    argumentsMin: 2,
  },
];

/** The context comes first. */
const inGo = { ...byDot, argument: 1, argumentsMin: 4 } as const;
const go: readonly KeyCall[] = [
  { ...inGo, names: combined("Boolean String Float Int Object", "Value ValueDetails") },
  { ...inGo, names: combined("Boolean String Float Int Object", ""), receiver: client },
];

/** Calls of Flipper, of the client and of OpenFeature. */
export const knownCalls: Readonly<Record<LanguageName, readonly KeyCall[]>> = {
  ruby,
  javascript,
  python,
  go,
};

/** A call of an application, such as `Features.on?` or `isOn`. */
export interface OwnCall {
  readonly call: string;
  /** The position of the key, from 1. */
  readonly argument: number;
  /** All languages unless given. */
  readonly languages: readonly LanguageName[];
}

/** The form of `OwnCall.call`: a name, or two with a dot between them. */
export const ownCallForm = /^(?:[@$]{0,2}\w+\.)?[\w$]+[?!]?$/;

export function ownKeyCall({ call, argument }: OwnCall): KeyCall {
  const dot = call.indexOf(".");
  const key = { opening: "(", argument: argument - 1, argumentsMin: 1 } as const;
  const names = [call.slice(dot + 1)];
  return dot === -1
    ? { ...key, names }
    : { ...key, names, isFunction: false, receiver: call.slice(0, dot) };
}
