import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { gatehouse, startGatehouse } from "../cli/administration/gatehouse-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { samplesOf } from "../server/metrics/samples.ts";
import { startReceiver } from "./listening-receiver.ts";

const timeoutMs = 180_000;
const fiveDaysMs = 5 * 86_400_000;

/** As if the first failure had been five days ago. */
function failSinceLong(directory: string): void {
  using database = new Database(join(directory, "gatehouse.db"));
  const { changes } = database
    .query(
      `UPDATE webhooks SET progress = json_set(progress, '$.nextTryAt', 1,
        '$.failingSince', json_extract(progress, '$.failingSince') - ?)`,
    )
    .run(fiveDaysMs);
  expect(changes).toBe(1);
}

test.each([
  ["failing", 503, "status: failing\n"],
  ["gone", 410, "status: paused\npaused by: gone\n"],
])(
  "a webhook that is paused as %s tells it in the log, the metrics and the shell",
  async (reason, status, first) => {
    using place = new TemporaryDirectory();
    const data = place.path;
    await using receiver = startReceiver(() => new Response(null, { status }));
    const start = () => startGatehouse(data, { GATEHOUSE_WEBHOOK_ALLOW: "127.0.0.1" });
    const run = async (line: string) => (await gatehouse(data, line.split(" "))).out;
    const shows = async (text: string) => {
      while (!(await run("webhook show 1")).includes(text)) {
        await Bun.sleep(20);
      }
    };
    const counted = async (url: string) => {
      const samples = samplesOf(await (await fetch(`${url}/metrics`)).text());
      return ["active", "failing", "paused", "paused_failing"].map((each) =>
        samples.get(`gatehouse_webhooks{status="${each}"}`),
      );
    };
    let server = await start();
    await run(`webhook create --environment production --url ${receiver.url}`);
    await run("feature enable search");
    await shows(first);
    let logged = "";
    if (reason === "failing") {
      expect(await counted(server.url)).toEqual([0, 1, 0, 0]);
      logged = (await server.end("SIGTERM")).logged;
      expect(logged).not.toContain("webhook paused");
      failSinceLong(data);
      server = await start();
    }
    await shows(`status: paused\npaused by: ${reason}\n`);
    expect(await counted(server.url)).toEqual([0, 0, 0, 1]);
    logged = (await server.end("SIGTERM")).logged;
    expect(logged).toMatch(
      new RegExp(`error webhook paused webhookId=1 environmentId=1 reason="?${reason}"?\\n`),
    );
    expect(logged).not.toContain(receiver.url);
  },
  timeoutMs,
);
