import { expect, test } from "bun:test";
import { ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const right = `Basic ${btoa("ann:secret")}`;

test("guesses of --basic-auth are limited for each address, and lock out nobody who has it right", async () => {
  using directory = new TemporaryDirectory();
  using server = await ServerProcess.start(testedProgram, directory.path, {
    mode: "mountable",
    variables: { GATEHOUSE_BASIC_AUTH: "ann:secret", GATEHOUSE_TRUSTED_PROXY: "127.0.0.1" },
  });
  const from = (address: string, authorization?: string, path = "/flipper/api/features") =>
    fetch(server.url + path, {
      headers: {
        "x-forwarded-for": address,
        ...(authorization === undefined ? {} : { authorization }),
      },
    });
  const statuses = async (address: string, count: number, path?: string) => {
    const found = new Map<number, number>();
    for (let index = 0; index < count; index++) {
      const { status } = await from(address, `Basic ${btoa(`ann:guess${index}`)}`, path);
      found.set(status, (found.get(status) ?? 0) + 1);
    }
    return found;
  };
  const known = "192.0.2.1";
  expect((await from(known, right)).status).toBe(200);

  // Browsers ask without credentials first: that is no guess.
  for (let index = 0; index < 100; index++) {
    expect((await from("192.0.2.2")).status).toBe(401);
  }
  const guessed = await statuses("192.0.2.2", 200);
  expect(guessed.get(401)).toBeWithin(60, 70);
  expect((guessed.get(401) ?? 0) + (guessed.get(429) ?? 0)).toBe(200);
  const limited = await from("192.0.2.2", right);
  // The limit would stop nobody if the right guess were answered.
  expect([limited.status, Number(limited.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await from("192.0.2.2", right, "/flipper/")).status).toBe(429);
  expect((await from("192.0.2.2", "Basic xyz", "/healthz")).status).toBe(200);

  expect((await from(known, right)).status).toBe(200);
  expect((await from("192.0.2.3", right)).status).toBe(200);
  // Also behind the address of somebody who guesses.
  expect((await statuses(known, 100, "/flipper/")).get(429)).toBeGreaterThan(0);
  for (let index = 0; index < 100; index++) {
    expect((await from(known, right)).status).toBe(200);
  }
});
