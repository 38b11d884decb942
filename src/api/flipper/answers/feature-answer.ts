import type { Toggle } from "../../../core/evaluation/toggle.ts";
import { jsonResponse } from "../../../http/response/json-response.ts";
import { streamedText } from "../../../http/response/streamed-answer.ts";
import { type FeatureShape, featureJson, featureParts, isHeavy } from "./feature-json.ts";

/** Answers with one feature object; with very many actors it is written as the client reads it. */
export function featureAnswer(toggle: Toggle, shape: FeatureShape): Response {
  return jsonResponse(
    isHeavy(toggle, shape) ? streamedText(featureParts(toggle, shape)) : featureJson(toggle, shape),
  );
}
