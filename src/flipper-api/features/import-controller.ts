import { Elysia } from "elysia";
import { jsonBodyChunks } from "../../http/request/body-chunks.ts";
import { queryOf } from "../../http/request/request-parameters.ts";
import { noContent } from "../../http/response/no-content.ts";
import type { ImportPlace } from "../../imports/import-place.ts";
import { readImport } from "../../imports/read-import.ts";
import { importBytesDefault } from "../../model/feature.ts";
import type { FeatureService } from "../../services/feature-service.ts";
import type { Access } from "../access/access.ts";
import type { DocumentedDeployment } from "../errors/operation-docs.ts";
import { importDocs } from "./import-docs.ts";

export interface ImportControllerOptions {
  readonly service: FeatureService;
  readonly access: Access;
  readonly importPlace: ImportPlace;
  readonly documented: DocumentedDeployment;
  /** The paths of the route; the first one is documented. */
  readonly importPaths: readonly string[];
  /** The limit of the body, before and after inflating; 50 MiB unless given. */
  readonly importBytesMax?: number | undefined;
}

/** POST /import: replaces all features, or none if it fails (docs/api.md#import-and-export). */
export function importController(options: ImportControllerOptions) {
  const { service, access, importPlace } = options;
  const bytesMax = options.importBytesMax ?? importBytesDefault;
  const limits = { bytesMax, inflatedBytesMax: bytesMax };

  async function answer({ request }: { readonly request: Request }): Promise<Response> {
    const caller = access.writer(request);
    // A bad query is request_invalid; a bad body is import_invalid.
    queryOf(request);
    await importPlace.hold(jsonBodyChunks(request, limits), async (chunks) => {
      const features = await readImport(chunks, service.importRules(caller));
      await service.import(caller, features);
    });
    return noContent();
  }

  const routes = new Elysia();
  for (const [index, path] of options.importPaths.entries()) {
    const detail = index === 0 ? importDocs(options.documented).import : { hide: true };
    routes.post(path, answer, { parse: "none", detail });
  }
  return routes;
}
