export { GatehouseProvider, GatehouseWebProvider } from "./openfeature/gatehouse-provider.ts";
