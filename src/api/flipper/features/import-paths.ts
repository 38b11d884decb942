const importPath = "/import";

/** Where a mountable server accepts imports, relative to the mount path. */
export const mountableImportPaths = [importPath];
/**
 * Where a hosted server accepts imports, relative to the API's prefix `/adapter`. The Ruby client's
 * `flipper cloud push` adds `/adapter/import` even to a URL that ends in `/adapter`
 * (docs/clients.md#import-and-export).
 */
export const hostedImportPaths = [importPath, `/adapter${importPath}`];
