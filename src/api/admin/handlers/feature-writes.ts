import type { Refusal } from "../../../core/errors.ts";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import type { GateChange } from "../../../core/evaluation/gate-change.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { AdminCaller } from "../admin-routes.ts";
import { FeaturePath } from "../contract/feature-models.ts";
import { WrittenStep } from "../contract/shared-models.ts";
import { callerInPath, type UiDependencies, writtenStep } from "./ui-dependencies.ts";

/** A route that changes a feature. */
export const featureWrite = {
  role: "member",
  environmentToken: "writer",
  params: FeaturePath,
} as const;

/** The refusals of every change of a feature. */
export const featureWriteRefusals = [
  "environment_not_found",
  "feature_name_missing",
  "feature_not_found",
  "session_ended",
  "token_invalid",
  "unavailable",
] as const satisfies readonly Refusal[];

export const writtenAnswer = {
  200: answered(WrittenStep, "The revision of the project after the change"),
};

/** The refusals of every change that writes gates. */
export const gateWriteRefusals = [
  ...featureWriteRefusals,
  "confirmation_required",
  "parameter_invalid",
  "quota_exceeded",
] as const;

/** The refusals of a change of a gate that the page showed. */
export const gateChangeRefusals = [...gateWriteRefusals, "gate_changed"] as const;

/** The key that the user of a page typed. Programs confirm nothing, as in the Flipper API. */
export function typedBy(
  { isProgram }: Pick<AdminCaller, "isProgram">,
  key: string,
  typed: string | undefined,
): string | undefined {
  return isProgram ? key : typed;
}

interface OfRoute {
  readonly caller: AdminCaller;
  readonly params: { readonly environment: string; readonly key: string };
}

/** Returns a function that changes a gate unless it differs from what the page showed. */
export function featureGateChanger({ services }: UiDependencies) {
  const { writer, features } = services;
  return async (
    { caller: adminCaller, params }: OfRoute,
    { seen, typed }: { readonly seen?: string; readonly typed?: string },
    change: GateChange,
  ) => {
    const caller = callerInPath(writer.state, params.environment, adminCaller);
    const key = exactFeatureKey(params.key);
    const checks = { seen, typed: typedBy(adminCaller, key, typed) };
    await features.change(caller, key, change, { checks });
    return writtenStep(writer.state, adminCaller, caller);
  };
}
