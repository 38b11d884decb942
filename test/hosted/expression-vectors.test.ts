import { afterAll, expect, test } from "bun:test";
import { expressionFault, parseStoredExpression } from "../../src/core/expressions/expression.ts";
import { startHosted } from "../helpers/hosted-server.ts";
import vectors from "../vectors/expressions.json" with { type: "json" };

interface Vector {
  readonly feature: string;
  readonly expression: unknown;
  readonly actor: { readonly flipper_id: string; readonly properties: unknown } | null;
  readonly enabled: boolean;
}

const rows: readonly Vector[] = vectors;
/** Every row is tested with the expressions themselves; this test sends a sample over HTTP. */
const sampledEvery = 4;

const { manager, stop } = await startHosted();
afterAll(stop);

test("a sample of the public implementation's test vectors has the same results over HTTP", async () => {
  const sample = rows
    .filter(({ actor }) => actor !== null)
    // Ruby reads a date without a time in the zone of its machine, so the server refuses it.
    .filter(({ expression }) => expressionFault(parseStoredExpression(expression)) === null)
    .filter((_row, index) => index % sampledEvery === 0);
  const wrong: Vector[] = [];
  for (const row of sample) {
    const { feature, expression, actor, enabled } = row;
    await manager.expression.set(feature, expression);
    const properties = encodeURIComponent(JSON.stringify(actor?.properties));
    const [, body] = await manager.actors.check(
      actor?.flipper_id ?? "",
      `keys=${feature}&properties=${properties}`,
    );
    const expected = { flipper_id: actor?.flipper_id, features: { [feature]: { enabled } } };
    if (!Bun.deepEquals(body, expected)) {
      wrong.push(row);
    }
  }
  expect(sample.length).toBeGreaterThan(100);
  expect(sample.some(({ enabled }) => enabled)).toBe(true);
  expect(sample.some(({ enabled }) => !enabled)).toBe(true);
  expect(wrong).toEqual([]);
});
