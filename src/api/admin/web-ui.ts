import { GatehouseError } from "../../core/errors.ts";
import type { Lazy } from "../../core/memo/lazily.ts";
import { rawPath } from "../../http/request/request-url.ts";
import type { PagePack } from "../../http/response/page-pack.ts";
import type { Api } from "../../http/routing/api.ts";
import type { ApiContext } from "../../http/routing/api-context.ts";
import { createErrorHandler, type ErrorHandler } from "../../http/routing/error-handler.ts";
import type { PeerAddresses } from "../../http/routing/fetch-handler.ts";
import { adminApiPath } from "./admin-api.ts";
import { assetResponse } from "./assets.ts";
import { uiPageHeaders } from "./content-security-policy.ts";
import { chosenTheme, uiPage } from "./page.ts";
import { isPagePath } from "./page-paths.ts";
import type { Reader } from "./reader.ts";
import { uiRefusalOf } from "./ui-errors.ts";

export interface WebUiOptions {
  readonly context: ApiContext;
  /** Undefined without pages; only the Admin API exists then. */
  readonly pack: (() => PagePack) | undefined;
  readonly mode: "hosted" | "mountable";
  /** The path of the UI in this server, such as `/flipper`; empty for the root. */
  readonly basePath: string;
  /** The path as browsers see it: a proxy may add a part. */
  readonly publicPath: string;
  readonly adminApi: Lazy<Promise<Api>>;
  /** Throws if the page needs credentials that the request does not have. */
  readonly readerOf: (request: Request) => Pick<Reader, "role">;
}

const assetsPath = "/assets/";
const readMethods = "GET, HEAD";

/**
 * The web UI: its page, its files and the Admin API, below a base path. It does not answer other
 * paths.
 */
export class WebUi {
  readonly #options: WebUiOptions;
  readonly #refuse: ErrorHandler;
  #adminApi: Api | undefined;

  constructor(options: WebUiOptions) {
    this.#options = options;
    this.#refuse = createErrorHandler({
      context: options.context,
      writeRefusal: uiRefusalOf,
      guard: () => undefined,
      routes: () => [],
    });
  }

  /** Loads the Admin API, unless it is loaded. */
  async adminApi(): Promise<Api> {
    this.#adminApi ??= await this.#options.adminApi.get();
    return this.#adminApi;
  }

  get hasPages(): boolean {
    return this.#options.pack !== undefined;
  }

  /** The path of the Admin API in this server. */
  get apiPath(): string {
    return this.#options.basePath + adminApiPath;
  }

  /** The prefixes of the UI's paths, without pages. */
  get prefixes(): readonly string[] {
    const { basePath } = this.#options;
    return [this.apiPath, `${basePath}/assets`];
  }

  /** The path of the UI's first page, from the base path of the server. */
  pathBelow(serverBase: string): string {
    return `${this.#options.basePath.slice(serverBase.length)}/`;
  }

  /** Undefined for a request that the UI does not answer. */
  fetch(request: Request, peers: PeerAddresses): Response | Promise<Response> | undefined {
    const path = this.#pathOf(request);
    if (path === undefined) {
      return undefined;
    }
    try {
      if (path === adminApiPath || path.startsWith(`${adminApiPath}/`)) {
        const answer = this.fetchAdmin(request, peers);
        return answer instanceof Promise
          ? answer.catch((error: unknown) => this.#refuse(error, request))
          : answer;
      }
      const { pack } = this.#options;
      if (pack === undefined) {
        return undefined;
      }
      if (path.startsWith(assetsPath)) {
        return this.#asset(request, pack(), path.slice(assetsPath.length));
      }
      return isPagePath(path)
        ? this.#read(request, ":page", () => this.#page(request, path, pack()))
        : undefined;
    } catch (error) {
      return this.#refuse(error, request);
    }
  }

  /** Answers a request to the Admin API. */
  fetchAdmin(request: Request, peers?: PeerAddresses): Response | Promise<Response> {
    if (this.#adminApi !== undefined) {
      return this.#adminApi.fetch(request, peers);
    }
    // The trace is read when this function returns, and only the loaded API knows its routes.
    this.#options.context.trace.route = `${this.apiPath}/*`;
    return this.adminApi().then((api) => api.fetch(request, peers));
  }

  /** The refusal of a request to the Admin API; undefined for other requests. */
  refuse(error: unknown, request: Request): Response | undefined {
    return this.#pathOf(request)?.startsWith(`${adminApiPath}/`) === true
      ? this.#refuse(error, request)
      : undefined;
  }

  /** The page for a user with a wrong link below the base; undefined for other clients. */
  unknownPage(request: Request): Response | undefined {
    const isReader =
      (request.method === "GET" || request.method === "HEAD") &&
      request.headers.get("accept")?.includes("text/html") === true;
    const { pack } = this.#options;
    const path = this.#pathOf(request);
    return isReader && pack !== undefined && path !== undefined
      ? this.#page(request, path, pack(), 404)
      : undefined;
  }

  /** The path below the base; undefined for other paths. */
  #pathOf(request: Request): string | undefined {
    const { basePath } = this.#options;
    const path = rawPath(request.url);
    if (path === basePath) {
      return "/";
    }
    return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
  }

  #asset(request: Request, pack: PagePack, name: string): Response {
    const asset = pack.assets.get(name);
    if (asset === undefined) {
      throw new GatehouseError("route_not_found");
    }
    return this.#read(request, "assets/:file", () => assetResponse(asset, request));
  }

  /** With HTTP Basic authentication the browser asks for the credentials when it gets the page. */
  #page(request: Request, path: string, pack: PagePack, status = 200): Response {
    const { publicPath, mode, readerOf } = this.#options;
    const { role } = readerOf(request);
    const html = uiPage(pack, {
      base: publicPath,
      path,
      mode,
      theme: chosenTheme(request),
      isSignedIn: role !== null,
    });
    return new Response(html, { status, headers: uiPageHeaders });
  }

  #read(request: Request, route: string, answer: () => Response): Response {
    const { context, basePath } = this.#options;
    context.trace.route = `${basePath}/${route}`;
    if (request.method !== "GET" && request.method !== "HEAD") {
      return uiRefusalOf(new GatehouseError("method_not_allowed"), {
        headers: { allow: readMethods },
        docsUrl: context.docsUrl,
      });
    }
    return answer();
  }
}
