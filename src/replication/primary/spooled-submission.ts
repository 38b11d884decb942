/** A submission of telemetry that a replica accepted, as its client sent it. */
export interface SpooledSubmission {
  /** Its position in the replica's spool; rises. */
  readonly sequence: number;
  readonly environmentId: number;
  readonly encoding: "gzip" | "identity";
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The largest body with submissions, which are in base64. */
export const relayBytesMax = 8 * 1024 * 1024;

/** The body with which a replica sends submissions to its primary: lines of JSON. */
export function relayBody(
  spool: string,
  submissions: readonly SpooledSubmission[],
): Uint8Array<ArrayBuffer> {
  const lines = submissions.map(({ sequence, environmentId, encoding, bytes }) =>
    JSON.stringify({
      sequence,
      environment: environmentId,
      encoding,
      body: Buffer.from(bytes).toString("base64"),
    }),
  );
  return new TextEncoder().encode([JSON.stringify({ spool }), ...lines].join("\n"));
}
