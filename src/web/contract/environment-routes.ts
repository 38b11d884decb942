import type { Static } from "@sinclair/typebox";
import type {
  AddedEnvironment,
  ComparedEnvironments,
  EnvironmentList,
  EnvironmentPair,
  NewCustomEnvironment,
  TypedEnvironment,
} from "./environment-models.ts";
import type { Written } from "./shared-models.ts";
import type { CreatedToken, NewToken, TokenList } from "./token-models.ts";

export interface EnvironmentRoutes {
  "GET /environments": { answer: Static<typeof EnvironmentList> };
  "POST /environments": {
    body: Static<typeof NewCustomEnvironment>;
    answer: Static<typeof AddedEnvironment>;
  };
  /** Only custom environments can be deleted. `typed` is the environment's name. */
  "DELETE /environments/:environment": { body: Static<typeof TypedEnvironment>; answer: Written };
  "GET /environments/:environment/tokens": { answer: Static<typeof TokenList> };
  "POST /environments/:environment/tokens": {
    body: Static<typeof NewToken>;
    answer: Static<typeof CreatedToken>;
  };
  "DELETE /environments/:environment/tokens/:token": { answer: Static<typeof TokenList> };
  /** Differences first, then the rest by key; 1,000 together. The counts are those of all. */
  "GET /compare": {
    query: Static<typeof EnvironmentPair>;
    answer: Static<typeof ComparedEnvironments>;
  };
}
