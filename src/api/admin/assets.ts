import { acceptsCoding } from "../../http/request/accepted-coding.ts";
import type { PackedAsset } from "../../http/response/page-pack.ts";
import { guardedHeaders } from "./content-security-policy.ts";

/** A file name contains a hash of the content, so browsers cache the file forever. */
const assetHeaders = {
  ...guardedHeaders,
  "cache-control": "public, max-age=31536000, immutable",
  vary: "accept-encoding",
};

/** Answers with a file of the UI in the smallest form that the client accepts. */
export function assetResponse(asset: PackedAsset, request: Request): Response {
  const accepted = request.headers.get("accept-encoding");
  const headers = { ...assetHeaders, "content-type": asset.type };
  if (asset.brotli === undefined) {
    return new Response(asset.plain(), { headers });
  }
  if (acceptsCoding(accepted, "br")) {
    return new Response(asset.brotli, { headers: { ...headers, "content-encoding": "br" } });
  }
  return acceptsCoding(accepted, "gzip")
    ? new Response(asset.gzip(), { headers: { ...headers, "content-encoding": "gzip" } })
    : new Response(asset.plain(), { headers });
}
