/** A submission of telemetry that a replica accepted, as its client sent it. */
export interface SpooledSubmission {
  /** Its position in the replica's spool; rises. */
  readonly sequence: number;
  readonly environmentId: number;
  readonly encoding: "gzip" | "identity";
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The minute since the epoch at which outcomes arrived at the replica; 0 for metrics. */
  readonly outcomesMinute?: number;
}

/** The largest body with submissions, which are in base64. */
export const relayBytesMax = 8 * 1024 * 1024;

/** The body with which a replica sends submissions to its primary: lines of JSON. */
export function relayBody(
  spool: string,
  submissions: readonly SpooledSubmission[],
): Uint8Array<ArrayBuffer> {
  const lines = submissions.map(
    ({ sequence, environmentId, encoding, bytes, outcomesMinute = 0 }) =>
      JSON.stringify({
        sequence,
        environment: environmentId,
        encoding,
        body: Buffer.from(bytes).toString("base64"),
        ...(outcomesMinute > 0 && { minute: outcomesMinute }),
      }),
  );
  return new TextEncoder().encode([JSON.stringify({ spool }), ...lines].join("\n"));
}
