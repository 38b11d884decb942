import type { FeatureService } from "../../../app/services/feature-service.ts";
import type { GateChange } from "../../../core/evaluation/gate-change.ts";
import type { Caller } from "../../../core/model/caller.ts";
import { documentedJson } from "../../../http/declared/documented-schemas.ts";
import type { Access } from "../../common/access/access.ts";
import type { DocumentedDeployment } from "../../common/errors/operation-docs.ts";
import { featureAnswer } from "../answers/feature-answer.ts";
import { FeatureModel } from "./feature-model.ts";

export interface GateRoutesOptions {
  readonly service: FeatureService;
  readonly access: Access;
  readonly showsExpressions: boolean;
  readonly documented: DocumentedDeployment;
}

/** The refusals of every change of a gate. */
export const gateRefusals = ["feature_name_missing", "feature_retired", "quota_exceeded"] as const;

/** The answers of a change of a gate: `example` is the feature after the change. */
export function changedFeature(example: FeatureModel) {
  return { 200: documentedJson(FeatureModel, "The feature after the change", example) };
}

/** Returns a function that changes a gate, and answers with the feature. */
export function gateChanger({
  service,
  showsExpressions,
}: Pick<GateRoutesOptions, "service" | "showsExpressions">) {
  const shape = { expression: showsExpressions, excludeGates: false, excludeGateNames: false };
  return async (
    caller: Caller,
    key: string,
    change: GateChange,
    options?: { readonly allowsAnyGroup: boolean },
  ): Promise<Response> => featureAnswer(await service.change(caller, key, change, options), shape);
}
