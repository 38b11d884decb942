export type { ClientStore } from "./client/client-types.ts";
export { fileStore } from "./client/file/file-store.ts";
