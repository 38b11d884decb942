import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type DocumentMode = "hosted" | "mountable";

interface DocumentSource {
  readonly file: string;
  readonly mode: DocumentMode;
  /** The path at which a server serves it. */
  readonly path: string;
}

/** The OpenAPI documents in the repository. */
export const documentSources = {
  hosted: { file: "docs/openapi.json", mode: "hosted", path: "/swagger/json" },
  mountable: { file: "docs/openapi-mountable.json", mode: "mountable", path: "/swagger/json" },
  admin: { file: "docs/openapi-admin.json", mode: "hosted", path: "/swagger/admin.json" },
} as const satisfies Record<string, DocumentSource>;

/** The command that starts the program from its sources. */
export const sourceCommand = [
  process.execPath,
  "--no-env-file",
  join(import.meta.dir, "../src/main.ts"),
] as const;

/** A server with default settings on a free port, with an empty data directory. */
export interface FreshServer extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
}

/** Starts a server in a mode; rejects if it ends before it listens. */
export async function startFreshServer(
  command: readonly string[],
  mode: DocumentMode,
  variables: Readonly<Record<string, string>> = {},
): Promise<FreshServer> {
  const data = await mkdtemp(join(tmpdir(), "gatehouse-document-"));
  // Documents show the default address, not the address of this temporary server.
  const flags = ["--mode", mode, "--port", "0", "--public-url", "http://127.0.0.1:8080"];
  const child = Bun.spawn([...command, "serve", ...flags, "--data", data], {
    env: { PATH: "", ...variables },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  const stop = async () => {
    child.kill("SIGTERM");
    await child.exited;
    await rm(data, { recursive: true, force: true });
  };
  const url = await printedUrl(child.stdout);
  if (url === undefined) {
    await stop();
    throw new Error(`The server ended with ${child.exitCode}`);
  }
  return { url, [Symbol.asyncDispose]: stop };
}

/** Returns an OpenAPI document of a server, with an indentation of two spaces. */
export async function servedDocument(
  command: readonly string[],
  { mode, path }: DocumentSource,
): Promise<string> {
  await using server = await startFreshServer(command, mode);
  const answer = await fetch(server.url + path);
  const document: unknown = await answer.json();
  return `${JSON.stringify(document, null, 2)}\n`;
}

const listeningForm = /^listening on (\S+)\n/m;

async function printedUrl(stdout: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let printed = "";
  for await (const chunk of stdout) {
    printed += decoder.decode(chunk, { stream: true });
    const url = listeningForm.exec(printed)?.[1];
    if (url !== undefined) {
      return url;
    }
  }
  return undefined;
}
