import type { AnyElysia } from "elysia";
import { changesController } from "./changes-controller.ts";
import { featureInfoController } from "./feature-info-controller.ts";
import type { GatehouseOptions } from "./gatehouse-options.ts";
import { importPreviewController } from "./import-preview-controller.ts";

/** Gatehouse's own routes, below `/gatehouse` (docs/api.md#own-routes). */
export function gatehouseControllers(options: GatehouseOptions): readonly AnyElysia[] {
  return [
    featureInfoController(options),
    changesController(options),
    importPreviewController(options),
  ];
}
