import { expect, test } from "bun:test";
import fc from "fast-check";
import { excessConnections } from "../../../src/server/sockets/excess-connections.ts";
import type { Connection } from "../../../src/server/sockets/process-sockets.ts";

const connectionsOf = (...clients: string[]): Connection[] =>
  clients.map((peerAddress, descriptor) => ({
    descriptor,
    localPort: 80,
    peerAddress,
    peerPort: 1_000 + descriptor,
  }));
const proxy = "proxy";
const clientOf = ({ peerAddress }: Connection) => (peerAddress === proxy ? undefined : peerAddress);

function ended(clients: readonly string[], perClientMax: number, overall = 0): number[] {
  const bounds = { perClientMax, overall, clientOf };
  return excessConnections(connectionsOf(...clients), bounds).map(({ descriptor }) => descriptor);
}

test.each([
  ["within the bound", ["a", "b", "a"], 2, 0, []],
  ["the newest above the bound", ["a", "b", "a", "a", "b"], 1, 0, [2, 3, 4]],
  ["none of a proxy", ["proxy", "proxy", "proxy", "a"], 1, 0, []],
  ["too many overall: of those with the most", ["a", "b", "b", "b", "b", "a"], 9, 2, [4, 3]],
  ["too many overall: of a proxy too", ["proxy", "proxy", "proxy", "a"], 9, 1, [2]],
  ["too many overall, and above the bound", ["a", "a", "a", "b"], 2, 2, [2, 1]],
  ["more than there are", ["a", "b"], 9, 5, [0, 1]],
  ["no connections", [], 1, 3, []],
] as const)("%s", (_, clients, perClientMax, overall, expected) => {
  expect(ended(clients, perClientMax, overall).toSorted()).toEqual([...expected].toSorted());
});

test("each connection ends once, each client keeps its bound, and a free place is made", () => {
  const clients = fc.array(fc.constantFrom("a", "b", "c", proxy), { maxLength: 40 });
  fc.assert(
    fc.property(clients, fc.nat({ max: 10 }), fc.nat({ max: 10 }), (all, perClientMax, overall) => {
      const gone = ended(all, perClientMax, overall);
      expect(new Set(gone).size).toBe(gone.length);
      expect(gone.length).toBeGreaterThanOrEqual(Math.min(overall, all.length));
      for (const client of ["a", "b", "c"]) {
        const kept = all.filter((each, index) => each === client && !gone.includes(index));
        expect(kept.length).toBeLessThanOrEqual(perClientMax);
      }
      if (overall === 0) {
        expect(all.filter((each, index) => each === proxy && gone.includes(index))).toEqual([]);
      }
    }),
  );
});
