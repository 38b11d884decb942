import { appendFileSync } from "node:fs";
import { eventSignature } from "../../src/webhooks/messages/event-message.ts";

/*
 * A receiver in a process of its own: checks the signature of each event as Standard Webhooks has
 * it, writes down what it accepts, and answers. A test kills it at random moments.
 *
 * Arguments: the port, the file with the secret, and the file for what it accepted.
 */

const [port = "0", secretFile = "", logFile = ""] = process.argv.slice(2);
const secret = (await Bun.file(secretFile).text()).trim();
const toleranceSeconds = 300;

const server = Bun.serve({
  port: Number(port),
  hostname: "127.0.0.1",
  async fetch(request) {
    const body = await request.text();
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
