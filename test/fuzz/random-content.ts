import { gzipSync } from "node:zlib";
import { operators } from "../../src/core/expressions/operator-registry.ts";
import { strangeTexts } from "../contract/sample-entities.ts";
import type { Random } from "./random.ts";

export const pathParts = [
  "%",
  "%zz",
  "%ff",
  "%2e%2e",
  "%2F",
  "%00",
  "..",
  "//",
  ";",
  "\\",
  "+",
  "?",
  "#",
  "ü",
  "\u00ff\u00fe",
];
export const plainNames = ["a", "b", "a/b", "x/clear", "__proto__", "é🎉", "1", "2", "3"];
export const names = [
  ...strangeTexts,
  "a",
  "b",
  "search",
  "x/clear",
  "1",
  "0",
  "-1",
  "y".repeat(10_000),
  "",
  ".",
  "..",
];
const parameterNames =
  "name flipper_id percentage keys keys[] keys[x] groups properties page per_page exclude_gates allow_unregistered_groups _cb __proto__ constructor features version".split(
    " ",
  );
const values = [
  ...names,
  "true",
  "5",
  "100",
  "101",
  "-1",
  "1.5",
  "1e1",
  "NaN",
  "a,b",
  "{}",
  "[]",
  '{"plan":"x"}',
  "null",
];
const mediaTypes = [
  "application/json",
  "application/json",
  "application/x-www-form-urlencoded",
  "Application/JSON; charset=utf-8",
  "application/json; charset=latin1",
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "",
  ";",
  "a/b/c",
];
export function randomForm(random: Random): string {
  const fields = Array.from({ length: random.below(4) }, () => {
    const value = random.pick(values);
    const encoded = random.oneIn(8)
      ? random.pick(pathParts)
      : encodeURIComponent(value).slice(0, 3_000);
    return `${random.oneIn(4) ? encodeURIComponent(random.pick(parameterNames)) : random.pick(parameterNames)}=${encoded}`;
  });
  return random.oneIn(15)
    ? `${fields.join("&")}&${random.pick(["=", "&&&", "%", "a", "[]=", "a=1&a=2"])}`
    : fields.join("&");
}

export function randomBody(random: Random) {
  const plain = randomContent(random);
  const isGzip = random.oneIn(8);
  const bytes = isGzip ? new Uint8Array(gzipSync(plain)) : plain;
  const cut = random.oneIn(20) ? bytes.slice(0, random.below(bytes.length + 1)) : bytes;
  return {
    bytes: cut,
    headers: [
      ...(random.oneIn(6) ? [] : [["content-type", random.pick(mediaTypes)] as const]),
      ...(isGzip && !random.oneIn(5) ? [["content-encoding", "gzip"] as const] : []),
    ],
  };
}

/** Returns a valid body with the parameter that a route needs, as JSON or as a form. */
export function validBody(random: Random, parameter: string) {
  const value = validValue(random, parameter);
  return typeof value === "string" && random.oneIn(2)
    ? { bytes: utf8(new URLSearchParams([[parameter, value]]).toString()), headers: [] }
    : {
        bytes: utf8(JSON.stringify({ ...keyFor(random, parameter), [parameter]: value })),
        headers: [["content-type", "application/json"] as const],
      };
}

/** Gatehouse's own routes name the feature in the body. */
function keyFor(random: Random, parameter: string) {
  return ["changes", "to", "tags"].includes(parameter) ? { key: random.pick(plainNames) } : {};
}

function validValue(random: Random, parameter: string): unknown {
  switch (parameter) {
    case "percentage":
      return String(random.below(101));
    case "Equal":
      return [{ Property: ["plan"] }, random.pick(plainNames)];
    case "keys":
    case "tags":
      return [random.pick(plainNames), random.pick(names)];
    case "to":
      return 1 + random.below(200);
    case "changes":
      return Array.from({ length: 1 + random.below(4) }, () => ({
        gate: random.pick(["boolean", "actors", "groups", "percentage_of_time", "expression"]),
        action: random.pick(["enable", "disable"]),
        ...(random.oneIn(3) ? {} : { value: random.pick([...plainNames, 5, "7"]) }),
      }));
    case "features":
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [
          random.pick(plainNames),
          randomGates(random),
        ]),
      );
    default:
      return random.pick(plainNames);
  }
}

function randomGates(random: Random): unknown {
  return {
    boolean: random.pick([null, "true", true]),
    groups: [random.pick(plainNames)],
    actors: [random.pick(names)],
    percentage_of_actors: random.pick([null, "5", 100]),
  };
}

function randomContent(random: Random): Uint8Array<ArrayBuffer> {
  switch (random.below(12)) {
    case 0:
      return random.bytes(40);
    case 1:
      return random.oneIn(8)
        ? new Uint8Array(1_200_000).fill(0x20 + random.below(90))
        : utf8("[".repeat(random.below(3_000)));
    case 2:
      return new Uint8Array(0);
    case 3:
    case 4:
    case 5:
      return utf8(randomForm(random));
    case 6:
      return utf8(JSON.stringify(randomImport(random)));
    case 7:
      return utf8(JSON.stringify(randomValue(random, 4)));
    default:
      return utf8(JSON.stringify(randomParameters(random)));
  }
}

function randomParameters(random: Random): Map<string, unknown> | Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: random.below(4) }, () => [
      random.pick(parameterNames),
      randomValue(random, 2),
    ]),
  );
}

function randomImport(random: Random): unknown {
  const features = Array.from({ length: random.below(4) }, () => [
    random.pick(names),
    random.oneIn(3) ? randomValue(random, 2) : randomGates(random),
  ]);
  return {
    version: 1,
    features: random.oneIn(10) ? randomValue(random, 1) : Object.fromEntries(features),
  };
}

function randomValue(random: Random, depth: number): unknown {
  switch (random.below(depth > 0 ? 9 : 6)) {
    case 0:
      return random.pick(names);
    case 1:
      return random.pick(values);
    case 2:
      return random.pick([0, -0, 1, 50, 100, 101, -1, 1.5, 1e308, 2 ** 60]);
    case 3:
      return random.pick([true, false, null]);
    case 4:
      return random.pick(["\ud800", "\udfff\ud800", "\ufffd"]);
    case 5:
      return random.below(200);
    case 6:
      return Array.from({ length: random.below(3) }, () => randomValue(random, depth - 1));
    case 7:
      return { [random.pick(operators).name]: randomValue(random, depth - 1) };
    default:
      return { [random.pick(parameterNames)]: randomValue(random, depth - 1) };
  }
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
