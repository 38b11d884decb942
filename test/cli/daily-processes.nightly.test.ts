import { expect, test } from "bun:test";
import { join } from "node:path";
import { run, ServerProcess, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { listeningUrl } from "../helpers/listening-url.ts";
import { firstTokenIn, gatehouse } from "./administration/gatehouse-process.ts";
import { dataIn, OnTerminal } from "./on-terminal.ts";

const timeoutMs = 180_000;

/** A hosted server on a port, which a later one may use again. */
async function startOn(port: string, data: string) {
  const argv = [...testedProgram.argv, "serve", "--port", port, "--data", data];
  const child = Bun.spawn(argv, {
    cwd: import.meta.dir,
    env: { PATH: "" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  const url = await listeningUrl(child.stdout);
  if (url === undefined) {
    throw new Error(`it ended with ${await child.exited}`);
  }
  return {
    url,
    async end(signal: "SIGKILL" | "SIGTERM") {
      child.kill(signal);
      await child.exited;
    },
  };
}

test(
  "a process works on the directory, through the socket and on a server far away",
  async () => {
    using place = new TemporaryDirectory();
    const data = await dataIn(place.path);
    const token = firstTokenIn(data);
    const enabled = "search is conditional in production: enabled for actor User;1, 5% of actors\n";
    const enable = ["feature", "enable", "search", "-a", "User;1", "-p", "5"];
    const check = ["check", "search", "--actor", "User;1"];
    const outputs = async (argv: readonly string[], variables: Record<string, string>) => {
      const options = { cwd: place.path, variables };
      const first = await run(testedProgram, argv, options);
      return [first, await run(testedProgram, check, options)];
    };
    const yes = { code: 0, out: "enabled\n", err: "" };
    const done = { code: 0, out: enabled, err: "" };
    const local = { GATEHOUSE_DATA: data };
    expect(await outputs(enable, local)).toEqual([
      { ...done, out: `created search\n${enabled}` },
      yes,
    ]);
    using server = await ServerProcess.start(testedProgram, data, { mode: "hosted" });
    const remote = { GATEHOUSE_URL: server.url, GATEHOUSE_TOKEN: token };
    expect(await outputs(enable, local)).toEqual([done, yes]);
    expect(await outputs(enable, remote)).toEqual([done, yes]);
    const ask = () => run(testedProgram, ["status"], { cwd: place.path, variables: remote });
    let status = await ask();
    // The use of a token is stored a second later.
    while (status.out.includes(" never\n")) {
      status = await ask();
    }
    expect(status.out).toContain("running, ready\n");
    expect(status.out).toMatch(/^1 +\S.* \d{4}-\d\d-\d\d \d\d:\d\d$/m);
  },
  timeoutMs,
);

test(
  "audit follow goes on after the server was killed, without missing or repeating, until Ctrl-C",
  async () => {
    using place = new TemporaryDirectory();
    const data = await dataIn(place.path);
    const first = await startOn("0", data);
    const { port } = new URL(first.url);
    const variables = { GATEHOUSE_URL: first.url, GATEHOUSE_TOKEN: firstTokenIn(data) };
    await gatehouse(data, ["feature", "create", "search"]);
    const follow = new OnTerminal(["audit", "follow", "--after", "1"], 120, variables);
    await gatehouse(data, ["feature", "enable", "search"]);
    await follow.shows(/ 2\S* {2}search {2}enable {2}by user 1/);
    await first.end("SIGKILL");
    // Without the server the shell changes the directory itself.
    await gatehouse(data, ["feature", "disable", "search"]);
    await follow.shows(/cannot be reached: .*; retrying in 1 s/);
    const second = await startOn(port, data);
    await gatehouse(data, ["feature", "enable", "search", "-p", "7"]);
    await follow.shows(/reconnected; no change was missed/);
    await follow.shows(/percentage_of_actors 7%/);
    follow.interruptByKey();
    const { code, shown } = await follow.ended();
    expect(code).toBe(0);
    expect(Array.from(shown.matchAll(/ (\d+)\S* {2}search/g), ([, id]) => id)).toEqual([
      "2",
      "3",
      "4",
    ]);
    await second.end("SIGTERM");
  },
  timeoutMs,
);

test(
  "a full disk below the output is one line and code 2, and a closed output ends audit follow",
  async () => {
    using place = new TemporaryDirectory();
    const data = await dataIn(place.path);
    await gatehouse(data, ["feature", "create", "search"]);
    await gatehouse(data, ["feature", "create", "other"]);
    const inShell = async (line: string) => {
      const child = Bun.spawn(["/bin/sh", "-c", line, ...testedProgram.argv], {
        env: { PATH: process.env.PATH ?? "", GATEHOUSE_DATA: data },
        stdin: "ignore",
        stdout: "pipe",
        stderr: "pipe",
      });
      const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      return { code: await child.exited, out, err };
    };
    for (const line of ["check search --actor 'User;1'", "feature list"]) {
      expect(await inShell(`"$0" "$@" ${line} >/dev/full`)).toEqual({
        code: 2,
        out: "",
        err: "gatehouse: the output cannot be written: the disk is full\n",
      });
    }
    const followed = inShell('"$0" "$@" audit follow --after 0 | head -1');
    // It notices the closed output when it has something to write.
    let isEnded = false;
    void followed.then(() => {
      isEnded = true;
    });
    for (let actor = 1; !isEnded; actor++) {
      await gatehouse(data, ["feature", "enable", "search", "-a", `User;${actor}`]);
    }
    expect(await followed).toMatchObject({ code: 0, err: "" });
    expect((await followed).out).toMatch(/^[^\n]+ {2}create[^\n]*\n$/);
  },
  timeoutMs,
);

test(
  "colours and questions are for terminals, and NO_COLOR switches colours off",
  async () => {
    using place = new TemporaryDirectory();
    const data = await dataIn(place.path);
    const at = ["--data", data];
    await gatehouse(data, ["feature", "enable", "search"]);
    const shown = async (variables: Record<string, string>) => {
      const list = new OnTerminal(["feature", "list", ...at], 80, variables);
      return (await list.ended()).shown;
    };
    const green = "\u001b[32mon\u001b[39m";
    expect(await shown({ TERM: "xterm" })).toContain(`search   ${green}     everyone\r\n`);
    for (const plain of [{ TERM: "xterm", NO_COLOR: "1" }, { TERM: "dumb" }]) {
      expect(await shown(plain)).toContain("search   on     everyone\r\n");
    }
    const piped = await gatehouse(data, ["feature", "list"], { TERM: "xterm" });
    expect(piped.out).not.toContain("\u001b");

    for (const [answer, code] of [
      ["n\r", 1],
      ["\u0003", 130],
      ["\u0004", 1],
    ] as const) {
      const asked = new OnTerminal(["feature", "delete", "search", ...at]);
      await asked.shows(/Delete search from every environment\? \[y\/N\] /);
      asked.write(answer);
      expect((await asked.ended()).code).toBe(code);
      expect((await gatehouse(data, ["feature", "show", "search"])).code).toBe(0);
    }
    const asked = new OnTerminal(["feature", "delete", "search", ...at]);
    await asked.shows(/\[y\/N\] /);
    asked.write("y\r");
    expect((await asked.ended()).code).toBe(0);
    expect((await gatehouse(data, ["feature", "show", "search"])).code).toBe(1);
  },
  timeoutMs,
);

test(
  "a command that waits for a server shows it, and nothing of that is left",
  async () => {
    const answers = Promise.withResolvers<void>();
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch({ url }) {
        await answers.promise;
        return url.includes("/admin/v1/")
          ? new Response(null, { status: 404 })
          : Response.json({ features: [] });
      },
    });
    const url = `http://127.0.0.1:${server.port}`;
    const list = new OnTerminal(["feature", "list", "--url", url]);
    await list.shows(new RegExp(`asking ${url}/adapter, \\d+ s`));
    answers.resolve();
    const { code, shown } = await list.ended();
    expect([code, shown.split("\r").at(-2)]).toEqual([
      0,
      expect.stringContaining("no features in the token's environment"),
    ]);
    await server.stop(true);
  },
  timeoutMs,
);

test("a table fits the terminal, and nothing of it is lost", async () => {
  using place = new TemporaryDirectory();
  const data = await dataIn(place.path);
  const key = "a_long_key_of_a_feature_that_somebody_has_made_up_for_this_test";
  await gatehouse(data, ["feature", "enable", key, "-a", "User;1", "-a", "User;2", "-g", "staff"]);
  for (const columns of [50, 80, 120]) {
    const list = new OnTerminal(["feature", "list", "--data", join(data)], columns, {
      NO_COLOR: "1",
    });
    const lines = (await list.ended()).shown.split("\r\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(lines.join("").replaceAll(/\s/g, "")).toContain("User;2");
  }
});
