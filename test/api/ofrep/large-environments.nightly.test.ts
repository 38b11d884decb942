import { afterAll, expect, test } from "bun:test";
import type { Gates } from "../../../src/core/evaluation/gates.ts";
import { countTurns } from "../../helpers/count-turns.ts";
import { startHosted } from "../../helpers/hosted-server.ts";
import { flagsOf } from "./ofrep-schema.ts";
import { hostedOfrep } from "./ofrep-targets.ts";

const server = await startHosted();
const ofrep = hostedOfrep(server, server.managerToken);
afterAll(() => server.stop());

const context = { targetingKey: "User;1" };
const count = 5_000;

function gatesOf(index: number): Partial<Gates> {
  switch (index % 4) {
    case 0:
      return { boolean: true };
    case 1:
      return { actors: ["User;1"] };
    case 2:
      return { expression: { FeatureEnabled: [`f${10_000 + index - 1}`] } };
    default:
      return {};
  }
}

const many = Object.fromEntries(
  Array.from({ length: count }, (_, index) => [`f${10_000 + index}`, gatesOf(index)]),
);

test("the answer for very many features is the same, made in steps, with its tag", async () => {
  await ofrep.replace(many);
  const { body, headers, status } = await ofrep.evaluate(null, { context });
  expect(status).toBe(200);
  const flags = flagsOf(body);
  expect(flags.map(({ key }) => key)).toEqual(Object.keys(many));
  for (const [index, flag] of flags.entries()) {
    expect(flag).toMatchObject({ value: index % 4 !== 3 });
  }
  const gates = flags.slice(0, 4).map((flag) => ("metadata" in flag ? flag.metadata : undefined));
  expect(gates).toEqual([{ gate: "boolean" }, { gate: "actors" }, { gate: "expression" }, {}]);
  const etag = headers.get("etag") ?? "";
  expect((await ofrep.evaluate(null, { context }, { "if-none-match": etag })).status).toBe(304);
  const [one] = flags.slice(-2);
  expect((await ofrep.evaluate(one?.key ?? "", { context })).body).toEqual(one);
});

test("it gives other requests their turns", async () => {
  await ofrep.replace(many);
  const small = await countTurns(() => ofrep.evaluate("f10000", { context }));
  const large = await countTurns(() => ofrep.evaluate(null, { context }));
  expect(small.turns).toBeLessThan(10);
  expect(large.turns).toBeGreaterThan(15);
});
