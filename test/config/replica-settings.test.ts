import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { ConfigError } from "../../src/config/config-error.ts";
import { readPrimaryToken } from "../../src/config/read-primary-token.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { loadConfig } from "../helpers/load-config.ts";
import { defaults, token } from "./setting-rows.ts";

const replica = { GATEHOUSE_MODE: "replica" };
const named = { ...replica, GATEHOUSE_ORIGIN_TOKEN: token };
const origin = { url: "https://origin.example/base", token, tokenFile: undefined };

function reasonFor(argv: readonly string[], environment: Record<string, string>): string {
  try {
    loadConfig(argv, environment);
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.message;
    }
    throw error;
  }
  return "(accepted)";
}

test("a replica serves what a hosted server serves, from its origin", () => {
  const given = loadConfig(["--origin", "https://origin.example/base/"], named);
  expect(given).toEqual({ ...defaults, origin });
  expect(loadConfig([], { ...named, GATEHOUSE_ORIGIN: "https://origin.example/base" })).toEqual(
    given,
  );
});

test("a port is shared with --reuse-port", () => {
  const argv = ["--origin", "https://origin.example/base", "--reuse-port"];
  expect(loadConfig(argv, named)).toEqual({ ...defaults, origin, sharesPort: true });
});

describe("plain http", () => {
  test.each(["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"])(
    "is allowed on this machine: %s",
    (url) => {
      expect(loadConfig(["--origin", url], named).origin?.url).toBe(url);
    },
  );

  test("is refused for another machine, unless it is allowed", () => {
    const argv = ["--origin", "http://origin.example"];
    expect(reasonFor(argv, named)).toStartWith("--origin must be an https URL");
    expect(loadConfig([...argv, "--plain-origin"], named).origin?.url).toBe(
      "http://origin.example",
    );
  });
});

test.each([
  [[], named, "--mode replica needs --origin"],
  [["--origin", "ftp://x"], named, "--origin must be an http or https URL"],
  [["--origin", "https://me:secret@x"], named, "--origin must be an http or https URL without"],
  [["--origin", "https://x"], replica, "--mode replica needs one of GATEHOUSE_ORIGIN_TOKEN"],
  [
    ["--origin", "https://x", "--origin-token-file", "f"],
    named,
    "--mode replica needs one of GATEHOUSE_ORIGIN_TOKEN",
  ],
  [["--origin", "https://x"], {}, "--origin works in replica mode only, and this is hosted mode"],
  [["--reuse-port"], {}, "--reuse-port works in replica mode only"],
  [["--origin", "https://x", "--group", "a"], named, "--group works in mountable mode only"],
])("%p with %p is refused", (argv, environment, reason) => {
  expect(reasonFor(argv, environment)).toStartWith(reason);
});

test("a refused token is not shown", () => {
  const reason = reasonFor(["--origin", "https://x"], {
    ...replica,
    GATEHOUSE_ORIGIN_TOKEN: "too short",
  });
  expect(reason).toStartWith("GATEHOUSE_ORIGIN_TOKEN must have 16 to 255");
  expect(reason).not.toContain("too short");
});

test("the token of a file is read, and a wrong one is not shown", async () => {
  using directory = new TemporaryDirectory();
  const tokenFile = join(directory.path, "token");
  const fromFile = { ...origin, token: undefined, tokenFile };
  expect(readPrimaryToken(fromFile)).rejects.toThrow(/cannot be read.*no such file or directory/);
  await Bun.write(tokenFile, `${token}\n`);
  expect(await readPrimaryToken(fromFile)).toBe(token);
  await Bun.write(tokenFile, "a b\n");
  expect(readPrimaryToken(fromFile)).rejects.toThrow(
    "--origin-token-file names a file whose token must have 16 to 255 visible ASCII characters",
  );
});
