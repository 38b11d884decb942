const needsExecutable =
  '"A shared database needs the executable of Gatehouse; the npm package has no PostgreSQL"';
const refuse = (
  storageError: string,
) => `import { StorageError } from ${JSON.stringify(storageError)};
const refuse = async () => { throw new StorageError(${needsExecutable}); };
`;

/** Modules of `src/` that the package omits, with their substitutes. */
const substitutes: Readonly<Record<string, string>> = {
  "cluster/open-cluster.ts": `${refuse("../storage/storage-error.ts")}
export { refuse as openCluster, refuse as openDatabaseOnce };`,
  "cluster/database-administration.ts": `${refuse("../storage/storage-error.ts")}
export const databaseAdministration = {
  status: refuse, migrate: refuse, markRestored: refuse, nodes: refuse, importFrom: refuse,
  exportTo: refuse, migrationsText: () => { throw new StorageError(${needsExecutable}); },
};`,
  "telemetry/worker/postgres/postgres-telemetry-store.ts": `${refuse("../../../storage/storage-error.ts")}
export { refuse as openPostgresTelemetry };`,
};

const left =
  /\/src\/(cluster\/(?:open-cluster|database-administration)|telemetry\/worker\/postgres\/postgres-telemetry-store)\.ts$/;

/** Omits PostgreSQL from the package, whose size is limited: clusters run the executable. */
export const withoutSharedDatabases: Bun.BunPlugin = {
  name: "without shared databases",
  setup(build) {
    const unused = new Set(Object.keys(substitutes));
    build.onLoad({ filter: left }, ({ path }) => {
      const name = `${left.exec(path)?.[1]}.ts`;
      unused.delete(name);
      return { contents: substitutes[name] ?? "", loader: "js" };
    });
    build.onEnd(() => {
      if (unused.size > 0) {
        throw new Error(`Nothing imports ${[...unused].join(", ")}`);
      }
    });
  },
};
