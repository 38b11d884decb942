import { expect, test } from "bun:test";
import { join } from "node:path";
import { revoke } from "../helpers/hosted-administration.ts";
import { hostedPrefix, startHosted } from "../helpers/hosted-server.ts";
import { settledAnswers } from "../helpers/settled-answers.ts";
import { testedAdminApi } from "../helpers/tested-admin-api.ts";
import {
  type DailyShell,
  describePlaces,
  type RunOptions,
  runShell,
  startInDirectory,
} from "./daily-shells.ts";
import { words } from "./in-memory-shell.ts";

/** Longer than a command waits between two looks at a locked directory. */
const pollOfLockMs = 40;

/** `audit follow` in the background; `lines` waits for so many lines, and `end` is Ctrl-C. */
function follow(shell: Pick<DailyShell, "run">, line: string) {
  const controller = new AbortController();
  const lines: string[] = [];
  let changed = Promise.withResolvers<void>();
  let err = "";
  const told = Promise.withResolvers<string>();
  const output = {
    err: (text: string) => {
      err += text;
      told.resolve(text);
    },
    out: (text: string) => {
      lines.push(...text.trimEnd().split("\n"));
      changed.resolve();
      changed = Promise.withResolvers<void>();
    },
  };
  const ended = shell.run(line, { output, interrupted: () => controller.signal });
  return {
    async lines(count: number): Promise<readonly string[]> {
      while (lines.length < count) {
        await changed.promise;
      }
      return lines;
    },
    /** The first text of the error output. */
    told: told.promise,
    async end() {
      controller.abort();
      const { code } = await ended;
      return { code, err };
    },
  };
}

describePlaces("audit follow", (shell) => {
  test("prints what was changed after an audit, then what is changed, and ends with 0", async () => {
    await shell().run("feature enable search");
    await shell().run("feature enable other -p 5");
    const following = follow(shell(), "audit follow search --after 1");
    const first = await following.lines(1);
    expect(first[0]).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}2 {2}search {2}enable {2}by (?:token|user) 1$/,
    );
    await shell().run("feature enable other -a User;1");
    await shell().run("feature disable search");
    await shell().run("feature enable search -p 7 --why OPS-12");
    const lines = await following.lines(3);
    expect(lines.map((line) => line.split("  ").slice(1, 4).join(" "))).toEqual([
      "2 search enable",
      "6 search disable",
      "7 search percentage_of_actors 7%",
    ]);
    expect(lines.at(-1)).toMatch(/ {2}by (?:token|user) 1: OPS-12$/);
    expect(await following.end()).toEqual({ code: 0, err: "" });
  });

  test("begins with the next change without --after; --json prints one object a line", async () => {
    const started = follow(shell(), "audit follow --json --action enable_actor");
    // It has no line that tells when it has begun, so the changes go on until one was seen.
    let isSeen = false;
    const seen = started.lines(2).then((lines) => {
      isSeen = true;
      return lines;
    });
    for (let actor = 10; !isSeen; actor++) {
      await shell().run(`feature enable search -a User;${actor} --why 'by hand'`);
      // Commands that follow each other without a pause leave the directory free for no poll of its lock.
      await Bun.sleep(pollOfLockMs);
    }
    const audits = (await seen).map((line) => JSON.parse(line));
    expect(audits[0]).toEqual({
      id: expect.any(Number),
      action: "enable_actor",
      actor: { type: shell().isRemote ? "Token" : "User", id: "1" },
      target: { type: "Feature", key: "search" },
      value: expect.stringMatching(/^User;\d+$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      links: [],
      reason: "by hand",
    });
    expect(audits[1].id).toBe(audits[0].id + 1);
    expect(await started.end()).toEqual({ code: 0, err: "" });
  });
});

const events = "/admin/v1/environments/-/events";

/** A server far away whose requests are seen, and which can stop and come back. */
async function startSeen({ hasStream = true } = {}) {
  const hosted = await startHosted();
  const { deployment, faults } = hosted;
  const adminApi = testedAdminApi({
    services: deployment,
    streams: deployment.streams,
    onFault: (error) => void faults.push(error),
  });
  const answers = settledAnswers((request) =>
    new URL(request.url).pathname.startsWith(adminApi.prefix)
      ? adminApi.fetch(request)
      : deployment.api.fetch(request),
  );
  const paths: string[] = [];
  const opened = Promise.withResolvers<void>();
  const serve = (port: number) =>
    Bun.serve({
      hostname: "127.0.0.1",
      port,
      async fetch(request) {
        const path = new URL(request.url).pathname;
        paths.push(path);
        if (path === events) {
          opened.resolve();
        }
        return path === events && !hasStream
          ? Response.json({}, { status: 404 })
          : answers.fetch(request);
      },
    });
  let server = serve(0);
  const port = server.port ?? 0;
  const variables = {
    GATEHOUSE_URL: `http://127.0.0.1:${port}${hostedPrefix}`,
    GATEHOUSE_TOKEN: hosted.managerToken,
  };
  return {
    hosted,
    paths,
    opened: opened.promise,
    run: (line: string, options: RunOptions = {}) =>
      runShell(words(line), { ...options, variables }),
    leave: () => server.stop(true),
    comeBack() {
      server = serve(port);
    },
    async stop() {
      await server.stop(true);
      await answers.settled();
      await hosted.stop();
    },
  };
}

const keysOf = (lines: readonly string[]) => lines.map((line) => line.split("  ")[2]);

test.each([true, false])("a server whose stream of changes is %p", async (hasStream) => {
  const seen = await startSeen({ hasStream });
  await seen.run("feature create first");
  const following = follow(seen, "audit follow --after 0");
  await following.lines(1);
  await seen.opened;
  await seen.run("feature create second");
  expect(keysOf(await following.lines(2))).toEqual(["first", "second"]);
  await seen.run("feature create third");
  expect(keysOf(await following.lines(3))).toEqual(["first", "second", "third"]);
  expect(seen.paths.filter((path) => path === events)).toHaveLength(1);
  expect(await following.end()).toEqual({ code: 0, err: "" });
  await seen.stop();
});

test("a server that ends its streams, stops, and comes back is followed again", async () => {
  const seen = await startSeen();
  await seen.run("feature create first");
  const following = follow(seen, "audit follow --after 0");
  await following.lines(1);
  await seen.opened;
  await seen.leave();
  expect(await following.told).toMatch(/ cannot be reached: .*; retrying in 1 s\n$/);
  seen.comeBack();
  await seen.run("feature create second");
  expect(keysOf(await following.lines(2))).toEqual(["first", "second"]);
  const { code, err } = await following.end();
  expect(code).toBe(0);
  expect(err).toEndWith("gatehouse: reconnected; no change was missed\n");
  await seen.stop();
});

test("a token that is revoked ends the command, and its stream", async () => {
  const seen = await startSeen();
  const following = follow(seen, "audit follow --after 0");
  await seen.opened;
  await revoke(seen.hosted, seen.hosted.managerToken);
  expect(await following.told).toContain("it is unknown, revoked or expired");
  expect((await following.end()).code).toBe(1);
  expect(seen.hosted.deployment.streams.counts.map(([, count]) => count)).toEqual([0, 0, 0]);
  await seen.stop();
});

test("a server that stops in the middle of an answer is asked again", async () => {
  const shell = await startInDirectory();
  await shell.run("feature enable search");
  const dying = Bun.listen({
    unix: join(shell.variables.GATEHOUSE_DATA ?? "", "gatehouse.sock"),
    socket: { data: (socket) => void socket.terminate() },
  });
  const following = follow(shell, "audit follow --after 1");
  const lost = "gatehouse: the running server stopped before it answered; retrying in 1 s\n";
  expect(await following.told).toBe(lost);
  dying.stop(true);
  expect((await following.lines(1))[0]).toContain("  search  enable  by ");
  expect(await following.end()).toEqual({
    code: 0,
    err: `${lost}gatehouse: reconnected; no change was missed\n`,
  });
  await shell.stop();
});
