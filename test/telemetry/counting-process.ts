/**
 * A node that counts until it is killed: each line of its output is the id of a submission that it
 * sends, or of one that was accepted, as were the outcomes before it.
 */

import { metricsOf } from "./metrics-of.ts";
import { acceptedOutcomes, guardedRollout, outcomesAfter } from "./outcomes.ts";
import { postgresSettings } from "./postgres-telemetry-medium.ts";
import { submissionOf, TelemetryApi } from "./telemetry-api.ts";
import { stateWith } from "./telemetry-state.ts";

const [url = "", at = "0"] = Bun.argv.slice(2);
const api = await TelemetryApi.start({
  state: stateWith({ features: ["search"] }),
  now: () => Number(at),
  telemetry: { worker: postgresSettings(url) },
});

api.commit(guardedRollout(1, "search", ["checkout"]));

async function send(): Promise<never> {
  for (;;) {
    const submission = submissionOf(metricsOf(Number(at), { search: [1, 0] }));
    process.stdout.write(`sent ${submission.request_id}\n`);
    await acceptedOutcomes(api, outcomesAfter(submission.request_id));
    await api.accepted(submission);
    process.stdout.write(`accepted ${submission.request_id}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, send));
