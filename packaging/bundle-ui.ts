import { basename, join } from "node:path";
import { type ModuleInfo, type OutputAsset, type OutputChunk, rolldown } from "rolldown";
import type { BuiltFile, BuiltPage } from "./pack-page.ts";

const sources = join(import.meta.dir, "../src/ui");
/** The modules of pages that load after the first script, by the first segment of the page's path. */
const pages = {
  features: "features/feature-page.tsx",
  actors: "actors/actors-page.tsx",
  audits: "audits/audits-page.tsx",
  requests: "requests/requests-page.tsx",
  compare: "compare/compare-page.tsx",
  telemetry: "telemetry/telemetry-page.tsx",
  settings: "settings/settings-page.tsx",
} as const;

/** Builds the web UI for browsers. Throws an error with the bundler's messages. */
export async function bundleUi(): Promise<BuiltPage> {
  const [scripts, styles] = await Promise.all([bundleScripts(), bundleStyles()]);
  const chunks = scripts.filter((output) => output.type === "chunk");
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) {
    throw new Error("The bundler wrote no script");
  }
  return {
    script: entry.fileName,
    pages: Object.fromEntries(
      Object.entries(pages).map(([segment, module]) => [
        segment,
        scriptsOf(join(sources, module), chunks).filter((name) => name !== entry.fileName),
      ]),
    ),
    styles: styles.map(({ name }) => name),
    files: [...scripts.map(builtFile), ...styles],
  };
}

async function bundleScripts(): Promise<readonly (OutputChunk | OutputAsset)[]> {
  await using bundle = await rolldown({
    input: join(sources, "main.tsx"),
    platform: "browser",
    // Style sheets that modules import as files load later.
    moduleTypes: { ".css": "asset" },
    // Without it, the bundle would contain the development build of React.
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    // Packages mark modules for servers of React, which are not used here.
    checks: { moduleLevelDirective: false },
  });
  const { output } = await bundle.generate({
    minify: true,
    hashCharacters: "base36",
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "chunk-[hash].js",
    assetFileNames: "[name]-[hash][extname]",
    codeSplitting: {
      // Without groups, a file is written for each part that loads later, and for each set of pages that
      // share a module: the page of a feature needed 80 files. A group takes what its modules import too,
      // unless an earlier one has it, so no two files import each other.
      groups: [
        { name: "first", tags: ["$initial"], priority: 3 },
        { name: "sign-in", test: "/src/ui/sign-in/", priority: 2 },
        { name: "shared", minShareCount: 2, priority: 1 },
        { name: (module, graph) => partsOf(graph.getModuleInfo(module)), debugName: "parts" },
      ],
    },
  });
  return output;
}

/** The group of what loads later and is no page, such as a menu; null for other modules. */
function partsOf(module: ModuleInfo | null): string | null {
  const isLater = module !== null && module.dynamicImporters.length > 0;
  return isLater && !module.id.endsWith("-page.tsx") ? "parts" : null;
}

/** The files of a module that loads later, and of everything that it imports. */
function scriptsOf(module: string, chunks: readonly OutputChunk[]): readonly string[] {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
  if (chunk === undefined) {
    throw new Error(`${module} has no file of its own`);
  }
  const names = new Set([chunk.fileName]);
  // The loop also visits the names that it adds.
  for (const name of names) {
    const { imports = [] } = chunks.find(({ fileName }) => fileName === name) ?? {};
    for (const imported of imports) {
      names.add(imported);
    }
  }
  return [...names];
}

function builtFile(output: OutputChunk | OutputAsset): BuiltFile {
  return output.type === "chunk"
    ? { name: output.fileName, type: "text/javascript; charset=utf-8", content: bytes(output.code) }
    : { name: output.fileName, type: "text/css; charset=utf-8", content: bytes(output.source) };
}

function bytes(content: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
}

/** The styles of the first page, which contain their fonts and pictures. */
async function bundleStyles(): Promise<readonly BuiltFile[]> {
  const { outputs } = await Bun.build({
    entrypoints: [join(sources, "style/main.css")],
    target: "browser",
    minify: true,
    naming: "[name]-[hash].[ext]",
  });
  return Promise.all(
    outputs.map(async (output) => ({
      name: basename(output.path),
      type: output.type,
      content: new Uint8Array(await output.arrayBuffer()),
    })),
  );
}
