import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventSignature } from "../../src/webhooks/messages/event-message.ts";
import { syncSignature } from "../../src/webhooks/messages/sync-message.ts";

/*
 * A receiver in a process of its own: checks the signature of each event as Standard Webhooks has
 * it, writes down what it accepts, and answers. At `/webhooks` it is an application that fetches all
 * features before it answers. A test kills it at random moments.
 *
 * Arguments: the port, and the directory with the files that `webhook-kills.nightly.test.ts` names.
 */

const [port = "0", directory = ""] = process.argv.slice(2);
const file = (name: string) => join(directory, name);
const textOf = async (name: string) => (await Bun.file(file(name)).text()).trim();
const secret = await textOf("events-secret");
const syncSecret = await textOf("sync-secret");
const logFile = file("received");
const toleranceSeconds = 300;

/** What a Flipper application does: the keys that it has then are in a file of its own. */
async function sync(request: Request, body: string): Promise<Response> {
  const [, time = "", given = ""] =
    /^t=(\d+),v1=([0-9a-f]+)$/.exec(request.headers.get("flipper-cloud-signature") ?? "") ?? [];
  const isRecent = Math.abs(Date.now() / 1_000 - Number(time)) < toleranceSeconds;
  if (!isRecent || given !== syncSignature(syncSecret, Number(time), body)) {
    appendFileSync(logFile, '{"bad":"sync"}\n');
    return new Response(null, { status: 400 });
  }
  const { delivery_id: id } = JSON.parse(body);
  const headers = { "flipper-cloud-token": await textOf("token") };
  const url = `${await textOf("url")}/adapter/features?exclude_gates=true&_cb=${time}`;
  const response = await fetch(url, { headers }).catch(() => undefined);
  if (response?.status !== 200) {
    return new Response(null, { status: 500 });
  }
  const keys = Array.from((await response.text()).matchAll(/"key":"([^"]*)"/g), ([, key]) => key);
  writeFileSync(file("synced"), JSON.stringify({ id, keys }));
  return Response.json({ groups: [] });
}

const server = Bun.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  async fetch(request) {
    const body = await request.text();
    if (URL.parse(request.url)?.pathname === "/webhooks") {
      return sync(request, body);
    }
    const id = request.headers.get("webhook-id") ?? "";
    const time = Number(request.headers.get("webhook-timestamp"));
    const isRecent = Math.abs(Date.now() / 1_000 - time) < toleranceSeconds;
    const expected = `v1,${eventSignature(secret, id, time, body)}`;
    const given = (request.headers.get("webhook-signature") ?? "").split(" ");
    if (!(isRecent && given.includes(expected))) {
      appendFileSync(logFile, `{"bad":${JSON.stringify(id)}}\n`);
      return new Response(null, { status: 401 });
    }
    appendFileSync(logFile, `${JSON.stringify({ id, message: JSON.parse(body) })}\n`);
    return new Response(null, { status: 204 });
  },
});
process.stdout.write(`listening on ${server.port}\n`);
