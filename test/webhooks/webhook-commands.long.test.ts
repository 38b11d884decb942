import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  gatehouse,
  type RunningServer,
  startGatehouse,
} from "../cli/administration/gatehouse-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { type ReceivedMessage, startReceiver } from "./listening-receiver.ts";

const timeoutMs = 180_000;
const allowed = { GATEHOUSE_WEBHOOK_ALLOW: "127.0.0.0/8" };

/** As a receiver computes it, which has nothing but what the command printed. */
function isSignedForEvents({ headers, body }: ReceivedMessage, printed: string): boolean {
  const key = Buffer.from(printed.trim().replace(/^whsec_/, ""), "base64");
  const signed = `${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${body}`;
  const signature = createHmac("sha256", key).update(signed).digest("base64");
  return (headers.get("webhook-signature") ?? "").split(" ").includes(`v1,${signature}`);
}

function isSignedForSync({ headers, body }: ReceivedMessage, printed: string): boolean {
  const [time = "", ...signatures] = (headers.get("flipper-cloud-signature") ?? "").split(",");
  const signed = `${time.replace("t=", "")}.${body}`;
  const signature = createHmac("sha256", printed.trim()).update(signed).digest("hex");
  return signatures.includes(`v1=${signature}`);
}

/** The bytes of the data directory that a thief of the database has: all but the key. */
function bytesOf(directory: string): string {
  const names = readdirSync(directory).filter((name) => !/\.(sock|key)$/.test(name));
  expect(names).toContain("gatehouse.db");
  return names.map((name) => readFileSync(join(directory, name), "latin1")).join("\n");
}

describe.each([
  ["a stopped server", false],
  ["a running server", true],
])("gatehouse webhook, on %s", (_, isRunning) => {
  const place = new TemporaryDirectory();
  let status = 204;
  const receiver = startReceiver(() => new Response(null, { status }));
  const secrets: string[] = [];
  let server: RunningServer | undefined;
  let logged = "";

  const stop = async () => {
    logged += (await server?.end("SIGTERM"))?.logged ?? "";
    server = undefined;
  };
  const start = async () => {
    server ??= await startGatehouse(place.path, allowed);
  };
  const run = (line: string) => gatehouse(place.path, line.split(" "));
  const webhook = (line: string) => run(`webhook ${line}`);
  /** Runs a command that must work, and returns what it printed. */
  const printed = async (line: string) => {
    const done = await run(line);
    expect({ line, ...done }).toMatchObject({ code: 0, err: "" });
    return done.out;
  };
  /** Without a server, what waits is sent after the next start. */
  const sent = async (count: number) => {
    await start();
    await receiver.until(count);
    if (!isRunning) {
      await stop();
    }
    return receiver.received.slice(0, count);
  };

  beforeAll(async () => {
    await start();
    await printed("environment create Staging");
    if (!isRunning) {
      await stop();
    }
  });
  afterAll(async () => {
    await stop();
    await receiver[Symbol.asyncDispose]();
    place[Symbol.dispose]();
  });

  test(
    "create prints the secret and nothing else, and test signs with it",
    async () => {
      const events = await printed(
        `webhook create --environment production --url ${receiver.url} --event feature.created --event feature.updated --keys sea*`,
      );
      const sync = await printed(
        `webhook create --environment production --kind sync --url ${receiver.url} --name shop`,
      );
      secrets.push(events.trim(), sync.trim());
      expect(events).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
      expect(Buffer.from(events.slice("whsec_".length), "base64")).toHaveLength(32);
      expect(sync).toMatch(/^[0-9a-f]{64}\n$/);
      for (const id of [1, 2]) {
        expect(await printed(`webhook test ${id}`)).toMatch(
          /^delivered after \d+ ms\nstatus 204\n$/,
        );
      }
      const [first, second] = receiver.received;
      expect(first && isSignedForEvents(first, events)).toBe(true);
      expect(second && isSignedForSync(second, sync)).toBe(true);
      receiver.received.length = 0;
      expect(await printed("webhook pause 2")).toBe("paused webhook 2 (shop)\n");
    },
    timeoutMs,
  );

  test(
    "list and show have all but the secret",
    async () => {
      expect(await printed("webhook list")).toMatch(
        /^ID +NAME +ENVIRONMENT +KIND +URL +STATUS +EVENTS +KEYS\n1 +127\.0\.0\.1 +production +events +http\S+ +active +feature\.created, feature\.updated +sea\*\n2 +shop +production +sync +http\S+ +paused\n$/,
      );
      expect(await printed("webhook list --environment staging")).not.toContain("shop");
      expect(await printed("webhook show 1")).toBe(
        `name: 127.0.0.1\nenvironment: production\nkind: events\nurl: ${receiver.url}\nstatus: active\n` +
          "events: feature.created, feature.updated\nkeys: sea*\n",
      );
      const { webhooks } = JSON.parse(await printed("webhook list --json"));
      expect(webhooks).toEqual([
        JSON.parse(await printed("webhook show 1 --json")),
        expect.objectContaining({ id: 2, kind: "sync", status: "paused", paused_by: "person" }),
      ]);
      expect(JSON.stringify(webhooks)).not.toContain(secrets[0]?.slice(-20));
    },
    timeoutMs,
  );

  test(
    "changes are sent, deliveries shows them, and redeliver sends one or a range again",
    async () => {
      for (const line of ["create search", "create other", "enable search"]) {
        await printed(`feature ${line}`);
      }
      const messages = await sent(2);
      expect(messages.map(({ body }) => JSON.parse(body).type)).toEqual([
        "feature.created",
        "feature.updated",
      ]);
      const { deliveries } = JSON.parse(await printed("webhook deliveries 1 --json --limit 2"));
      expect(deliveries).toMatchObject([
        { number: 3, type: "feature.updated", key: "search", outcome: "delivered", status: 204 },
        { number: 2, type: "feature.created", key: "search", outcome: "delivered", attempt: 1 },
      ]);
      expect(await printed("webhook deliveries 1 --limit 1")).toMatch(
        /^NUMBER .*\n3 .* feature\.updated +search +3 +1 +delivered +204 +\d+\n$/,
      );
      const again = "sends again: webhook 1 (127.0.0.1)\n";
      expect(await printed("webhook redeliver 1 --event 3")).toBe(again);
      expect(await printed("webhook redeliver 1 --from 1 --to 3")).toBe(again);
      const repeated = (await sent(5)).slice(2);
      const ids = [...messages, ...repeated].map(({ headers }) => headers.get("webhook-id") ?? "");
      const [created = "", updated = ""] = ids;
      expect(created).not.toBe(updated);
      expect(ids.slice(2)).toEqual([updated, created, updated]);
      receiver.received.length = 0;
    },
    timeoutMs,
  );

  test(
    "what happens while it is paused is sent after resume",
    async () => {
      expect(await printed("webhook pause 1")).toBe("paused webhook 1 (127.0.0.1)\n");
      expect(await printed("webhook show 1")).toContain("status: paused\npaused by: person\n");
      await printed("feature disable search");
      expect(receiver.received).toEqual([]);
      expect(await printed("webhook resume 1")).toBe("resumed webhook 1 (127.0.0.1)\n");
      expect(await sent(1)).toHaveLength(1);
      expect(await printed("webhook resume 2")).toBe("resumed webhook 2 (shop)\n");
      const [, sync] = await sent(2);
      expect(JSON.parse(sync?.body ?? "")).toMatchObject({ webhook_id: 2, action: "sync" });
      receiver.received.length = 0;
    },
    timeoutMs,
  );

  test(
    "rotate prints the new secret only, and both are valid unless the overlap is over",
    async () => {
      const old = secrets[0] ?? "";
      const next = await printed("webhook rotate 1");
      expect(next).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
      await printed("webhook test 1");
      const last = await printed("webhook rotate 1 --overlap 0m");
      await printed("webhook test 1");
      secrets.push(next.trim(), last.trim());
      const signedBy = receiver.received.map((message) =>
        [old, next, last].map((secret) => isSignedForEvents(message, secret)),
      );
      expect(signedBy).toEqual([
        [true, true, false],
        [false, false, true],
      ]);
      receiver.received.length = 0;
    },
    timeoutMs,
  );

  test.each([
    ["create --environment nope --url https://a.example/", 'there is no environment "nope"'],
    ["create --environment production --url https://10.0.0.1/", "not public (private)"],
    ["create --environment production --url http://8.8.8.8/", "must be https"],
    ["create --environment production --url https://u:p@a.example/", "a user or a password"],
    ["create --environment production --url ftp://a.example/", "must be an https URL"],
    [
      "create --environment production --kind sync --event token.created --url https://a.example/",
      "has no filters",
    ],
    ["show 99", "there is no webhook 99"],
    ["redeliver 1", "name the event"],
    ["redeliver 1 --event 4000", "There are no such events"],
    ["redeliver 1 --from 3 --to 2", "There are no such events"],
  ])(
    "refuses %s",
    async (line, reason) => {
      const refused = await webhook(line);
      expect(refused).toEqual({ code: 1, out: "", err: expect.stringContaining(reason) });
      expect(refused.err.trimEnd()).not.toContain("\n");
    },
    timeoutMs,
  );

  test(
    "a test that is not delivered ends with code 1",
    async () => {
      status = 503;
      const refused = await webhook("test 1");
      expect(refused).toEqual({ code: 1, out: expect.stringMatching(/^not delivered /), err: "" });
    },
    timeoutMs,
  );

  test(
    "delete ends it, and no secret was written anywhere",
    async () => {
      const before = bytesOf(place.path);
      expect(await printed("webhook delete 1")).toBe("deleted webhook 1 (127.0.0.1)\n");
      expect(await printed("webhook delete 2")).toBe("deleted webhook 2 (shop)\n");
      expect(await printed("webhook list --json")).toBe('{"webhooks":[]}\n');
      expect((await webhook("delete 1")).err).toContain("there is no webhook 1");
      await stop();
      expect(secrets).toHaveLength(4);
      for (const secret of secrets) {
        for (const [name, text] of Object.entries({ before, logged, after: bytesOf(place.path) })) {
          expect({ name, isHidden: !text.includes(secret) }).toEqual({ name, isHidden: true });
        }
      }
      const changes = logged.match(/action="?webhook\.(?:saved|deleted)"? webhookId=1 .*/g) ?? [];
      expect(changes.length > 0).toBe(isRunning);
    },
    timeoutMs,
  );
});

test.each([
  ["create --environment production", "--url is missing"],
  ["create --url https://a.example/", "--environment is missing"],
  ["create --environment production --url https://a.example/ --event x", "--event must be"],
  ["create --environment production --url https://a.example/ --kind x", "--kind must be"],
  ["show", "ID is missing"],
  ["delete x", "ID must be an integer"],
  ["deliveries 1 --limit 0", "--limit must be"],
  ["rotate 1 --overlap 90d", "--overlap must be"],
  ["redeliver 1 --event 0", "--event must be"],
])("gatehouse webhook %s is refused before it reaches any data", async (line, reason) => {
  using place = new TemporaryDirectory();
  const refused = await gatehouse(place.path, `webhook ${line}`.split(" "));
  expect(refused).toEqual({ code: 2, out: "", err: expect.stringContaining(reason) });
  expect(readdirSync(place.path)).toEqual([]);
});
