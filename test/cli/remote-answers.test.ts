import { expect, test } from "bun:test";
import { adminApiHeader } from "../../src/api/admin/contract/admin-header.ts";
import { answeredEnvironmentHeader } from "../../src/api/admin/contract/environment-header.ts";
import { runShell } from "./daily-shells.ts";
import { words } from "./in-memory-shell.ts";

type Answers = (request: Request, url: URL) => unknown;

/** Runs a command line against a server with these answers. */
async function runAgainst(answers: Answers, line: string) {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) =>
      Response.json(answers(request, new URL(request.url)), {
        headers: { [adminApiHeader]: "1", [answeredEnvironmentHeader]: "load-test" },
      }),
  });
  try {
    const variables = {
      GATEHOUSE_URL: `http://127.0.0.1:${server.port}/adapter`,
      GATEHOUSE_TOKEN: "gh_pat_x",
    };
    return await runShell(words(line), { variables });
  } finally {
    await server.stop(true);
  }
}

test("a plan without a limit that this version knows is no plan with the limit 0", async () => {
  const limits = [{ name: "custom_environments", limit: 5, isOverridden: false }];
  for (const line of ["limits show", "limits set team"]) {
    const ran = await runAgainst(() => ({ plan: "team", limits }), line);
    expect(ran).toMatchObject({ code: 1, out: "" });
    expect(ran.err).toContain("the server sent no limit tokens_per_environment");
  }
});

test("environment mirror names the environment of the answer", async () => {
  const ran = await runAgainst(() => ({ features: ["a"] }), "environment mirror 1 --json");
  expect(JSON.parse(ran.out)).toEqual({ slug: "load-test", features: ["a"] });
});

test.each([
  ["token list", "before", "tokens"],
  ["token list --environment production", "before", "tokens"],
  ["member list", "after", "members"],
])("%s reads all pages", async (line, parameter, name) => {
  const asked: string[] = [];
  const answers: Answers = (_, { searchParams }) => {
    asked.push(searchParams.get(parameter) ?? "first");
    return { [name]: [], next: asked.length < 3 ? asked.length * 10 : null };
  };
  expect(await runAgainst(answers, line)).toMatchObject({ code: 0, err: "" });
  expect(asked).toEqual(["first", "10", "20"]);
});
