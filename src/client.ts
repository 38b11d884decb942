export type {
  CheckedFeature,
  Client,
  ClientActor,
  ClientActors,
  ClientGroup,
  ClientOptions,
  ClientRuntime,
  ClientStatus,
  ClientStore,
  ListChange,
  ListedFeature,
} from "./client/client-types.ts";
export { createClient } from "./client/create-client.ts";
