import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import packageJson from "../../package.json" with { type: "json" };
import type { Serve } from "../../src/cli/commands/serve-subcommand.ts";
import { gatehouseProgram } from "../../src/cli/program.ts";
import { runCli } from "../../src/cli/run-cli.ts";
import type { Program, Subcommand } from "../../src/cli/subcommand.ts";
import type { EnvironmentVariables } from "../../src/config/arguments.ts";
import type { Config } from "../../src/config/config.ts";
import { ConfigError } from "../../src/config/config-error.ts";
import { mandatoryOption, switchOption } from "../../src/config/option.ts";
import { serverOptions, settings } from "../../src/config/settings.ts";
import { noCliServices } from "../helpers/cli-services.ts";

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(
  program: Program,
  argv: readonly string[],
  environment: EnvironmentVariables = {},
  columns?: number,
): Promise<Ran> {
  let out = "";
  let err = "";
  const output = {
    out: (text: string) => {
      out += text;
    },
    err: (text: string) => {
      err += text;
    },
    columns,
  };
  const code = await runCli(argv, environment, output, program);
  return { code, out, err };
}

function widthOf(text: string): number {
  return Math.max(...text.split("\n").map((line) => line.length));
}

const served: Config[] = [];
const gatehouse = programServing((config) => {
  served.push(config);
  return Promise.resolve(7);
});

function programServing(serve: Serve): Program {
  return gatehouseProgram({ ...noCliServices, serve });
}

/** A subcommand of two words with its own flags, an argument and `--json`. */
const json = switchOption({ flag: "json", description: "Writes JSON." });
const access = mandatoryOption({
  flag: "access",
  placeholder: "ACCESS",
  description: "What the token may do.",
  parse: (text) => (text === "all" ? { value: text } : { reason: "must be all" }),
});
const create: Subcommand = {
  name: "create",
  summary: "Creates a token.",
  options: [access, settings.data, json],
  positionals: [
    { placeholder: "NAME", description: "The token's name." },
    { placeholder: "NOTE", description: "A note.", optional: true },
  ],
  run: ({ given, output }) => {
    const { positionals } = given;
    const values = [given.valueOf(access), given.valueOf(settings.data), given.valueOf(json)];
    output.out(`${JSON.stringify([...values, ...positionals])}\n`);
    return Promise.resolve(0);
  },
};
const withToken: Program = {
  ...gatehouse,
  commands: [
    ...gatehouse.commands.filter(({ name }) => name === "serve"),
    { name: "token", summary: "Manages tokens.", commands: [create] },
  ],
};

describe("serve", () => {
  test("gets the configuration, and returns the exit code", async () => {
    served.length = 0;
    const result = await run(gatehouse, ["serve", "--port", "0"], { GATEHOUSE_GROUP: "a" });
    expect(result).toEqual({ code: 7, out: "", err: "" });
    expect(served).toMatchObject([{ port: 0, groups: ["a"] }]);
  });

  test("is not called with invalid arguments", async () => {
    served.length = 0;
    const wrong: [string[], EnvironmentVariables, string][] = [
      [["--port", "x"], {}, '--port must be an integer from 0 to 65535, not "x"'],
      [["--prot", "1"], {}, "unknown option --prot; did you mean --port?"],
      [["x"], {}, 'unexpected argument "x"'],
      [[], { GATEHOUSE_PORT: "x" }, 'GATEHOUSE_PORT must be an integer from 0 to 65535, not "x"'],
      [
        [],
        { GATEHOUSE_PROT: "1" },
        "unknown variable GATEHOUSE_PROT; did you mean GATEHOUSE_PORT?",
      ],
      [
        ["--tls-cert=test/none.pem", "--tls-key=test/none.pem"],
        {},
        '--tls-cert names a file that cannot be read, "test/none.pem": no such file or directory',
      ],
    ];
    for (const [argv, environment, reason] of wrong) {
      expect(await run(gatehouse, ["serve", ...argv], environment)).toEqual({
        code: 2,
        out: "",
        err: `gatehouse: ${reason} (see gatehouse serve --help)\n`,
      });
    }
    expect(served).toEqual([]);
  });

  test("that throws a ConfigError ends with code 2; another error is not caught", async () => {
    const failing = (error: Error) => programServing(() => Promise.reject(error));
    const { code, err } = await run(failing(new ConfigError("port 80 is taken")), ["serve"]);
    expect([code, err]).toEqual([2, "gatehouse: port 80 is taken (see gatehouse serve --help)\n"]);
    await expect(run(failing(new Error("broken")), ["serve"])).rejects.toThrow("broken");
  });
});

describe("help and version", () => {
  test("the version is the package's", async () => {
    const out = `gatehouse ${packageJson.version}\n`;
    for (const word of ["--version", "-v", "version"]) {
      expect(await run(gatehouse, [word])).toEqual({ code: 0, out, err: "" });
      // Someone who looks for the reason why a server does not start needs it.
      expect(await run(gatehouse, [word], { GATEHOUSE_PROT: "1" })).toMatchObject({ code: 0, out });
      expect(await run(gatehouse, [word, "more"])).toMatchObject({ code: 2, out: "" });
    }
    expect(await run(gatehouse, ["version", "--help"])).toMatchObject({ code: 0, err: "" });
    expect((await run(gatehouse, [])).out).toContain("  -v, --version  Prints the version.\n");
  });

  test.each([
    [["--help"], ["help"], "Usage: gatehouse COMMAND"],
    [["serve", "--help"], ["help", "serve"], "Usage: gatehouse serve [OPTION]...\n"],
    [["serve", "--port", "x", "-h"], ["help", "serve"], "--mount-path PATH"],
    [["token", "-h"], ["help", "token"], "Usage: gatehouse token COMMAND"],
    [
      ["token", "create", "--help"],
      ["help", "token", "create"],
      "Usage: gatehouse token create --access ACCESS [OPTION]... NAME [NOTE]\n",
    ],
  ])("%j and %j are the same", async (flagged, worded, text) => {
    // Help is shown in an invalid environment too, because a user who cannot start the server needs
    // it.
    const help = await run(withToken, flagged, { GATEHOUSE_PROT: "1" });
    expect(help).toMatchObject({ code: 0, err: "" });
    expect(help.out).toContain(text);
    expect(await run(withToken, worded)).toEqual(help);
  });

  test("without a subcommand, the help is shown with code 2", async () => {
    const { out } = await run(withToken, ["--help"]);
    expect(await run(withToken, [])).toEqual({ code: 2, out, err: "" });
    expect(await run(withToken, ["token"])).toMatchObject({ code: 2, err: "" });
  });

  test("the help of serve names every setting and its default within 80 columns, and within those of a terminal", async () => {
    const secret = "a-secret-of-16-characters";
    const environment = { GATEHOUSE_TOKEN: secret, GATEHOUSE_BASIC_AUTH: `me:${secret}` };
    const { out } = await run(gatehouse, ["serve", "--help"], environment);
    for (const { flag, variable, fallback } of serverOptions) {
      expect(out).toContain(flag === undefined ? `  ${variable}  ` : `  --${flag} `);
      expect(out).toContain(variable ?? "");
      expect(out.replaceAll(/\s+/g, " ")).toContain(fallback ? `default ${fallback}]` : "");
    }
    expect(out).not.toContain(secret);
    expect(widthOf(out)).toBeLessThanOrEqual(80);
    for (const [columns, widthMax] of [
      [76, 76],
      [90, 90],
      [300, 100],
    ] as const) {
      const width = widthOf((await run(gatehouse, ["serve", "-h"], {}, columns)).out);
      expect(width).toBeWithin(widthMax - 10, widthMax + 1);
    }
  });
});

describe("commands of two words", () => {
  test("have flags, arguments and settings of their own", async () => {
    const argv = ["token", "create", "ci", "--access", "all", "--json"];
    expect(await run(withToken, argv, { GATEHOUSE_DATA: "d", GATEHOUSE_PORT: "x" })).toEqual({
      code: 0,
      out: '["all","d",true,"ci"]\n',
      err: "",
    });
  });

  test.each([
    [
      ["token", "creat"],
      "unknown command creat; did you mean create? (see gatehouse token --help)",
    ],
    [
      ["token", "--json"],
      "--json must follow a command, such as create (see gatehouse token --help)",
    ],
    [["tokens"], "unknown command tokens; did you mean token? (see gatehouse --help)"],
    [["SERVE"], "unknown command SERVE; did you mean serve? (see gatehouse --help)"],
    [["--versoin"], "unknown option --versoin; did you mean --version? (see gatehouse --help)"],
    [
      ["token", "create", "a", "--acess=all"],
      "unknown option --acess; did you mean --access? (see gatehouse token create --help)",
    ],
    [["__proto__"], "unknown command __proto__ (see gatehouse --help)"],
    [["help", "serv\n"], 'unknown command "serv\\n"; did you mean serve? (see gatehouse --help)'],
    [
      ["--port", "1", "serve"],
      "--port must follow a command, such as serve (see gatehouse --help)",
    ],
    [["--version", "serve"], "--version takes no further arguments (see gatehouse --help)"],
    [["token", "create"], "NAME and --access are missing (see gatehouse token create --help)"],
    [["token", "create", "a"], "--access is missing (see gatehouse token create --help)"],
    [
      ["token", "create", "a", "b", "c", "--access=all"],
      'unexpected argument "c" (see gatehouse token create --help)',
    ],
  ])("%j is refused", async (argv, reason) => {
    expect(await run(withToken, argv)).toEqual({ code: 2, out: "", err: `gatehouse: ${reason}\n` });
  });
});

test("every command line ends with a known code and at most one line of error output", async () => {
  const word = fc.oneof(
    fc.constantFrom("serve", "token", "create", "help", "--help", "--version", "--port", "--", "1"),
    fc.string({ unit: "binary" }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 6 }), async (argv) => {
      const { code, out, err } = await run(withToken, argv);
      expect([0, 2, 7]).toContain(code);
      expect(err).toMatch(/^(gatehouse: [^\p{Cc}]+\n)?$/u);
      expect(out === "" || err === "").toBe(true);
    }),
    { numRuns: 500 },
  );
});
