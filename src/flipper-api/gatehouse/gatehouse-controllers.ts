import type { AnyElysia } from "elysia";
import { explainController } from "./explain-controller.ts";
import type { GatehouseOptions } from "./gatehouse-options.ts";
import { historyController } from "./history-controller.ts";
import { rollbackController } from "./rollback-controller.ts";
import { statusController } from "./status-controller.ts";
import { unknownKeysController } from "./unknown-keys-controller.ts";

/** Gatehouse's own routes, below `/gatehouse` (docs/api.md#own-routes). */
export function gatehouseControllers(options: GatehouseOptions): readonly AnyElysia[] {
  const { telemetry } = options;
  return [
    statusController(options),
    explainController(options),
    historyController(options),
    rollbackController(options),
    ...(telemetry === undefined ? [] : [unknownKeysController(options, telemetry)]),
  ];
}
