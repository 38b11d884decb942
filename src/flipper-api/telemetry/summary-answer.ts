import { jsonResponse } from "../../http/response/json-response.ts";
import type { Environment } from "../../model/environment.ts";
import type { State } from "../../model/state.ts";
import { findFeature } from "../../model/state-lookups.ts";
import type { Snapshot } from "../../snapshots/snapshot.ts";
import type { AskedFeature } from "../../telemetry/messages/messages.ts";
import type { Series } from "../../telemetry/messages/series.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import { compareUtf8 } from "../../text/compare-utf8.ts";
import type { Toggle } from "../../toggles/toggle.ts";
import { summaryHead } from "./summary-head.ts";

/** What a summary is about, as it was when it was asked for. */
export interface SummarySubject {
  readonly state: State;
  readonly environment: Environment;
  readonly snapshot: Snapshot;
  readonly keys: ReadonlySet<string> | null;
  readonly series: Series;
}

/** Buckets in one part of an answer: some hundred kilobytes of text. */
const bucketsPerPart = 8_192;

/**
 * The answer to GET /telemetry/summary. A large one is made part by part, and only as fast as the
 * client takes it: 10,000 features over 90 days are 70 MB that are nowhere at once.
 */
export async function summaryAnswer(
  telemetry: Telemetry,
  subject: SummarySubject,
): Promise<Response> {
  const { days, resolution } = subject.series;
  const parts = partsOf(telemetry, subject);
  // The first part is waited for, so that what goes wrong by then still has an answer of its own.
  const first = await parts.next();
  const opening = `{"days":${days},"resolution":"${resolution}","features":[${first.value ?? ""}`;
  const second = first.done === true ? first : await parts.next();
  return second.done === true
    ? jsonResponse(`${opening}${closing}`)
    : new Response(streamOf(`${opening},${second.value}`, parts), { headers: json });
}

const closing = "]}";
const json = { "content-type": "application/json" };
const encoder = new TextEncoder();

async function* partsOf(
  telemetry: Telemetry,
  subject: SummarySubject,
): AsyncGenerator<string, undefined, void> {
  const { environment, series } = subject;
  const toggles = askedToggles(subject);
  const size = Math.max(1, Math.floor(bucketsPerPart / series.bucketCount));
  for (let at = 0; at < toggles.length; at += size) {
    const features = toggles.slice(at, at + size).map((toggle) => askedFeature(subject, toggle));
    yield await telemetry.summarize({ environmentId: environment.id, features, series });
  }
}

function streamOf(
  opening: string,
  parts: AsyncGenerator<string, undefined, void>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(opening)),
    async pull(controller) {
      const { done, value } = await parts.next();
      controller.enqueue(encoder.encode(done === true ? closing : `,${value}`));
      if (done === true) {
        controller.close();
      }
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

/** By key, in the order of UTF-8 bytes; keys of no feature are left out. */
function askedToggles({ snapshot, keys }: SummarySubject): readonly Toggle[] {
  return keys === null
    ? snapshot.toggles
    : [...keys].sort(compareUtf8).flatMap((key) => snapshot.find(key) ?? []);
}

function askedFeature({ state, environment }: SummarySubject, toggle: Toggle): AskedFeature {
  const { key } = toggle;
  const feature = findFeature(state, environment.projectId, key);
  if (feature === undefined) {
    throw new Error(`there are gates for ${key} but no feature`);
  }
  return { key, head: summaryHead(state, feature, toggle) };
}
