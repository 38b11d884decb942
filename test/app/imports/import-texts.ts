import fc from "fast-check";
import { validInputs } from "../../core/expressions/expression-arbitraries.ts";
import { jsonText, objectText, spaced, stringText } from "./json-texts.ts";

const asJson = (value: unknown) => JSON.stringify(value);

const groupOrActor = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom("a", "b", "User;1", "é", "\ue000", "🎉", "").map(asJson),
  },
  fc.constantFrom("1", "-0", "1e400", "0.5", "12345678901234567890"),
  stringText,
  fc.constantFrom(asJson("x".repeat(255)), asJson("x".repeat(256)), asJson("x".repeat(1_025))),
  { weight: 1, arbitrary: jsonText },
);

const set = fc.oneof(
  { weight: 8, arbitrary: listText(groupOrActor) },
  fc.constantFrom("null", '"a"', "{}"),
);

const percentage = fc.oneof(
  fc.integer({ min: -1, max: 101 }).map(String),
  fc.constantFrom('"5"', '"005"', '"0005"', '"12.5"', "1e2", "5.0", "-0", "null", '""', "[]", "{}"),
);

const boolean = fc.constantFrom(
  ...["null", "true", "false", '"true"', '"false"', '"tru\\u0065"', '"yes"', "1", "[]", "{}"],
);

const expression = fc.oneof(
  { weight: 6, arbitrary: validInputs.map(asJson) },
  fc.constantFrom("null", "{}", "{ }", "[]", '"a"', '{"All":[]}'),
  fc.constantFrom('{"Any":[1],"Any":[2]}', '{"Any":[1],"All":[2]}', '{"__proto__":{}}'),
  jsonText,
);

const gate = fc.oneof(
  fc.tuple(fc.constantFrom('"boolean"', '"b\\u006folean"'), boolean),
  fc.tuple(fc.constant('"groups"'), set),
  fc.tuple(fc.constant('"actors"'), set),
  fc.tuple(fc.constant('"expression"'), expression),
  fc.tuple(fc.constantFrom('"percentage_of_actors"', '"percentage_of_time"'), percentage),
);

const featureName = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('"a"', '"b"', '"\\u0061"', '"__proto__"', '"a,b"', '"é"', '"🎉"'),
  },
  fc.constantFrom('""', '" a"', '".."', asJson("x".repeat(255)), asJson("x".repeat(256))),
  stringText,
);

type Member = readonly [name: string, value: string];

/** Texts of objects; with `isUnique` without equal names. */
function objectOf(member: fc.Arbitrary<Member>, maxLength: number, isUnique: boolean) {
  const members = isUnique
    ? fc.uniqueArray(member, { maxLength, selector: ([name]) => JSON.parse(name) })
    : fc.array(member, { maxLength });
  return members.map(objectText);
}

/**
 * Texts of imports: many can be imported, many have one or more faults. With `isUnique`, no object
 * has equal names down to the gates.
 */
export function importTexts(isUnique: boolean): fc.Arbitrary<string> {
  const gates = fc.oneof(
    { weight: 12, arbitrary: objectOf(gate, 4, isUnique) },
    fc.constantFrom("null", "[]", '"on"'),
  );
  const features = fc.oneof(
    { weight: 12, arbitrary: objectOf(fc.tuple(featureName, spaced(gates)), 4, isUnique) },
    fc.constantFrom("null", "[]"),
  );
  const member = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(fc.constant('"features"'), features) },
    fc.tuple(fc.constantFrom('"version"', '"other"'), spaced(jsonText)),
  );
  return spaced(objectOf(member, 3, isUnique));
}

function listText(item: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(item, { maxLength: 6 }).map((items) => `[${items.join(",")}]`);
}
