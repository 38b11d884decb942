import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { ImportPlace } from "../../../app/imports/import-place.ts";
import { readImport } from "../../../app/imports/read-import.ts";
import type { FeatureService } from "../../../app/services/feature-service.ts";
import { importBytesDefault } from "../../../core/model/feature.ts";
import { unreadBody } from "../../../http/declared/body-schemas.ts";
import { documentedEmpty } from "../../../http/declared/documented-schemas.ts";
import { ContentEncoding } from "../../../http/declared/parameter-schemas.ts";
import { jsonBodyChunks } from "../../../http/request/body-chunks.ts";
import { noContentWith } from "../../../http/response/no-content.ts";
import type { Access } from "../../common/access/access.ts";
import { flipperRoutes } from "../../common/access/flipper-routes.ts";
import type { DocumentedDeployment } from "../../common/errors/operation-docs.ts";
import { exampleExport } from "./feature-examples.ts";
import { ExportModel } from "./feature-model.ts";

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

/** How many features were left out because their keys are retired (docs/api.md#retired-keys). */
const retiredHeader = "Gatehouse-Retired";

/** POST /import: replaces all features, or none if it fails (docs/api.md#import-and-export). */
export function importController(options: ImportControllerOptions) {
  const { service, importPlace } = options;
  const { isHosted } = options.documented;
  const bytesMax = options.importBytesMax ?? importBytesDefault;
  const limits = { bytesMax, inflatedBytesMax: bytesMax };
  const app = new Elysia({ tags: ["Features"] }).use(flipperRoutes(options));
  for (const [index, path] of options.importPaths.entries()) {
    app.post(
      path,
      async ({ request, caller }) => {
        const retired = await importPlace.hold(jsonBodyChunks(request, limits), async (chunks) => {
          const features = await readImport(chunks, service.importRules(caller));
          return service.import(caller, features);
        });
        return noContentWith(retired === 0 ? {} : { [retiredHeader]: String(retired) });
      },
      {
        access: "write",
        headers: ContentEncoding,
        // A bad query is request_invalid; a bad body is import_invalid.
        query: Type.Object({}),
        body: unreadBody(ExportModel, exampleExport),
        response: {
          204: documentedEmpty(
            isHosted
              ? "The features have the gates of the export in the environment of the token"
              : "The features equal the export",
            [retiredHeader],
          ),
        },
        refuses: ["import_invalid", "quota_exceeded"],
        detail: {
          hide: index > 0,
          operationId: "importFeatures",
          summary: "Make all features equal to an export",
          description: `${isHosted ? hostedImport : "Features that the export lacks are removed. "}At most 50 MiB, plain or gzip. While another import runs it is refused with 503.`,
        },
      },
    );
  }
  return app;
}

const hostedImport =
  "With a token of Production, features that the export lacks are removed. With a token " +
  "of another environment none is removed: there, features that the export lacks lose " +
  "all gate values, and new features have none in Production. ";
