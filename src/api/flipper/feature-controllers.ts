import type { AnyElysia } from "elysia";
import type { ImportPlace } from "../../app/imports/import-place.ts";
import type { FeatureService } from "../../app/services/feature-service.ts";
import type { Access } from "../common/access/access.ts";
import type { DocumentedDeployment } from "../common/errors/operation-docs.ts";
import { actorController } from "./features/actor-controller.ts";
import { bulkCheckController } from "./features/bulk-check-controller.ts";
import { featureController } from "./features/feature-controller.ts";
import { gateController } from "./features/gate-controller.ts";
import { importController } from "./features/import-controller.ts";
import type { IsGroup } from "./features/known-groups.ts";
import { percentageController } from "./features/percentage-controller.ts";

export interface FeatureControllersOptions {
  readonly service: FeatureService;
  readonly access: Access;
  readonly isGroup: IsGroup;
  readonly showsExpressions: boolean;
  /** Seconds that pollers should wait between reads; undefined to send no header. */
  readonly pollIntervalSeconds: number | undefined;
  readonly importPlace: ImportPlace;
  readonly documented: DocumentedDeployment;
  /** The paths of the import, below the prefix of the API. */
  readonly importPaths: readonly string[];
  /** 50 MiB unless given. */
  readonly importBytesMax?: number | undefined;
}

/** The controllers that both deployments have: features, gates, actor checks and import. */
export function featureControllers(options: FeatureControllersOptions): readonly AnyElysia[] {
  return [
    featureController(options),
    gateController(options),
    percentageController(options),
    actorController(options),
    bulkCheckController(options),
    importController(options),
  ];
}
