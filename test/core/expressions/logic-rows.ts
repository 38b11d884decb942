import { fails, property, type Row } from "./operator-row.ts";

const failing = { Number: [true] };
const falsy = property("missing");

export const logicRows: readonly Row[] = [
  ["All", [true], true],
  ["All", [false], false],
  ["All", [true, true, true], true],
  ["All", [true, true, false], false],
  ["All", [false, true, true], false],
  ["All", [0, "", "x"], true],
  ["All", [true, falsy], false],
  ["All", [{ All: [true] }, { Any: [false, true] }], true],
  ["All", [true, failing], fails],
  ["All", [false, failing], fails],
  ["All", [failing, false], fails],
  ["All", [{ Any: [failing] }, false], fails],
  ["All", [{ Number: [property("text")] }, false], false, { text: "1" }],
  ["All", [{ Number: [property("text")] }, true], true, { text: "1" }],
  ["All", [{ Number: [property("text")] }, false], fails, { text: true }],
  ["All", [isNumber(1), isNumber(0)], false, { text: "0" }],
  ["All", [isNumber(0), isNumber(1)], false, { text: "0" }],
  ["All", [false, { FeatureEnabled: [{ String: [property("text")] }] }], fails, { text: [] }],

  ["Any", [true], true],
  ["Any", [false], false],
  ["Any", [falsy], false],
  ["Any", [0], true],
  ["Any", [""], true],
  ["Any", [false, false, true], true],
  ["Any", [true, false, false], true],
  ["Any", [false, false], false],
  ["Any", [false, failing], fails],
  ["Any", [true, failing], fails],
  ["Any", [failing, true], fails],
  ["Any", [{ Number: [property("text")] }, false], true, { text: "0" }],
  ["Any", [isNumber(1), true], true, { text: "0" }],
  ["Any", [isNumber(1), false], false, { text: "0" }],
  ["Any", [isNumber(0), isNumber(1)], true, { text: "0" }],
  ["Any", [isNumber(1), isNumber(0)], true, { text: "0" }],
  ["Any", [true, { FeatureEnabled: [{ String: [property("text")] }] }], fails, { text: [] }],
];

/** A condition that fails if the property `text` cannot be converted to a number. */
function isNumber(number: number): unknown {
  return { Equal: [{ Number: [property("text")] }, number] };
}
