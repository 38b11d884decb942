import { adminApiPath } from "../api/admin/admin-api.ts";
import { ownerGuard } from "../api/admin/guards.ts";
import { type LateAdminApiParts, loadAdminApi } from "../api/admin/load-admin-api.ts";
import type { Api } from "../http/routing/api.ts";
import { RequestTrace } from "../http/routing/request-trace.ts";

/**
 * The Admin API for users who can open the data, at `/admin/v1` (docs/operations.md#data-directory).
 * The first request creates it. `siteUrl` returns the URL of the site for links; undefined while it
 * is unknown.
 */
export function ownerAdminApi(
  parts: Omit<LateAdminApiParts, "guard" | "prefix" | "hasSessions" | "publicUrl">,
  siteUrl: () => string | undefined,
): Api["fetch"] {
  let api: Promise<Api> | undefined;
  let madeFor: string | undefined;
  return async (request, peers) => {
    const publicUrl = siteUrl();
    if (madeFor !== publicUrl) {
      api = undefined;
      madeFor = publicUrl;
    }
    api ??= loadAdminApi({
      ...parts,
      publicUrl,
      // The server's own trace records only requests for its metrics and its log.
      context: { ...parts.context, trace: new RequestTrace() },
      guard: ownerGuard,
      prefix: adminApiPath,
      hasSessions: false,
    });
    return (await api).fetch(request, peers);
  };
}
