import { watch } from "node:fs";
import { join } from "node:path";
import { bundleUi } from "./bundle-ui.ts";
import { packPage } from "./pack-page.ts";
import { reloadScript } from "./reload-script.ts";

/**
 * `make ui-dev`: PACK ARGUMENTS OF `serve`. Starts the server from the sources, with a proxy that
 * adds one script to the page. The script reloads the page after each build. Page, files and policy
 * are the real ones. The server reads the pack again after a change.
 */
const [pack = "", ...given] = process.argv.slice(2);
const root = join(import.meta.dir, "..");
const watched = ["src/ui", "src/api/admin/contract"].map((path) => join(root, path));
const scriptPath = "/assets/reload.js";
const eventsPath = "/assets/reload";
/** Editors write several files at once. */
const quietMs = 50;
const portDefault = 8080;
const baseAttribute = /data-base="([^"]*)"/;
const listeningLine = /^listening on (\S+)$/m;

const portAt = given.indexOf("--port");
const port = portAt === -1 ? portDefault : Number(given[portAt + 1]);
const serverArgs = portAt === -1 ? given : given.toSpliced(portAt, 2);

const pages = new Set<ReadableStreamDefaultController<string>>();
let timer: Timer | undefined;

async function build(): Promise<void> {
  const started = performance.now();
  try {
    await Bun.write(pack, packPage(await bundleUi(), { isQuick: true }));
  } catch (error) {
    process.stderr.write(`${Bun.inspect(error, { colors: true })}\n`);
    return;
  }
  process.stdout.write(`built in ${Math.round(performance.now() - started)} ms\n`);
  for (const page of pages) {
    page.enqueue("data: reload\n\n");
  }
}

for (const directory of watched) {
  watch(directory, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      build().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
    }, quietMs);
  });
}

const child = Bun.spawn(
  [
    process.execPath,
    "--no-env-file",
    join(root, "src/main.ts"),
    "serve",
    "--port",
    "0",
    ...serverArgs,
  ],
  { stdin: "inherit", stdout: "pipe", stderr: "inherit" },
);
const target = await listeningUrl(child.stdout);
if (target === undefined) {
  process.exit(await child.exited);
}

const proxy = Bun.serve({
  hostname: "127.0.0.1",
  port,
  idleTimeout: 0,
  development: false,
  async fetch(request) {
    const { pathname, search } = new URL(request.url);
    if (pathname.endsWith(eventsPath)) {
      return reloadEvents();
    }
    if (pathname.endsWith(scriptPath)) {
      return new Response(reloadScript, { headers: { "content-type": "text/javascript" } });
    }
    const answer = await fetch(target + pathname + search, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      redirect: "manual",
      decompress: false,
      signal: request.signal,
    });
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
    return isPage ? withReload(answer) : answer;
  },
});
process.stdout.write(`the UI with reloads is at ${proxy.url}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => child.kill(signal));
}
process.exit(await child.exited);

/** The page with a script that waits for the next build. */
async function withReload(answer: Response): Promise<Response> {
  const html = await answer.text();
  const base = baseAttribute.exec(html)?.[1] ?? "";
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  const tag = `<script type="module" src="${base}${scriptPath}"></script>\n</head>`;
  return new Response(html.replace("</head>", tag), { status: answer.status, headers });
}

function reloadEvents(): Response {
  let opened: ReadableStreamDefaultController<string> | undefined;
  const body = new ReadableStream<string>({
    start(controller) {
      opened = controller;
      pages.add(controller);
      controller.enqueue(": open\n\n");
    },
    cancel() {
      if (opened !== undefined) {
        pages.delete(opened);
      }
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** Forwards the server's output; resolves to its address once it listens. */
async function listeningUrl(output: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const passOn = async () => {
    let text = "";
    for await (const chunk of output) {
      process.stdout.write(chunk);
      text += new TextDecoder().decode(chunk);
      const url = listeningLine.exec(text)?.[1];
      if (url !== undefined) {
        resolve(url);
        text = "";
      }
    }
    resolve(undefined);
  };
  passOn().catch(() => resolve(undefined));
  return promise;
}
