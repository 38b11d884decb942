import { flipperId, property, type Row } from "./operator-row.ts";

const known = {
  plan: "pro",
  zero: 0,
  no: false,
  null: null,
  tags: ["a"],
  "a.b": "flat",
  a: { b: "nested" },
  "25": "number",
  true: "boolean",
  "": "empty",
  "1970-01-01 00:00:00 UTC": "time",
};

/** Own keys with names that objects inherit, as JSON.parse creates them. */
const inheritedNames: Record<string, unknown> = Object.fromEntries([
  ["__proto__", "own"],
  ["constructor", "own"],
]);

export const lookupRows: readonly Row[] = [
  ["Property", ["plan"], "pro", known],
  ["Property", ["zero"], 0, known],
  ["Property", ["no"], false, known],
  ["Property", ["null"], null, known],
  ["Property", ["tags"], ["a"], known],
  ["Property", ["Plan"], null, known],
  ["Property", ["missing"], null, known],
  ["Property", ["a.b"], "flat", known],
  ["Property", ["a"], { b: "nested" }, known],
  ["Property", [25], "number", known],
  ["Property", [true], "boolean", known],
  ["Property", [property("missing")], "empty", known],
  ["Property", [{ Time: [0] }], "time", known],
  ["Property", [property("tags")], null, known],
  ["Property", [property("a")], null, known],
  ["Property", [property("which")], flipperId, { which: "flipper_id" }],
  ["Property", ["flipper_id"], flipperId],
  ["Property", ["__proto__"], null],
  ["Property", ["constructor"], null],
  ["Property", ["toString"], null],
  ["Property", ["hasOwnProperty"], null],
  ["Property", ["__proto__"], "own", inheritedNames],
  ["Property", ["constructor"], "own", inheritedNames],

  ["FeatureEnabled", ["on"], true],
  ["FeatureEnabled", ["off"], false],
  ["FeatureEnabled", ["On"], false],
  ["FeatureEnabled", [property("which")], true, { which: "on" }],
  ["FeatureEnabled", [5], true],
  ["FeatureEnabled", [property("missing")], false],
  ["FeatureEnabled", [property("tags")], false, known],
];
