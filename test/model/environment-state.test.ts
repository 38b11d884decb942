import { expect, test } from "bun:test";
import { environmentKinds } from "../../src/model/environment.ts";
import { environmentStates, kindOfState, stateOfKind } from "../../src/model/environment-state.ts";

test("every kind has its own state, and every state leads back to its kind", () => {
  expect(environmentKinds.map(stateOfKind)).toEqual([...environmentStates]);
  expect(environmentStates.map(kindOfState)).toEqual([...environmentKinds]);
});
