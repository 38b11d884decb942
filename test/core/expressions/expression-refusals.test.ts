import { describe, expect, test } from "bun:test";
import { GatehouseError } from "../../../src/core/errors.ts";
import {
  type Expression,
  expressionFault,
  parseExpression,
  parseStoredExpression,
} from "../../../src/core/expressions/expression.ts";

/** JSON text, so that keys such as `__proto__` arrive as in a request, and the expected message. */
type RefusedJson = readonly [json: string, message: string];

const notTime =
  "is not a time that all clients read alike; write an ISO 8601 date and time with a zone, such as " +
  '"2024-01-31T12:00:00Z", or a number of seconds since 1970';

const tables: Readonly<Record<string, readonly RefusedJson[]>> = {
  "a root that is not an operator": [
    ["null", "At the root: null is not an operator"],
    ["true", "At the root: A boolean is not an operator"],
    ['"All"', "At the root: A string is not an operator"],
    ["1", "At the root: A number is not an operator"],
    ["[]", "At the root: A list is not an operator"],
    ['[{"All":[true]}]', "At the root: A list is not an operator"],
    ["{}", "At the root: An empty object is not an operator"],
  ],
  "an unknown operator": [
    ['{"Foo":[1]}', 'At the root: "Foo" is not an operator'],
    ['{"":[1]}', 'At the root: "" is not an operator'],
    ['{"all":[true]}', 'At the root: "all" is not an operator'],
    ['{"EQUAL":[1,1]}', 'At the root: "EQUAL" is not an operator'],
    ['{"All ":[true]}', 'At the root: "All " is not an operator'],
    ['{"Kernel":[]}', 'At the root: "Kernel" is not an operator'],
    ['{"File":["x"]}', 'At the root: "File" is not an operator'],
    ['{"Comparable":[1,2]}', 'At the root: "Comparable" is not an operator'],
    ['{"__proto__":[1]}', 'At the root: "__proto__" is not an operator'],
    ['{"constructor":[1]}', 'At the root: "constructor" is not an operator'],
    ['{"toString":[1]}', 'At the root: "toString" is not an operator'],
    ['{"hasOwnProperty":[1]}', 'At the root: "hasOwnProperty" is not an operator'],
    ['{"All":[true,{"Equal":[{"Nope":[]},1]}]}', 'At All[1].Equal[0]: "Nope" is not an operator'],
    ['{"Any":{"__proto__":[]}}', 'At Any[0]: "__proto__" is not an operator'],
    ['{"a\\n\\ud800":[]}', 'At the root: "a\\n\\ud800" is not an operator'],
    [`{"${"x".repeat(500)}":[]}`, `At the root: "${"x".repeat(80)}…" is not an operator`],
  ],
  "an operator All or Any without arguments": [
    ['{"All":[]}', "At the root: All takes at least 1 argument, not 0"],
    ['{"Any":[]}', "At the root: Any takes at least 1 argument, not 0"],
    ['{"Any":[{"All":[]}]}', "At Any[0]: All takes at least 1 argument, not 0"],
    [
      '{"Equal":[true,{"All":[true,{"Any":[]}]}]}',
      "At Equal[1].All[1]: Any takes at least 1 argument, not 0",
    ],
  ],
  "a wrong number of arguments": [
    ['{"Equal":[1]}', "At the root: Equal takes 2 arguments, not 1"],
    ['{"Equal":1}', "At the root: Equal takes 2 arguments, not 1"],
    ['{"NotEqual":[1,2,3]}', "At the root: NotEqual takes 2 arguments, not 3"],
    ['{"GreaterThan":[]}', "At the root: GreaterThan takes 2 arguments, not 0"],
    [
      '{"GreaterThanOrEqualTo":[1,2,3]}',
      "At the root: GreaterThanOrEqualTo takes 2 arguments, not 3",
    ],
    ['{"LessThan":["a"]}', "At the root: LessThan takes 2 arguments, not 1"],
    ['{"LessThanOrEqualTo":[1]}', "At the root: LessThanOrEqualTo takes 2 arguments, not 1"],
    ['{"Property":[]}', "At the root: Property takes 1 argument, not 0"],
    ['{"All":[{"Property":["a","b"]}]}', "At All[0]: Property takes 1 argument, not 2"],
    ['{"String":[]}', "At the root: String takes 1 argument, not 0"],
    ['{"Number":[1,2]}', "At the root: Number takes 1 argument, not 2"],
    ['{"Boolean":[]}', "At the root: Boolean takes 1 argument, not 0"],
    ['{"Percentage":[1,2]}', "At the root: Percentage takes 1 argument, not 2"],
    ['{"PercentageOfActors":["a"]}', "At the root: PercentageOfActors takes 2 arguments, not 1"],
    ['{"Random":[1,2]}', "At the root: Random takes at most 1 argument, not 2"],
    ['{"Now":[1]}', "At the root: Now takes 0 arguments, not 1"],
    ['{"Now":null}', "At the root: Now takes 0 arguments, not 1"],
    ['{"Time":[]}', "At the root: Time takes 1 argument, not 0"],
    ['{"FeatureEnabled":[]}', "At the root: FeatureEnabled takes 1 argument, not 0"],
  ],
  "an argument that is not an operator, a string, a number or a boolean": [
    ['{"All":null}', "At All[0]: null is not an argument"],
    ['{"All":[null]}', "At All[0]: null is not an argument"],
    ['{"Property":null}', "At Property[0]: null is not an argument"],
    ['{"Equal":[{"Property":["plan"]},null]}', "At Equal[1]: null is not an argument"],
    ['{"All":[true,{"Equal":[null,1]}]}', "At All[1].Equal[0]: null is not an argument"],
    ['{"All":[[]]}', "At All[0]: A list is not an argument"],
    ['{"Equal":["a",["a"]]}', "At Equal[1]: A list is not an argument"],
    ['{"All":[[{"All":[true]}]]}', "At All[0]: A list is not an argument"],
    ['{"All":{}}', "At All[0]: An empty object is not an operator"],
    ['{"Equal":[{},1]}', "At Equal[0]: An empty object is not an operator"],
  ],
  "more than one key": [
    [
      '{"All":[true],"Any":[true]}',
      'At the root: An object holds one operator, not "All" and "Any"',
    ],
    ['{"All":[true],"note":1}', 'At the root: An object holds one operator, not "All" and "note"'],
    [
      '{"Any":[{"String":["a"],"Number":[1],"Boolean":[1]}]}',
      'At Any[0]: An object holds one operator, not "String" and "Number"',
    ],
    [
      '{"All":[true],"__proto__":1}',
      'At the root: An object holds one operator, not "All" and "__proto__"',
    ],
  ],
  "a number or string that JSON text cannot represent": [
    ['{"Equal":[1e999,1]}', "At Equal[0]: The number is not finite"],
    ['{"Equal":[1,-1e999]}', "At Equal[1]: The number is not finite"],
    [
      '{"Equal":[{"Property":["id"]},9007199254740992]}',
      "At Equal[1]: The integer is not between -(2^53 - 1) and 2^53 - 1",
    ],
    // JSON.parse reads it as 9007199254740992.
    [
      '{"Number":9007199254740993}',
      "At Number[0]: The integer is not between -(2^53 - 1) and 2^53 - 1",
    ],
    [
      '{"All":[true,{"Number":[-9007199254740992]}]}',
      "At All[1].Number[0]: The integer is not between -(2^53 - 1) and 2^53 - 1",
    ],
    ['{"Random":[1e300]}', "At Random[0]: The integer is not between -(2^53 - 1) and 2^53 - 1"],
    ['{"String":["\\ud800"]}', "At String[0]: The string is not valid Unicode"],
    [
      '{"All":[{"Property":"a\\udc00b"}]}',
      "At All[0].Property[0]: The string is not valid Unicode",
    ],
  ],
  "a constant that Ruby's client raises on, or reads differently": [
    ['{"Time":["soon"]}', `At Time[0]: "soon" ${notTime}`],
    ['{"Time":[""]}', `At Time[0]: "" ${notTime}`],
    ['{"Time":"2026-13-01T00:00:00Z"}', `At Time[0]: "2026-13-01T00:00:00Z" ${notTime}`],
    ['{"Time":["2024-02-30T00:00:00Z"]}', `At Time[0]: "2024-02-30T00:00:00Z" ${notTime}`],
    ['{"Time":["2024-01-01T24:00:00Z"]}', `At Time[0]: "2024-01-01T24:00:00Z" ${notTime}`],
    ['{"Time":["2024-01-01T00:00:00"]}', `At Time[0]: "2024-01-01T00:00:00" ${notTime}`],
    ['{"Time":["2024-01-01 12:00:00"]}', `At Time[0]: "2024-01-01 12:00:00" ${notTime}`],
    [
      '{"Time":["2024-01-01T00:00:00+24:00"]}',
      `At Time[0]: "2024-01-01T00:00:00+24:00" ${notTime}`,
    ],
    ['{"Time":["2024-01-01T00:00:00+530"]}', `At Time[0]: "2024-01-01T00:00:00+530" ${notTime}`],
    ['{"Time":["2024-01-01"]}', `At Time[0]: "2024-01-01" ${notTime}`],
    ['{"Time":["Jan 1 2024"]}', `At Time[0]: "Jan 1 2024" ${notTime}`],
    ['{"Time":["20240101T000000Z"]}', `At Time[0]: "20240101T000000Z" ${notTime}`],
    ['{"Time":["10:00"]}', `At Time[0]: "10:00" ${notTime}`],
    ['{"Time":[true]}', `At Time[0]: true ${notTime}`],
    [
      '{"All":[true,{"LessThan":[{"Now":[]},{"Time":["soon"]}]}]}',
      `At All[1].LessThan[1].Time[0]: "soon" ${notTime}`,
    ],
    ['{"Time":[{"String":["soon"]}]}', `At Time[0]: "soon" ${notTime}`],
    ['{"Time":[{"Time":[0]}]}', `At Time[0]: A time ${notTime}`],
    ['{"Time":[{"Number":["1.0e400"]}]}', `At Time[0]: Infinity ${notTime}`],
    ['{"Number":[true]}', "At Number[0]: true cannot be converted to a number"],
    ['{"Number":[{"Equal":[1,1]}]}', "At Number[0]: true cannot be converted to a number"],
    ['{"Percentage":[false]}', "At Percentage[0]: false cannot be converted to a number"],
    [
      '{"PercentageOfActors":[{"Property":["flipper_id"]},"ten"]}',
      'At PercentageOfActors[1]: "ten" is not a number; a percentage is a number, such as 25',
    ],
    [
      '{"PercentageOfActors":["u",true]}',
      "At PercentageOfActors[1]: true is not a number; a percentage is a number, such as 25",
    ],
    [
      '{"PercentageOfActors":["u",{"String":[5]}]}',
      'At PercentageOfActors[1]: "5" is not a number; a percentage is a number, such as 25',
    ],
    [
      '{"Random":["abc"]}',
      'At Random[0]: "abc" is not a finite number; the limit is a number, such as 100',
    ],
    [
      '{"Random":false}',
      "At Random[0]: false is not a finite number; the limit is a number, such as 100",
    ],
    [
      '{"String":[{"Time":[{"Number":["1.0e300"]}]}]}',
      "At String[0]: A time cannot be converted to text",
    ],
  ],
  "a name that nothing can have": [
    ['{"Property":""}', "At Property[0]: The name of the property is empty"],
    [
      '{"NotEqual":[{"Property":[""]},""]}',
      "At NotEqual[0].Property[0]: The name of the property is empty",
    ],
    ['{"Property":[" \\t\\u00a0"]}', "At Property[0]: The name of the property is empty"],
    ['{"Property":[{"String":[""]}]}', "At Property[0]: The name of the property is empty"],
    ['{"FeatureEnabled":[""]}', "At FeatureEnabled[0]: The name of the feature is empty"],
  ],
};

for (const [reason, cases] of Object.entries(tables)) {
  describe(reason, () => {
    for (const [json, message] of cases) {
      test(`${json.slice(0, 80)} is refused`, () => {
        const error = refusalOf(JSON.parse(json));
        expect(error.code).toBe(7);
        expect(error.message).toBe(message);
      });
    }
  });
}

describe("values that JSON cannot contain", () => {
  const values: readonly [unknown, string][] = [
    [undefined, "At the root: undefined is not an operator"],
    [() => true, "At the root: A function is not an operator"],
    [{ All: undefined }, "At All[0]: undefined is not an argument"],
    [{ All: [undefined] }, "At All[0]: undefined is not an argument"],
    [{ All: Object.assign([], { length: 3 }) }, "At All[0]: undefined is not an argument"],
    [{ All: [1n] }, "At All[0]: A bigint is not an argument"],
    [{ All: [Symbol("x")] }, "At All[0]: A symbol is not an argument"],
    [{ All: [Number.NaN] }, "At All[0]: The number is not finite"],
  ];
  for (const [value, message] of values) {
    test(message, () => {
      expect(refusalOf(value).message).toBe(message);
    });
  }
});

/** What Ruby's Time.parse reads as the server does; tried with Ruby 3.1 in another time zone. */
const storable: readonly unknown[] = [
  ...[0, -1.5, 1_700_000_000].map((seconds) => ({ Time: [seconds] })),
  ...[
    "2024-01-01T00:00:00Z",
    "2024-01-01t00:00:00z",
    "2024-02-29T00:00:00Z",
    "2016-12-31T23:59:60Z",
    "2024-01-01T00:00:00.123456789012Z",
    "2024-01-01T00:00:00+0530",
    "2024-01-01T00:00:00-23:59",
    "2024-01-01 00:00:00 UTC",
    "2024-01-01 00:00:00 +0530",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
  ].map((text) => ({ Time: [text] })),
  { Time: [{ Property: ["joined"] }] },
  { Time: [{ String: ["2024-01-01T00:00:00Z"] }] },
  { Equal: [{ Property: ["plan"] }, ""] },
  { String: [""] },
  { Number: ["abc"] },
  { Percentage: ["ten"] },
  { PercentageOfActors: [true, 12.5] },
  { PercentageOfActors: ["", { Number: ["10"] }] },
  { PercentageOfActors: ["u", { Property: ["share"] }] },
  { Random: [-2.5] },
  { Random: [{ Property: ["limit"] }] },
  { Property: [{ Property: ["which"] }] },
  { Property: [0] },
  { GreaterThan: [1, "a"] },
  { GreaterThan: [{ Property: ["age"] }, true] },
];

test.each(storable)("%j is stored", (expression) => {
  expect(parseExpression(expression)).toEqual(expression as Expression);
  expect(expressionFault(parseStoredExpression(expression))).toBeNull();
});

test("a stored expression keeps its faulty constants, and says where and why", () => {
  const faulty = { All: [true, { LessThan: [{ Now: [] }, { Time: ["soon"] }] }] };
  const stored = parseStoredExpression(faulty);
  expect(stored).toEqual(faulty);
  expect(expressionFault(stored)).toBe(`At All[1].LessThan[1].Time[0]: "soon" ${notTime}`);
});

function refusalOf(input: unknown): GatehouseError {
  try {
    parseExpression(input);
  } catch (error) {
    if (error instanceof GatehouseError) {
      return error;
    }
    throw error;
  }
  throw new Error(`Not refused: ${String(JSON.stringify(input))}`);
}
