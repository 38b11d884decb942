import type { AnyElysia } from "elysia";
import { changesController } from "./changes-controller.ts";
import { explainController } from "./explain-controller.ts";
import type { GatehouseOptions } from "./gatehouse-options.ts";

/** Gatehouse's own routes, below `/gatehouse` (docs/api.md#own-routes). */
export function gatehouseControllers(options: GatehouseOptions): readonly AnyElysia[] {
  return [explainController(options), changesController(options)];
}
