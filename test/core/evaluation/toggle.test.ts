import { expect, test } from "bun:test";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import { Toggle } from "../../../src/core/evaluation/toggle.ts";

test.each([0, 1, 2, 17, 1_000, 1_001, 1_500])(
  "with %d actors, hasActor is true for each and false for similar ids",
  (count) => {
    const enabled = Array.from({ length: count }, (_, nth) => `User;${2 * nth}\u{1f389}`);
    const toggle = new Toggle("a", { ...closedGates, actors: sortedSet(enabled) });
    expect(enabled.filter((id) => !toggle.hasActor(id))).toEqual([]);
    const others = ["", "User;", "user;0\u{1f389}", "__proto__", "has", "\uffff"].concat(
      enabled.flatMap((id, nth) => [`${id} `, id.slice(0, -1), `User;${2 * nth + 1}\u{1f389}`]),
    );
    expect(others.filter((id) => toggle.hasActor(id))).toEqual([]);
  },
);
