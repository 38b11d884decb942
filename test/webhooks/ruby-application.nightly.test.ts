import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { syncSignature } from "../../src/webhooks/messages/sync-message.ts";
import {
  firstTokenIn,
  gatehouse,
  startGatehouse,
} from "../cli/administration/gatehouse-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { freePort } from "../helpers/free-port.ts";

/*
 * Debian's package of the public client has no `flipper/cloud/middleware` and no verifier of signatures.
 * So the receiver is a Ruby program that follows the middleware's rules: which paths it takes, how it reads
 * the header (any number of `v1=`, none older than 300 seconds), that it fetches all features with the
 * client's own synchronizer before it answers, and what it answers. Where the client's verifier is
 * installed, it is used; either one must accept the client's own test vector.
 */

const timeoutMs = 180_000;
const ruby = Bun.which("ruby");
const hasFlipper = ruby !== null && Bun.spawnSync([ruby, "-e", "require 'flipper'"]).exitCode === 0;
/** In CI, a missing package makes the tests fail instead of being skipped. */
const isRequired = process.env.CI === "true";
const allowed = { GATEHOUSE_WEBHOOK_ALLOW: "127.0.0.0/8" };

const vector = {
  secret: "secret",
  body: '{"environment_id":123,"webhook_id":456,"delivery_id":"467dd251-b5e9-44d1-b490-539a97ef0983","action":"sync"}',
  header: "t=1700000000,v1=69976dea6fc15d715e92c929c6560d4a152d9072211e5fe2eae94377c195e24c",
};

/** An application with a sync secret, in a process. */
async function startApplication(variables: Readonly<Record<string, string>>) {
  const child = Bun.spawn([ruby ?? "ruby", join(import.meta.dir, "ruby/sync_receiver.rb")], {
    env: { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", ...variables },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  const lines = linesOf(child.stdout);
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? "null");
  expect(await next()).toEqual({ listening: true });
  return {
    /** What it says of its next request. */
    next,
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
}

/** Whether the verifier accepts a message; `tolerance` as Ruby writes it. */
async function verified(header: string, body: string, tolerance: string): Promise<boolean> {
  const program = `
    begin
      require "flipper/cloud/message_verifier"
      verifier = Flipper::Cloud::MessageVerifier
    rescue LoadError
      require ARGV[0]
      verifier = MessageVerifier
    end
    begin
      exit verifier.new(secret: ARGV[1]).verify(ARGV[3], ARGV[2], tolerance: ${tolerance})
    rescue verifier::InvalidSignature
      exit 3
    end`;
  const file = join(import.meta.dir, "ruby/message_verifier.rb");
  const argv = [ruby ?? "ruby", "-e", program, file, vector.secret, header, body];
  const code = await Bun.spawn(argv, { stderr: "inherit" }).exited;
  expect([0, 3]).toContain(code);
  return code === 0;
}

describe.skipIf(!(hasFlipper || isRequired))("a Flipper application in Ruby", () => {
  test("accepts the client's test vector, and nothing that differs from it", async () => {
    const { header, body, secret } = vector;
    const now = Math.floor(Date.now() / 1_000);
    const fresh = (time: number) => `t=${time},v1=00,v1=${syncSignature(secret, time, body)}`;
    const cases: readonly (readonly [boolean, string, string, string])[] = [
      [true, header, body, "nil"],
      [false, header, body, "300"],
      [true, fresh(now), body, "300"],
      [true, fresh(now - 200), body, "300"],
      [false, fresh(now - 301), body, "300"],
      [false, header, `${body} `, "nil"],
      [false, header.replace("v1=6", "v1=7"), body, "nil"],
      [false, header.replace("v1=", "v0="), body, "nil"],
      [false, "", body, "nil"],
    ];
    for (const [isAccepted, ...message] of cases) {
      expect([message, await verified(...message)]).toEqual([message, isAccepted]);
    }
  });

  test(
    "is told of changes, fetches them before it answers, and tells its groups and its errors",
    async () => {
      using place = new TemporaryDirectory();
      const data = place.path;
      const server = await startGatehouse(data, allowed);
      const run = async (line: string) => {
        const done = await gatehouse(data, line.split(" "));
        expect({ line, ...done }).toMatchObject({ code: 0, err: "" });
        return done.out;
      };
      const port = await freePort();
      const target = `--environment production --kind sync --url http://127.0.0.1:${port}`;
      const secret = (await run(`webhook create ${target}/webhooks`)).trim();
      await using application = await startApplication({
        FLIPPER_CLOUD_URL: `${server.url}/adapter`,
        FLIPPER_CLOUD_TOKEN: firstTokenIn(data),
        FLIPPER_CLOUD_SYNC_SECRET: secret,
        PORT: String(port),
      });
      const delivered = async (...enabled: readonly string[]) =>
        expect(await application.next()).toEqual({ status: 200, enabled });
      await run("feature enable search");
      // Creating and enabling are one change, and the application has both when it answers.
      await delivered("search");
      await run("feature enable checkout");
      await delivered("checkout", "search");
      await run("feature disable search");
      await delivered("checkout");
      await run("webhook test 1");
      await delivered("checkout");
      expect(await run("group list")).toBe(
        "admins  reported by webhook 1 (127.0.0.1)\ncrew  reported by webhook 1 (127.0.0.1)\n",
      );
      expect(await run("webhook show 1")).toContain("groups: admins, crew\n");

      await run("webhook rotate 1");
      await run("feature enable search");
      await delivered("checkout", "search");

      await run("token revoke 1");
      await run("feature disable search");
      expect(await application.next()).toEqual({ status: 500, enabled: ["checkout", "search"] });
      const newest = async () =>
        JSON.parse(await run("webhook deliveries 1 --json --limit 1")).deliveries[0];
      while ((await newest()).outcome !== "failed") {
        await Bun.sleep(50);
      }
      expect(await newest()).toMatchObject({
        status: 500,
        problem: expect.stringMatching(/^\w+(?:::\w+)+: [ -~]*401[ -~]*$/),
      });

      await run("webhook rotate 1 --overlap 0m");
      expect(await application.next()).toMatchObject({ status: 400 });
      while ((await newest()).outcome !== "refused") {
        await Bun.sleep(50);
      }
      expect(await newest()).toMatchObject({ status: 400, attempt: 2 });
      const { logged } = await server.end("SIGTERM");
      expect(logged).toContain("webhook not delivered");
      expect(logged).not.toContain(secret);
    },
    timeoutMs,
  );
});
