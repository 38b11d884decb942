import { basename, join } from "node:path";
import type { BuiltPage } from "./pack-page.ts";

const entry = join(import.meta.dir, "../src/ui/main.tsx");

/** Builds the web UI for browsers. Throws an `AggregateError` with the bundler's errors. */
export async function bundleUi(): Promise<BuiltPage> {
  const { outputs } = await Bun.build({
    entrypoints: [entry],
    target: "browser",
    format: "esm",
    minify: true,
    splitting: true,
    naming: "[name]-[hash].[ext]",
    // Without it, the bundle would contain the development build of React.
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const files = await Promise.all(
    outputs.map(async (output) => ({
      name: basename(output.path),
      type: output.type,
      content: new Uint8Array(await output.arrayBuffer()),
    })),
  );
  const script = outputs.find(({ kind }) => kind === "entry-point");
  if (script === undefined) {
    throw new Error("The bundler wrote no script");
  }
  return {
    script: basename(script.path),
    // Style sheets that are imported as files load later.
    styles: outputs
      .filter(({ loader, path }) => loader !== "file" && path.endsWith(".css"))
      .map(({ path }) => basename(path)),
    files,
  };
}
