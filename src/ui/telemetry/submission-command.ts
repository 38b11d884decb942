const secondMs = 1_000;

/** A request that submits one evaluation of a feature; sent twice, it counts once. */
export function submissionCommand(apiPath: string, key: string): string {
  const body = JSON.stringify({
    request_id: uuid(),
    enabled_metrics: [{ key, time: Math.floor(Date.now() / secondMs), result: true, value: 1 }],
  });
  return [
    "curl -H 'Flipper-Cloud-Token: TOKEN' -H 'Content-Type: application/json'",
    `-d '${body.replaceAll("'", "\\u0027")}'`,
    `${window.location.origin}${apiPath}/telemetry`,
  ].join(" ");
}

/** A UUID of version 4. Over plain http, browsers offer pages random bytes but no UUIDs. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => hex.slice(from, to))
    .join("-");
}
