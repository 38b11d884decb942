import { Elysia } from "elysia";
import { GatehouseError } from "../../errors.ts";
import type { BodyLimits } from "../../http/request/request-body.ts";
import { documentOf, queryOf } from "../../http/request/request-parameters.ts";
import { noContent } from "../../http/response/no-content.ts";
import { importBytesDefault } from "../../model/feature.ts";
import type { FeatureService } from "../../services/feature-service.ts";
import type { Access } from "../access/access.ts";
import { importDocs } from "./import-docs.ts";
import { parseImport } from "./import-document.ts";

export interface ImportControllerOptions {
  readonly service: FeatureService;
  readonly access: Access;
  /** The limit of the body, before and after inflating; 50 MiB unless given. */
  readonly importBytesMax?: number | undefined;
}

/** POST /import: replaces all features, or none if it fails (docs/api.md#import-and-export). */
export function importController({ service, access, importBytesMax }: ImportControllerOptions) {
  const bytesMax = importBytesMax ?? importBytesDefault;
  const limits = { bytesMax, inflatedBytesMax: bytesMax };
  return new Elysia().post(
    "/import",
    async ({ request }) => {
      const caller = access.writer(request);
      // A bad query is request_invalid; a bad body is import_invalid.
      queryOf(request);
      await service.import(caller, parseImport(await importDocument(request, limits)));
      return noContent();
    },
    { parse: "none", detail: importDocs.import },
  );
}

/** A body that cannot be decoded is code 6, too (docs/api.md#import-and-export). */
async function importDocument(request: Request, limits: BodyLimits): Promise<unknown> {
  try {
    return await documentOf(request, limits);
  } catch (error) {
    if (error instanceof GatehouseError && error.refusal === "request_invalid") {
      throw new GatehouseError("import_invalid", `Import invalid: ${error.message}`, {
        cause: error,
      });
    }
    throw error;
  }
}
