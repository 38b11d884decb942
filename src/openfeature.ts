export {
  GatehouseProvider,
  GatehouseWebProvider,
} from "./client/openfeature/gatehouse-provider.ts";
