import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type EnvironmentVariables, readArguments } from "../../src/config/arguments.ts";
import { ConfigError } from "../../src/config/config-error.ts";
import {
  listOption,
  mandatoryOption,
  optionalOption,
  optionWithDefault,
  switchOption,
} from "../../src/config/option.ts";
import { parseInteger, parseOneOf } from "../../src/config/value-parsers.ts";

const name = mandatoryOption({
  flag: "name",
  description: "A name.",
  parse: (text) => ({ value: text }),
});
const size = optionWithDefault({
  flag: "size",
  variable: "SIZE",
  description: "A size.",
  fallback: "7",
  parse: parseInteger(1, 9),
});
const color = optionalOption({
  flag: "color",
  description: "A colour.",
  parse: parseOneOf("red", "blue"),
});
const tags = listOption({
  flag: "tag",
  short: "t",
  description: "Tags.",
  parse: parseInteger(0, 9),
});
const json = switchOption({ flag: "json", short: "j", description: "As JSON." });
const syntax = {
  options: [name, size, color, tags, json],
  positionals: [
    { placeholder: "FILE", description: "Read." },
    { placeholder: "OTHER", description: "Written.", optional: true },
  ],
};

function read(argv: readonly string[], environment: EnvironmentVariables = {}) {
  const given = readArguments(syntax, argv, environment);
  return {
    positionals: given.positionals,
    name: given.valueOf(name),
    size: given.valueOf(size),
    color: given.valueOf(color),
    tags: given.valueOf(tags),
    json: given.valueOf(json),
  };
}

test("short flags are the same as long ones, and two switches or a value may follow at once", () => {
  for (const argv of [
    ["-t", "1", "-t2", "-j", "a"],
    ["-jt1", "--tag=2", "a"],
    ["a", "-jt", "1", "-t2"],
  ]) {
    expect(read([...argv, "--name=n"])).toMatchObject({
      tags: [1, 2],
      json: true,
      positionals: ["a"],
    });
  }
});

test("options and positional arguments may be mixed", () => {
  expect(read(["a", "--name", "n", "b"])).toEqual({
    positionals: ["a", "b"],
    name: "n",
    size: 7,
    color: undefined,
    tags: [],
    json: false,
  });
  expect(
    read(["--json", "--tag=1", "a", "--tag", "2", "--color=red", "--name=", "--size=1"]),
  ).toEqual({ positionals: ["a"], name: "", size: 1, color: "red", tags: [1, 2], json: true });
});

test("arguments after -- are positional, and a value may start with one dash", () => {
  expect(read(["--name", "-n", "--", "--json"])).toMatchObject({
    positionals: ["--json"],
    name: "-n",
    json: false,
  });
  expect(read(["--name=--n", "-"])).toMatchObject({ positionals: ["-"], name: "--n" });
});

test("a flag overrides its variable, which overrides the default", () => {
  expect(read(["a", "--name=n", "--size=1"], { SIZE: "2" }).size).toBe(1);
  expect(read(["a", "--name=n"], { SIZE: "2" }).size).toBe(2);
  expect(read(["a", "--name=n"], { SIZE: undefined }).size).toBe(7);
});

describe.each([
  [["a"], "--name is missing"],
  [[], "FILE and --name are missing"],
  [["--name=n"], "FILE is missing"],
  [["a", "b", "c", "--name=n"], 'unexpected argument "c"'],
  [["a", "--name=n", "--json=yes"], "--json takes no value"],
  [["a", "--name=n", "--json", "--json"], "--json is given more than once"],
  [["a", "--name=n", "--no-json"], "unknown option --no-json"],
  [["a", "--name=n", "-son"], "unknown option -s"],
  [["a", "--name=n", "--undefined"], "unknown option --undefined"],
  [["a", "--name=n", "-undefined"], "unknown option -u"],
  [["a", "--name=n", "-t", "-j"], "-t needs a value"],
  [["a", "--name=n", "-j1"], "unknown option -1"],
  [["a", "--name"], "--name needs a value"],
  [["a", "--name=n", "--tag=1", "--tag=x"], '--tag must be an integer from 0 to 9, not "x"'],
  [["a", "--name=n", "--color"], "--color needs a value"],
] satisfies [string[], string][])("%j", (argv, reason) => {
  test(`is refused: ${reason}`, () => {
    expect(() => read(argv)).toThrow(new ConfigError(reason));
  });
});

test("an option that the syntax does not have is a bug, not a mistake of the user", () => {
  const given = readArguments({ options: [size], positionals: [] }, [], {});
  expect(() => given.valueOf(color)).toThrow("does not have the option color");
  expect(() => given.valueOf(color)).not.toThrow(ConfigError);
});

test("all words give arguments or a ConfigError", () => {
  const word = fc.oneof(
    fc.constantFrom("--name", "--size", "--tag", "--json", "--", "-", "a", "5"),
    fc.string({ unit: "binary" }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (argv) => {
      try {
        const { positionals, size: given } = read(argv);
        expect(positionals.length).toBeWithin(1, 3);
        expect(given).toBeWithin(1, 10);
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
      }
    }),
    { numRuns: 1000 },
  );
});
