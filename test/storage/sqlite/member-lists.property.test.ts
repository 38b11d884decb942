import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { changedSet, type SortedSet, sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { batchOf } from "../../contract/batch-of.ts";
import { feature, foundation, strangeTexts, written } from "../../contract/sample-entities.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

/*
 * Sets are stored as lists of some hundred members each. Whatever is added and removed, and in which
 * order, a start must read the same set.
 */

const production = 1;

function member(index: number): string {
  const text = strangeTexts[index % strangeTexts.length] ?? "";
  return index % 7 === 0 ? `${text};${index}` : `User;${index}`;
}

const range = fc.record({
  from: fc.nat(1_500),
  count: fc.oneof(fc.nat(3), fc.nat(900)),
  step: fc.integer({ min: 1, max: 3 }),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("add" as const), range }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("remove" as const), range }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("clear" as const), range }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function after(before: SortedSet, { kind, range: { from, count, step: by } }: Step): SortedSet {
  const values = Array.from({ length: count }, (_, index) => member(from + index * by));
  switch (kind) {
    case "add":
      return changedSet(before, values, []);
    case "remove":
      return changedSet(before, [], values);
    case "clear":
      return sortedSet([]);
  }
}

function gatesOf(actors: SortedSet): Gates {
  return { ...closedGates, actors };
}

async function storedActors(directory: string): Promise<readonly string[]> {
  const { storage, state } = await openSqliteStorage(directory);
  await storage.close();
  return state.toggles.get(production)?.get(feature(1).key)?.gates.actors.slice() ?? [];
}

test("after any changes, a start reads the members that were committed, from few lists", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      using directory = new TemporaryDirectory();
      const { storage } = await openSqliteStorage(directory.path);
      await storage.commit(batchOf(foundation));
      let actors = sortedSet([]);
      for (const each of steps) {
        const changed = after(actors, each);
        await storage.commit(batchOf([written(production, gatesOf(actors), gatesOf(changed))]));
        actors = changed;
      }
      await storage.close();
      expect(await storedActors(directory.path)).toEqual(actors.slice());
    }),
    { numRuns: 12 },
  );
});

test("a list is never longer than 512 members, and 5,000 members are in few lists", async () => {
  using directory = new TemporaryDirectory();
  const { storage } = await openSqliteStorage(directory.path);
  const actors = sortedSet(Array.from({ length: 5_000 }, (_, index) => member(index)));
  await storage.commit(batchOf([...foundation, written(production, closedGates, gatesOf(actors))]));
  await storage.close();
  using database = new Database(join(directory.path, "gatehouse.db"), { readonly: true });
  const lengths = database
    .query<{ length: number }, []>(
      "SELECT json_array_length(members) AS length FROM gate_member_lists",
    )
    .all()
    .map(({ length }) => length);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(5_000);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(512);
  expect(lengths.length).toBeLessThan(40);
  expect(await storedActors(directory.path)).toEqual(actors.slice());
});
