import { chmodSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { GatehouseError } from "../errors.ts";
import { decodeUtf8 } from "../http/request/decode-utf8.ts";
import { parseJson } from "../http/request/json-document.ts";
import { readBody } from "../http/request/request-body.ts";
import type { Administration } from "./administration.ts";
import { AdministrationError } from "./administration-error.ts";
import { isOperationName } from "./administration-operations.ts";
import { type Problem, requestBytesMax, socketName } from "./protocol.ts";
import { withShortPath } from "./short-path.ts";

export interface AdministrationServerOptions {
  /** The data directory; this process must hold its lock. */
  readonly directory: string;
  readonly administration: Administration;
  /** Told of faults of ours. */
  readonly onFault: (error: unknown) => void;
}

export interface AdministrationServer {
  /** Takes no more wishes and resolves when those under way are answered and the socket is gone. */
  stop(): Promise<void>;
}

/** A large import is long at work. Bun's types know of no timeout on a Unix socket; Bun has one. */
const patience: object = { idleTimeout: 255 };
const stopTimeoutMs = 10_000;
const stopPollMs = 5;
const ownerOnlyDirectory = 0o700;
const ownerOnlyFile = 0o600;

/**
 * Lets the shell administer a running server through a Unix socket in the data directory (DESIGN.md
 * section 1). Nothing listens on the network, so no page in a browser can get here; whatever says
 * that it comes from one is refused all the same. Where the file system takes no sockets the server
 * runs without, and the shell can work only while it is stopped: that is a fault, but no reason to
 * leave clients without their features.
 */
export async function serveAdministration(
  options: AdministrationServerOptions,
): Promise<AdministrationServer> {
  const directory = resolve(options.directory);
  const nursery = join(directory, `${socketName}.new`);
  try {
    rmSync(nursery, { recursive: true, force: true });
    return await listen(directory, nursery, (request) => answer(request, options));
  } catch (error) {
    const message = "the shell cannot reach this server and works only while it is stopped";
    options.onFault(new Error(message, { cause: error }));
    return { stop: () => Promise.resolve() };
  } finally {
    rmSync(nursery, { recursive: true, force: true });
  }
}

/**
 * Only the user that the server runs as may connect: the socket is made in a directory closed to
 * others, and moved in place once its own mode is set. The move also replaces a socket that a killed
 * server left.
 */
async function listen(
  directory: string,
  nursery: string,
  fetch: (request: Request) => Promise<Response>,
): Promise<AdministrationServer> {
  mkdirSync(nursery, { mode: ownerOnlyDirectory });
  const server = await withShortPath(nursery, "s", (unix) =>
    Bun.serve({
      unix,
      fetch,
      development: false,
      maxRequestBodySize: requestBytesMax,
      ...patience,
    }),
  );
  const path = join(directory, socketName);
  try {
    chmodSync(join(nursery, "s"), ownerOnlyFile);
    renameSync(join(nursery, "s"), path);
  } catch (error) {
    await server.stop(true);
    throw error;
  }
  return {
    async stop() {
      rmSync(path, { force: true });
      await stopServer(server);
    },
  };
}

/** Whoever connects and says nothing must not keep the server from stopping. */
async function stopServer(server: Bun.Server<undefined>): Promise<void> {
  const stopped = server.stop();
  const deadline = Date.now() + stopTimeoutMs;
  while (server.pendingRequests > 0 && Date.now() < deadline) {
    await Bun.sleep(stopPollMs);
  }
  await server.stop(true);
  await stopped;
}

async function answer(
  request: Request,
  { administration, onFault }: AdministrationServerOptions,
): Promise<Response> {
  const name = new URL(request.url).pathname.slice(1);
  if (request.headers.has("origin") || request.headers.has("sec-fetch-site")) {
    return problem(403, "pages may not administer anything");
  }
  if (!isOperationName(name)) {
    return problem(404, "the running server does not know this command; is it an older one?");
  }
  if (request.method !== "POST") {
    return problem(405, "operations are asked for by POST");
  }
  try {
    const limits = { bytesMax: requestBytesMax, inflatedBytesMax: requestBytesMax };
    const body = await readBody(request, limits, { lengthEnforced: true });
    return Response.json(await administration.run(name, parseJson(decodeUtf8(body))));
  } catch (error) {
    if (error instanceof AdministrationError) {
      return problem(422, error.message);
    }
    if (error instanceof GatehouseError) {
      return problem(400, error.message);
    }
    onFault(error);
    return problem(500, "the server failed; its log says more");
  }
}

function problem(status: number, message: string): Response {
  return Response.json({ message } satisfies Problem, { status });
}
