import { expect, test } from "bun:test";
import fc from "fast-check";
import { step } from "../hosted/mirroring-steps.ts";
import { operation } from "../model-based/model-operations.ts";
import { Random } from "./random.ts";
import { seedOf } from "./seed.ts";
import { randomRequest } from "./wire-request.ts";

function inputsOf(text: string): string {
  const seed = seedOf(text);
  if (seed === undefined) {
    throw new Error(`${text} is no seed`);
  }
  const random = new Random(seed);
  const surface = { prefix: "/adapter", credentials: [{}, { "flipper-cloud-token": "x" }] };
  return JSON.stringify([
    Array.from({ length: 100 }, () => randomRequest(random, surface)),
    fc.sample(operation, { seed, numRuns: 100 }),
    fc.sample(step, { seed, numRuns: 100 }),
  ]);
}

test.each(["0", "42", "2147483647"])("seed %s makes the same inputs again", (text) => {
  const inputs = inputsOf(text);
  expect(inputsOf(text)).toBe(inputs);
  expect(inputsOf("7")).not.toBe(inputs);
});

test("without a seed there is none", () => {
  expect([seedOf(undefined), seedOf("")]).toEqual([undefined, undefined]);
});

test.each(["x", "-1", "1.5", "1e3", " 1", "2147483648", "4294967296"])("%p is no seed", (text) => {
  expect(() => seedOf(text)).toThrow(`FUZZ_SEED is no whole number below 2147483648: ${text}`);
});
