import { expect, test } from "bun:test";
import { environmentKinds } from "../../../src/core/model/environment.ts";
import {
  environmentStates,
  kindOfState,
  stateOfKind,
} from "../../../src/core/model/environment-state-names.ts";

test("every kind is converted to its state, and every state back to its kind", () => {
  expect(environmentKinds.map(stateOfKind)).toEqual([...environmentStates]);
  expect(environmentStates.map(kindOfState)).toEqual([...environmentKinds]);
});
