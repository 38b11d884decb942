import { basename, join } from "node:path";
import { type OutputAsset, type OutputChunk, rolldown } from "rolldown";
import type { BuiltFile, BuiltPage } from "./pack-page.ts";

const sources = join(import.meta.dir, "../src/ui");
/** Builds the web UI for browsers. Throws an error with the bundler's messages. */
export async function bundleUi(): Promise<BuiltPage> {
  const [scripts, styles] = await Promise.all([bundleScripts(), bundleStyles()]);
  const entry = scripts.find((output) => output.type === "chunk" && output.isEntry);
  if (entry === undefined) {
    throw new Error("The bundler wrote no script");
  }
  return {
    script: entry.fileName,
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
      // Without the last group, a file is written for every set of pages that share a module: the page of
      // a feature needed 80 files. A group takes what its modules import too, so no files import each other.
      groups: [
        { name: "first", tags: ["$initial"], priority: 2 },
        { name: "sign-in", test: "/src/ui/sign-in/", priority: 1 },
        { name: "shared", minShareCount: 2 },
      ],
    },
  });
  return output;
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
