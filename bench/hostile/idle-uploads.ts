import type { Gatehouse } from "../gatehouse.ts";
import { apiPrefix } from "../gatehouse.ts";
import type { Attack, Played } from "./attack.ts";
import { now } from "./clock.ts";
import { HalfSent } from "./half-sent.ts";
import { asJson, ask, type HostileAnswer } from "./hostile-client.ts";
import { mustImport } from "./import-bodies.ts";
import { createPreviews } from "./preview-environments.ts";
import { probedKey } from "./probe.ts";

const uploadsPerToken = 40;
const declaredBytes = 1_024 * 1_024;
const retryMs = 250;
const giveUpMs = 10_000;
const acceptedMaxMs = 1_000;

/** Two tokens begin submissions and never end them; another token submits too. */
export const idleUploads: Attack = {
  name: `${2 * uploadsPerToken} half-sent submissions of two tokens`,
  prepare: async (server) => {
    await mustImport(server, []);
    const tokens = await createPreviews(server, 2);
    return { play: (started: Gatehouse) => play(started, tokens) };
  },
};

async function play(server: Gatehouse, tokens: readonly string[]): Promise<Played> {
  const texts = tokens.flatMap((token) =>
    Array.from({ length: uploadsPerToken }, () => head(token)),
  );
  const uploads = await HalfSent.open(server.origin, texts);
  await Bun.sleep(retryMs);
  const startMs = now();
  const answers: HostileAnswer[] = [];
  let status: number | null = null;
  while (status !== 202 && now() - startMs < giveUpMs) {
    const answer = await ask(server, {
      method: "POST",
      path: "/telemetry",
      headers: asJson,
      body: submission(),
    });
    answers.push(answer);
    status = answer.status;
    if (status !== 202) {
      await Bun.sleep(retryMs);
    }
  }
  const tookMs = now() - startMs;
  const notes = [
    `${uploads.statuses.length} of the uploads were answered, ${uploads.closedCount} closed`,
  ];
  uploads.close();
  const seconds = (tookMs / 1_000).toFixed(1);
  const text =
    status === 202
      ? `another token's submission was accepted after ${seconds} s`
      : `another token's submission was not accepted in ${seconds} s`;
  return {
    answers,
    notes,
    checks: [{ text, isKept: status === 202 && tookMs <= acceptedMaxMs }],
  };
}

function head(token: string): string {
  return [
    `POST ${apiPrefix}/telemetry HTTP/1.1`,
    "host: 127.0.0.1",
    `flipper-cloud-token: ${token}`,
    "content-type: application/json",
    `content-length: ${declaredBytes}`,
    "",
    '{"request_id":',
  ].join("\r\n");
}

function submission(): string {
  const time = Math.floor(now() / 1_000);
  return JSON.stringify({
    request_id: crypto.randomUUID(),
    enabled_metrics: [{ key: probedKey, time, result: true, value: 1 }],
  });
}
