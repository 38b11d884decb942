export type {
  CheckedFeature,
  Client,
  ClientActor,
  ClientActors,
  ClientGroup,
  ClientOptions,
  ClientOutcomes,
  ClientRuntime,
  ClientStatus,
  ClientStore,
  ListChange,
  ListedFeature,
} from "./client/client-types.ts";
export { createClient } from "./client/create-client.ts";
