import { chmodSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import type { AdminError } from "../../api/admin/contract/error-models.ts";
import type { FetchHandler, PeerAddresses } from "../../http/routing/fetch-handler.ts";
import { socketName, withShortSocketPath } from "./socket-path.ts";

export interface AdministrationServerOptions {
  /** The data directory; this process must hold its lock. */
  readonly directory: string;
  /** The Admin API for users who can open the data (docs/operations.md#data-directory). */
  readonly adminApi: FetchHandler;
  /** Called with each internal fault; refused operations are no faults. */
  readonly onFault: (error: unknown) => void;
}

export interface AdministrationServer {
  /** Accepts no new operations. Resolves after running ones are answered and the socket is removed. */
  stop(): Promise<void>;
}

/** Bun supports this timeout on Unix sockets, but its types lack it. A large import takes long. */
const idleTimeoutOption: object = { idleTimeout: 255 };
const stopTimeoutMs = 10_000;
const stopPollMs = 5;
const ownerOnlyDirectory = 0o700;
const ownerOnlyFile = 0o600;

/**
 * Lets the command line administer a running server through a Unix socket in the data directory
 * (docs/operations.md#data-directory). The socket has no network address, so web pages cannot reach
 * it; requests with a browser's headers are refused anyway. On a file system without sockets the
 * server reports a fault and still serves clients. The command line then works only while the server
 * is stopped.
 */
export async function serveAdministration(
  options: AdministrationServerOptions,
): Promise<AdministrationServer> {
  const directory = resolve(options.directory);
  const privateDirectory = join(directory, `${socketName}.new`);
  try {
    rmSync(privateDirectory, { recursive: true, force: true });
    return await listen(directory, privateDirectory, (request, peers) =>
      answer(request, peers, options),
    );
  } catch (error) {
    const message = "commands cannot reach this server and work only while it is stopped";
    options.onFault(new Error(message, { cause: error }));
    return { stop: () => Promise.resolve() };
  } finally {
    rmSync(privateDirectory, { recursive: true, force: true });
  }
}

/**
 * Only the server's user may connect. The socket is created in a directory that other users cannot
 * enter. It is moved to its path after its mode is set. The move also replaces the socket of a killed
 * server.
 */
async function listen(
  directory: string,
  privateDirectory: string,
  fetch: FetchHandler,
): Promise<AdministrationServer> {
  mkdirSync(privateDirectory, { mode: ownerOnlyDirectory });
  const server = await withShortSocketPath(privateDirectory, "s", (unix) =>
    Bun.serve({
      unix,
      fetch,
      development: false,
      // The operations have their own limits, with clearer messages.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      ...idleTimeoutOption,
    }),
  );
  const path = join(directory, socketName);
  try {
    chmodSync(join(privateDirectory, "s"), ownerOnlyFile);
    renameSync(join(privateDirectory, "s"), path);
  } catch (error) {
    await server.stop(true);
    throw error;
  }
  return {
    async stop() {
      try {
        rmSync(path, { force: true });
      } finally {
        await stopServer(server);
      }
    },
  };
}

/** Closes idle connections after the last answer, so that they do not delay the stop. */
async function stopServer(server: Bun.Server<undefined>): Promise<void> {
  const stopped = server.stop();
  const deadline = Date.now() + stopTimeoutMs;
  while (server.pendingRequests > 0 && Date.now() < deadline) {
    await Bun.sleep(stopPollMs);
  }
  await server.stop(true);
  await stopped;
}

function answer(
  request: Request,
  peers: PeerAddresses,
  { adminApi }: AdministrationServerOptions,
): Response | Promise<Response> {
  return request.headers.has("origin") || request.headers.has("sec-fetch-site")
    ? Response.json(webPageRefusal, { status: forbidden })
    : adminApi(request, peers);
}

const forbidden = 403;
const webPageRefusal: AdminError = {
  code: "not_own_page",
  message: "Web pages may not administer this server",
  more_info: "/swagger",
};
