import { expect, test } from "bun:test";
import fc from "fast-check";
import { step } from "../hosted/mirroring-steps.ts";
import { operation } from "../model-based/model-operations.ts";
import { Random } from "./random.ts";
import { randomRequest } from "./raw-request.ts";
import { seedOf } from "./seed.ts";

function inputsOf(text: string): string {
  const seed = seedOf(text);
  if (seed === undefined) {
    throw new Error(`${text} is not a seed`);
  }
  const random = new Random(seed);
  const access = { prefix: "/adapter", credentials: [{}, { "flipper-cloud-token": "x" }] };
  return JSON.stringify([
    Array.from({ length: 20 }, () => randomRequest(random, access)),
    fc.sample(operation, { seed, numRuns: 20 }),
    fc.sample(step, { seed, numRuns: 20 }),
  ]);
}

test.each(["0", "42", "2147483647"])("seed %s repeats the same inputs", (text) => {
  const inputs = inputsOf(text);
  expect(inputsOf(text)).toBe(inputs);
  expect(inputsOf("7")).not.toBe(inputs);
});

test("without FUZZ_SEED the seed is undefined", () => {
  expect([seedOf(undefined), seedOf("")]).toEqual([undefined, undefined]);
});

test.each(["x", "-1", "1.5", "1e3", " 1", "2147483648", "4294967296"])(
  "%p is not a seed",
  (text) => {
    expect(() => seedOf(text)).toThrow(`FUZZ_SEED is not an integer below 2147483648: ${text}`);
  },
);
