import { expect, test } from "bun:test";
import { chosenEnvironment } from "../../../src/core/peers/document-values.ts";
import { ImportedChecks } from "./imported-checks.ts";

test("a document of an unknown form is refused", () => {
  for (const document of [null, [], {}, "text", { features: 1 }]) {
    expect(() => new ImportedChecks(document, undefined)).toThrow("of no known system");
  }
  expect(() => new ImportedChecks({}, "novel")).toThrow('there is no system "novel"');
});

test("a document that is nested too deep is refused", () => {
  let document: unknown = {};
  for (let level = 0; level < 10_000; level++) {
    document = [document];
  }
  expect(() => new ImportedChecks(document, undefined)).toThrow("nested deeper than 200 levels");
});

test("an environment is chosen, unless there is only one", () => {
  expect(chosenEnvironment(["test"], undefined)).toBe("test");
  expect(chosenEnvironment(["test", "production"], "production")).toBe("production");
  expect(() => chosenEnvironment(["test", "production"], undefined)).toThrow(
    "choose one with --peer-environment: test, production",
  );
  expect(() => chosenEnvironment(["test"], "production")).toThrow("no environment production");
  expect(() => chosenEnvironment([], undefined)).toThrow("no environment");
});
