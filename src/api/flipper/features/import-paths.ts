const importPath = "/import";

/** The paths of an import below the prefix of the API. */
export const mountableImportPaths = [importPath];
/**
 * The Ruby client's `flipper cloud push` adds `/adapter/import` to its URL, even if the URL ends in
 * `/adapter` (docs/clients.md#import-and-export).
 */
export const hostedImportPaths = [importPath, `/adapter${importPath}`];
