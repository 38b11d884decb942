import { basename, join } from "node:path";
import { withoutSharedDatabases } from "./without-shared-databases.ts";

const root = join(import.meta.dir, "..");
const sources = join(root, "src");
/** The server's own copy of elysia. It is not a source file, because sources import elysia by name. */
const elysiaEntry = join(sources, "elysia.ts");
/** The built files of the web UI and of the documentation. */
const packagedFiles = /\/build\/\w+\.pack$/;
const assetImports = /^\.\.\/assets\//;
const anything = /./;
const elysiaImport = /^elysia$/;
const elysiaPlugins = "/node_modules/@elysiajs/";

/** Whether a file imports the application's elysia: a source, or a plugin that sources import. */
function isOfHost(importer: string): boolean {
  const isSource = importer.startsWith(sources) && importer !== elysiaEntry;
  return isSource || importer.includes(elysiaPlugins);
}
const fileTypeImport = /^file-type$/;
const mainModule = /\/src\/main\.ts$/;
const workerUrls = /new URL\("(\.\/[\w/-]+)\.ts", import\.meta\.url\)/g;

/** The entries of the library; their file names are the import names. */
export const libraryEntries = ["index.ts", "testing.ts"];
/** The client, which needs no Bun; and its file store, which needs files. */
export const clientEntries = ["client.ts", "openfeature.ts"];
export const clientFileEntry = "client-file.ts";
/** The server of the command, and its worker threads. */
export const serverEntries = [
  "main.ts",
  "storage/sqlite/commit-worker.ts",
  "telemetry/worker/worker.ts",
];

/**
 * Writes `lib/` and `assets/` of the package. They contain all imports at the versions of the lock
 * file, except elysia. The library imports the application's elysia, so that there is only one copy.
 * The library and the server share files, so the server imports elysia too. Its command uses the
 * package's own copy, because `bunx` installs no optional peer.
 */
export async function writeBundles(directory: string): Promise<void> {
  const assets = new Map<string, string>();
  const entries = [...libraryEntries, ...serverEntries].map((entry) => join(sources, entry));
  const { outputs } = await Bun.build({
    entrypoints: [...entries, elysiaEntry],
    files: { [elysiaEntry]: 'export * from "elysia";' },
    root: sources,
    target: "bun",
    format: "esm",
    splitting: true,
    // Lines stay, because Bun prints the line of an error. Readable names would take another 70 kB;
    // errors have their names as a property.
    minify: { whitespace: false, identifiers: true, syntax: true },
    plugins: [shareElysia, withoutSharedDatabases, keepAssets(assets), nameWorkers],
    outdir: join(directory, "lib"),
  });
  const copied = outputs.filter(({ kind }) => kind === "asset");
  if (copied.length > 0) {
    // Their paths in the bundle would depend on the application's current directory.
    throw new Error(`keepAssets leaves out ${copied.map(({ path }) => basename(path)).join(", ")}`);
  }
  for (const [name, path] of assets) {
    await Bun.write(join(directory, "assets", name), Bun.file(path));
  }
  await writeClientBundles(join(directory, "lib"));
}

/**
 * Writes the files of the client, which shares none with the library: only Bun can load the library.
 * It is built for Node without using Node: for browsers, Bun adds code that preloads parts. It is not
 * minified: Node prints the line of an error, and bundlers of pages minify their code. Its source maps
 * lead debuggers to the sources, which are in them.
 */
export async function writeClientBundles(directory: string, minify = false): Promise<void> {
  for (const names of [clientEntries, [clientFileEntry]]) {
    const { outputs } = await Bun.build({
      entrypoints: names.map((entry) => join(sources, entry)),
      root: sources,
      target: "node",
      format: "esm",
      splitting: true,
      minify,
      sourcemap: minify ? "none" : "linked",
    });
    for (const output of outputs) {
      await Bun.write(join(directory, output.path), output);
    }
  }
}

/**
 * Leaves the imports of elysia to the runtime, except the import of the server's own copy. The copy
 * omits `file-type`, with which elysia checks uploaded files: no route takes any.
 */
const shareElysia: Bun.BunPlugin = {
  name: "elysia",
  setup(build) {
    build.onResolve({ filter: elysiaImport }, ({ path, importer }) =>
      isOfHost(importer) ? { path, external: true } : undefined,
    );
    build.onResolve({ filter: fileTypeImport }, ({ path }) => ({ path, external: true }));
  },
};

/**
 * Leaves imports of files in the bundle, and collects the files. They are then next to the package,
 * and an application's bundler embeds them in its executable. A bundler that writes a folder instead
 * copies them and gives paths relative to the bundle.
 */
function keepAssets(assets: Map<string, string>): Bun.BunPlugin {
  return {
    name: "assets",
    setup(build) {
      build.onResolve({ filter: packagedFiles }, ({ path }) => ({
        path,
        namespace: "asset",
      }));
      build.onLoad({ filter: anything, namespace: "asset" }, ({ path }) => {
        const name = basename(path);
        assets.set(name, join(root, "build", name));
        return { contents: assetModule(name), loader: "js" };
      });
      build.onResolve({ filter: assetImports }, ({ path }) => ({ path, external: true }));
    },
  };
}

function assetModule(name: string): string {
  return `import { isAbsolute, join } from "node:path";
import path from "../assets/${name}" with { type: "file" };
export default isAbsolute(path) ? path : join(import.meta.dir, path);
`;
}

/** The files of the bundle are JavaScript, so main.ts must start workers by other names. */
const nameWorkers: Bun.BunPlugin = {
  name: "workers",
  setup(build) {
    build.onLoad({ filter: mainModule }, async ({ path }) => {
      const text = await Bun.file(path).text();
      const contents = text.replaceAll(workerUrls, 'new URL("$1.js", import.meta.url)');
      if (contents === text) {
        throw new Error("main.ts starts no worker as expected");
      }
      return { contents, loader: "ts" };
    });
  },
};
