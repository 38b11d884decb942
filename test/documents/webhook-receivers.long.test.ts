import { describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventMessage } from "../../src/webhooks/messages/event-message.ts";
import { newWebhookSecret } from "../../src/webhooks/secrets/new-webhook-secret.ts";
import { freePort } from "../helpers/free-port.ts";
import { documentBlocks } from "./document-blocks.ts";

const programs: Readonly<Record<string, readonly [program: string, extension: string]>> = {
  ruby: ["ruby", "rb"],
  js: ["node", "mjs"],
  python: ["python3", "py"],
};
const receivers = documentBlocks().filter((block) => block.test === "receiver");

test("there is a receiver in each of three languages", () => {
  expect(receivers.map(({ language }) => language).sort()).toEqual(["js", "python", "ruby"]);
});

for (const { language, text } of receivers) {
  const [program = "", extension = ""] = programs[language] ?? [];
  describe.skipIf(Bun.which(program) === null)(`the receiver in ${language}`, () => {
    test("accepts what is signed, and nothing else", async () => {
      const directory = await mkdtemp(join(tmpdir(), "gatehouse-receiver-"));
      const file = join(directory, `receiver.${extension}`);
      await Bun.write(file, text);
      const secret = newWebhookSecret("events");
      const port = await freePort();
      const child = Bun.spawn([program, file], {
        env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
        stdout: "pipe",
      });
      try {
        const url = `http://127.0.0.1:${port}/`;
        const now = Math.floor(Date.now() / 1_000);
        const message = eventMessage({
          ...{ id: "evt_1", type: "feature.created", createdAt: 0, data: '{"é":1}' },
        });
        const send = (headers: Readonly<Record<string, string>>, body = message.body) =>
          untilListening(() => fetch(url, { method: "POST", headers, body }));
        const other = newWebhookSecret("events");
        const statuses = [
          await send(message.sign([secret], now)),
          await send(message.sign([other, secret], now)),
          await send(message.sign([other], now)),
          await send(message.sign([secret], now - 400)),
          await send(message.sign([secret], now), `${message.body} `),
          await send({ ...message.sign([secret], now), "webhook-id": "evt_2" }),
          await send({}),
        ].map(({ status }) => status);
        expect(statuses).toEqual([204, 204, 401, 401, 401, 401, 401]);
        child.kill();
        expect(await child.stdout.text()).toBe("feature.created\nfeature.created\n");
      } finally {
        child.kill();
        await child.exited;
        await rm(directory, { recursive: true });
      }
    });
  });
}

async function untilListening(request: () => Promise<Response>): Promise<Response> {
  for (;;) {
    try {
      return await request();
    } catch {
      await Bun.sleep(20);
    }
  }
}
