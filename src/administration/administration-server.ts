import { chmodSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { GatehouseError } from "../errors.ts";
import { readBody } from "../http/body.ts";
import { parseJson } from "../http/json-document.ts";
import { decodeUtf8 } from "../http/utf8.ts";
import type { Administration } from "./administration.ts";
import { AdministrationError } from "./administration-error.ts";
import { isOperationName } from "./operations.ts";
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
 * section 1). Only the user that the server runs as may connect: the socket is made in a directory
 * closed to others, and moved in place once its own mode is set. The move also replaces a socket
 * that a killed server left. Nothing listens on the network, so no page in a browser can get here;
 * whatever says that it comes from one is refused all the same.
 */
export async function serveAdministration(
  options: AdministrationServerOptions,
): Promise<AdministrationServer> {
  const directory = resolve(options.directory);
  const nursery = join(directory, `${socketName}.new`);
  rmSync(nursery, { recursive: true, force: true });
  mkdirSync(nursery, { mode: ownerOnlyDirectory });
  const server = await withShortPath(nursery, "s", (unix) =>
    Bun.serve({
      unix,
      fetch: (request) => answer(request, options),
      development: false,
      maxRequestBodySize: requestBytesMax,
      ...patience,
    }),
  );
  const path = join(directory, socketName);
  chmodSync(join(nursery, "s"), ownerOnlyFile);
  renameSync(join(nursery, "s"), path);
  rmSync(nursery, { recursive: true, force: true });
  return {
    async stop() {
      rmSync(path, { force: true });
      const stopped = server.stop();
      const deadline = Date.now() + stopTimeoutMs;
      while (server.pendingRequests > 0 && Date.now() < deadline) {
        await Bun.sleep(stopPollMs);
      }
      // Whoever connects and says nothing must not keep the server from stopping.
      await server.stop(true);
      await stopped;
    },
  };
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
