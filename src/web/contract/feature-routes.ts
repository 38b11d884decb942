import type { Static } from "@sinclair/typebox";
import type {
  CreatedFeature,
  FeatureAnswer,
  FeatureDescription,
  FeatureRows,
  FeatureToCreate,
} from "./feature-models.ts";
import type {
  ActorSearch,
  ActorsChange,
  BooleanChange,
  ChangedActors,
  CheckedExpression,
  ExpressionChange,
  ExpressionText,
  FoundActors,
  GatesCopy,
  GroupsChange,
  PercentageChange,
  Typed,
} from "./gate-models.ts";
import type { Written } from "./shared-models.ts";
import type { TryAnswer, TryQuestion } from "./try-models.ts";

/** Features and their gates in one environment. */
export interface FeatureRoutes {
  "GET /environments/:environment/features": { answer: Static<typeof FeatureRows> };
  "POST /environments/:environment/features": {
    body: Static<typeof FeatureToCreate>;
    answer: Static<typeof CreatedFeature>;
  };
  "GET /environments/:environment/features/:key": { answer: FeatureAnswer };
  "PATCH /environments/:environment/features/:key": {
    body: Static<typeof FeatureDescription>;
    answer: Written;
  };
  "DELETE /environments/:environment/features/:key": {
    body: Static<typeof Typed>;
    answer: Written;
  };
  "DELETE /environments/:environment/features/:key/gates": {
    body: Static<typeof Typed>;
    answer: Written;
  };
  "DELETE /environments/:environment/features/:key/override": { answer: Written };
  "PUT /environments/:environment/features/:key/boolean": {
    body: Static<typeof BooleanChange>;
    answer: Written;
  };
  "PUT /environments/:environment/features/:key/percentage-of-actors": {
    body: Static<typeof PercentageChange>;
    answer: Written;
  };
  "PUT /environments/:environment/features/:key/percentage-of-time": {
    body: Static<typeof PercentageChange>;
    answer: Written;
  };
  "PUT /environments/:environment/features/:key/expression": {
    body: Static<typeof ExpressionChange>;
    answer: Written;
  };
  "PATCH /environments/:environment/features/:key/actors": {
    body: Static<typeof ActorsChange>;
    answer: Static<typeof ChangedActors>;
  };
  "PATCH /environments/:environment/features/:key/groups": {
    body: Static<typeof GroupsChange>;
    answer: Written;
  };
  "GET /environments/:environment/features/:key/actors": {
    query: Static<typeof ActorSearch>;
    answer: Static<typeof FoundActors>;
  };
  "POST /environments/:environment/features/:key/try": {
    body: Static<typeof TryQuestion>;
    answer: TryAnswer;
  };
  "POST /environments/:environment/features/:key/copy": {
    body: Static<typeof GatesCopy>;
    answer: Written;
  };
  "POST /expressions/check": {
    body: Static<typeof ExpressionText>;
    answer: Static<typeof CheckedExpression>;
  };
}
