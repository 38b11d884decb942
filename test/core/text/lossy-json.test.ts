import { expect, test } from "bun:test";
import fc from "fast-check";
import { jsonLoss } from "../../../src/core/text/lossy-json.ts";

const twice = (name: string) => `must not name the member ${JSON.stringify(name)} twice`;
const rounded = expect.stringContaining("which would be rounded");

test.each([
  ['{"a":1,"a":2}', twice("a")],
  ['{"a":1,"\\u0061":2}', twice("a")],
  ['{"":1,"":2}', twice("")],
  ['[{"a":{"b":[],"c":1,"b":{}}}]', twice("b")],
  ['{"a\\"":1,"b":2,"a\\"":3}', twice('a"')],
  ['{"a":{"a":1},"b":{"a":1}}', null],
  ['[{"a":1},{"a":1}]', null],
  ['{"a":["a","a"],"b":"a"}', null],
  ['{"a":"{\\"a\\":1,","b":"}"}', null],
  ["9007199254740993", rounded],
  ["[-9007199254740992]", rounded],
  ["1e300", rounded],
  ['"9007199254740993"', null],
  ["[9007199254740991,0.1,1e-7,-0,true,null]", null],
] as const)("%s", (json, loss) => {
  JSON.parse(json);
  expect(jsonLoss(json)).toEqual(loss);
});

test("nothing is lost of a text that JSON.stringify made of safe integers", () => {
  const value = fc.jsonValue().filter((each) => !JSON.stringify(each).match(/e\+|\d{16}/));
  fc.assert(fc.property(value, (each) => jsonLoss(JSON.stringify(each, null, 1)) === null));
});
