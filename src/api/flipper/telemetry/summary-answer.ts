import type { Snapshot } from "../../../app/snapshots/snapshot.ts";
import type { Toggle } from "../../../core/evaluation/toggle.ts";
import type { Environment } from "../../../core/model/environment.ts";
import type { State } from "../../../core/model/state.ts";
import { findFeature } from "../../../core/model/state-lookups.ts";
import { compareUtf8 } from "../../../core/text/compare-utf8.ts";
import { jsonResponse } from "../../../http/response/json-response.ts";
import type { BucketSeries } from "../../../telemetry/messages/bucket-series.ts";
import type { RequestedFeature } from "../../../telemetry/messages/messages.ts";
import type { Telemetry } from "../../../telemetry/telemetry.ts";
import { featureSummaryStart } from "./feature-summary-start.ts";

/** A request for a summary, with the state at its arrival. */
export interface SummaryRequest {
  readonly state: State;
  readonly environment: Environment;
  readonly snapshot: Snapshot;
  readonly keys: ReadonlySet<string> | null;
  readonly series: BucketSeries;
}

/** Buckets in one part of an answer, which is some hundred kilobytes of text. */
const bucketsPerPart = 8_192;

/**
 * The answer to GET /telemetry/summary. A large one is streamed in parts. The next part is requested
 * when the client has read all but one of the previous parts. The 70 MB of 10,000 features over 90
 * days are never in memory together.
 */
export async function summaryAnswer(
  telemetry: Telemetry,
  request: SummaryRequest,
): Promise<Response> {
  const { days, resolution } = request.series;
  const parts = partsOf(telemetry, request);
  // Awaiting the first part before the response starts lets an error still set the status.
  const first = await parts.next();
  const opening = encoder.encode(`{"days":${days},"resolution":"${resolution}","features":[`);
  const second = first.done === true ? first : await parts.next();
  const start = [opening, first.value ?? nothing];
  return second.done === true
    ? jsonResponse(Buffer.concat([...start, closing]))
    : jsonResponse(streamOf(Buffer.concat([...start, comma, second.value]), parts));
}

const encoder = new TextEncoder();
const nothing = encoder.encode();
const comma = encoder.encode(",");
const closing = encoder.encode("]}");

async function* partsOf(
  telemetry: Telemetry,
  request: SummaryRequest,
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined, void> {
  const { environment, series } = request;
  const toggles = requestedToggles(request);
  const size = Math.max(1, Math.floor(bucketsPerPart / series.bucketCount));
  const requested = (at: number) => {
    const features = toggles
      .slice(at, at + size)
      .map((toggle) => requestedFeature(request, toggle));
    return telemetry.summarize({ environmentId: environment.id, features, series });
  };
  let next = toggles.length === 0 ? undefined : requested(0);
  for (let at = size; next !== undefined; at += size) {
    const part = await next;
    // The worker computes the next part while the client reads this one.
    next = at < toggles.length ? requested(at) : undefined;
    // It is awaited later, or never if the client disconnects.
    next?.catch(() => undefined);
    yield part;
  }
}

function streamOf(
  opening: Uint8Array<ArrayBuffer>,
  parts: AsyncGenerator<Uint8Array<ArrayBuffer>, undefined, void>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(opening),
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true) {
        controller.enqueue(closing);
        controller.close();
      } else {
        controller.enqueue(comma);
        controller.enqueue(value);
      }
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}

/** In the order of the keys' UTF-8 bytes, without unknown keys. */
function requestedToggles({ snapshot, keys }: SummaryRequest): readonly Toggle[] {
  return keys === null
    ? snapshot.toggles
    : [...keys].sort(compareUtf8).flatMap((key) => snapshot.find(key) ?? []);
}

function requestedFeature(
  { state, environment }: SummaryRequest,
  toggle: Toggle,
): RequestedFeature {
  const { key } = toggle;
  const feature = findFeature(state, environment.projectId, key);
  if (feature === undefined) {
    throw new Error(`there are gates for ${key} but no feature`);
  }
  return { key, head: featureSummaryStart(state, feature, toggle) };
}
