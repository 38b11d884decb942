import type { ActorSamples } from "../impact/actor-samples.ts";
import { ImpactEstimates } from "../impact/impact-estimates.ts";
import type { Writer } from "../writer/writer.ts";
import { ActorFeatures } from "./actor-features.ts";
import { DraftExplanations } from "./draft-explanations.ts";
import { ExpensiveAnswers } from "./expensive-answers.ts";
import { ExplainService } from "./explain-service.ts";
import type { FeatureService } from "./feature-service.ts";
import { PastComparisons } from "./past-comparisons.ts";
import type { PastReader } from "./past-reader.ts";

/** Answers about now may take long, so all of them wait in one queue. */
export function explainingServices(
  features: FeatureService,
  past: PastReader,
  writer: Writer,
  samples: ActorSamples | undefined,
) {
  const answers = new ExpensiveAnswers();
  return {
    explanations: new ExplainService(features, past, answers),
    draftExplanations: new DraftExplanations(features, answers),
    actorFeatures: new ActorFeatures(features, past, answers, () => writer.state),
    pastComparisons: new PastComparisons(past),
    impacts: new ImpactEstimates(features, samples, answers),
  };
}
