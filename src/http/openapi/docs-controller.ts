import { Elysia } from "elysia";
import docsPack from "../../../build/docs.pack" with { type: "file" };
import { type PackedAsset, readPagePack } from "../response/page-pack.ts";
import { PreparedAnswer } from "../response/prepared-answer.ts";
import { type DocumentedApi, type DocumentHead, openApiDocument } from "./openapi-document.ts";
import { PageAsset } from "./page-asset.ts";
import { pageDocument } from "./page-document.ts";
import { pageHeaders, pageHtml, pageIcon, startScript } from "./page-html.ts";

export interface DocsOptions {
  /** The path of the page within the app, such as `/swagger`. */
  readonly path: string;
  /** The path prefix of the app in the server; empty for the root. */
  readonly prefix: string;
  readonly version: string;
  readonly head: DocumentHead;
  readonly apis: () => readonly DocumentedApi[];
  /** Further documents in addition to `json`, by file name. */
  readonly others?: Readonly<Record<string, OtherDocument>>;
  /** The URL of `prefix` for clients; a path unless given. */
  readonly publicUrl?: string | undefined;
}

export interface OtherDocument {
  readonly head: DocumentHead;
  /** Called at the first request for the document. */
  readonly api: () => Promise<DocumentedApi>;
}

const hidden = { detail: { hide: true } };
const javascript = "text/javascript; charset=utf-8";

let packed: ReadonlyMap<string, PackedAsset> | undefined;

/** Read at the first request, because most processes never show the page. */
function packedAsset(name: string): PackedAsset {
  packed ??= readPagePack(docsPack).assets;
  const asset = packed.get(name);
  if (asset === undefined) {
    throw new Error(`build/docs.pack has no ${name}`);
  }
  return asset;
}

const ownAsset = (type: string, text: string) => new PageAsset(type, () => new Blob([text]));

/** The files that do not depend on the options: all instances of a process prepare them once. */
const sharedAssets = {
  "swagger-ui.css": new PageAsset("text/css", () => packedAsset("swagger-ui.css")),
  "swagger-ui.js": new PageAsset(javascript, () => packedAsset("swagger-ui.js")),
  "icon.svg": ownAsset("image/svg+xml", pageIcon),
};

/**
 * Serves the API's documentation: a page and its OpenAPI document. It loads nothing from other sites.
 */
export function docsController(options: DocsOptions) {
  const { path } = options;
  const url = options.prefix + path;
  const assets = {
    ...sharedAssets,
    "page.js": ownAsset(javascript, startScript(`${url}/page.json`)),
  };
  const documents = preparedDocuments(options);
  const app = new Elysia()
    .get(path, async () => new Response(await page(url, assets), { headers: pageHeaders }), hidden)
    .get(`${path}/json`, ({ request }) => documents().whole.respond(request, 0), hidden)
    .get(`${path}/page.json`, ({ request }) => documents().forPage.respond(request, 0), hidden);
  for (const [name, document] of Object.entries(options.others ?? {})) {
    const prepared = preparedOther(options, document);
    app.get(
      `${path}/${name}`,
      async ({ request }) => (await prepared()).respond(request, 0),
      hidden,
    );
  }
  for (const [name, asset] of Object.entries(assets)) {
    app.get(`${path}/${name}`, ({ request, query }) => asset.respond(request, query.v), hidden);
  }
  return app;
}

/** Creates the documents at the first request, when the routes are complete. */
function preparedDocuments(options: DocsOptions) {
  let documents: { readonly whole: PreparedAnswer; readonly forPage: PreparedAnswer } | undefined;
  return () => {
    if (documents === undefined) {
      const document = openApiDocument({
        head: options.head,
        version: options.version,
        apis: options.apis(),
        serverUrl: (prefix) => serverUrl(options, prefix),
      });
      documents = {
        whole: new PreparedAnswer(JSON.stringify(document), () => ({})),
        forPage: new PreparedAnswer(JSON.stringify(pageDocument(document)), () => ({})),
      };
    }
    return documents;
  };
}

function preparedOther(options: DocsOptions, { head, api }: OtherDocument) {
  let answer: PreparedAnswer | undefined;
  return async () => {
    const apis = [await api()];
    answer ??= new PreparedAnswer(
      JSON.stringify(
        openApiDocument({
          head,
          version: options.version,
          apis,
          serverUrl: (prefix) => serverUrl(options, prefix),
        }),
      ),
      () => ({}),
    );
    return answer;
  };
}

function serverUrl({ prefix: base, publicUrl }: DocsOptions, prefix: string): string {
  const path = publicUrl === undefined ? prefix : publicUrl + prefix.slice(base.length);
  return path === "" ? "/" : path;
}

type AssetName = "swagger-ui.css" | "swagger-ui.js" | "page.js" | "icon.svg";

async function page(url: string, assets: Readonly<Record<AssetName, PageAsset>>): Promise<string> {
  const versioned = async (name: AssetName) => `${url}/${name}?v=${await assets[name].version()}`;
  return pageHtml({
    style: await versioned("swagger-ui.css"),
    script: await versioned("swagger-ui.js"),
    start: await versioned("page.js"),
    icon: await versioned("icon.svg"),
    document: `${url}/json`,
  });
}
