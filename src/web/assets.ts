import { acceptsCoding } from "./accepted-coding.ts";
import type { UiAsset } from "./pack.ts";
import { guardedHeaders } from "./policy.ts";

/** The name of a file has a hash of its content, so browsers keep it for ever. */
const assetHeaders = {
  ...guardedHeaders,
  "cache-control": "public, max-age=31536000, immutable",
  vary: "accept-encoding",
};

/** Answers with a file of the UI in the smallest form that the client accepts. */
export function assetResponse(asset: UiAsset, request: Request): Response {
  const accepted = request.headers.get("accept-encoding");
  const headers = { ...assetHeaders, "content-type": asset.type };
  for (const [form, coding] of codings) {
    const content = asset.forms.get(form);
    if (content !== undefined && acceptsCoding(accepted, coding)) {
      return new Response(content, { headers: { ...headers, "content-encoding": coding } });
    }
  }
  return new Response(asset.plain(), { headers });
}

const codings = [
  ["brotli", "br"],
  ["gzip", "gzip"],
] as const;
