import { swagger } from "@elysiajs/swagger";
import { type AnyElysia, Elysia } from "elysia";
import swaggerUiStyle from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import swaggerUiScript from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { isJsonObject } from "../../text/json-object.ts";
import { jsonResponse } from "../response/json-response.ts";
import { type Authentication, withAuthentication } from "./authentication.ts";
import { asOpenApi30 } from "./open-api-30.ts";

export interface DocsOptions {
  /** The path of the page within the app, such as `/swagger`. */
  readonly path: string;
  /** The path prefix of the app in the server; empty for the root. */
  readonly prefix: string;
  readonly version: string;
  /** The documented routes. */
  readonly apis: () => readonly DocumentedApi[];
}

interface DocumentedApi {
  /** The path below which `authentication` applies. */
  readonly prefix: string;
  readonly app: AnyElysia;
  /** Undefined if no credentials are needed. */
  readonly authentication?: Authentication | undefined;
}

/**
 * Serves the API's documentation: a page and its OpenAPI document. It loads nothing from outside.
 */
export function docsController(options: DocsOptions) {
  const { path, prefix } = options;
  const url = prefix + path;
  let document: Promise<string> | undefined;
  return new Elysia()
    .get(path, () => new Response(page(url), { headers: pageHeaders }), hidden)
    .get(
      `${path}/json`,
      async () => {
        document ??= openApiDocument(options);
        return jsonResponse(await document);
      },
      hidden,
    )
    .get(`${path}/page.js`, () => script(pageScript(url)), hidden)
    .get(`${path}/swagger-ui.js`, () => script(Bun.file(swaggerUiScript)), hidden)
    .get(`${path}/swagger-ui.css`, () => asset(Bun.file(swaggerUiStyle), "text/css"), hidden);
}

const hidden = { detail: { hide: true } };

/**
 * The Swagger plugin describes every route of its app, so an app of its own holds only the APIs.
 */
async function openApiDocument({ apis, version }: DocsOptions): Promise<string> {
  const documented = apis();
  const described = new Elysia()
    .use(
      swagger({
        path: "/swagger",
        documentation: { info: { title: "Gatehouse", version, description } },
      }),
    )
    .use(documented.map(({ app }) => app));
  const answer = await described.handle(new Request("http://localhost/swagger/json"));
  const document: unknown = await answer.json();
  return JSON.stringify(asOpenApi30(documented.reduce(withApiAuthentication, document)));
}

function withApiAuthentication(document: unknown, { prefix, authentication }: DocumentedApi) {
  return authentication === undefined || !isJsonObject(document)
    ? document
    : withAuthentication(document, prefix, authentication);
}

const description =
  "Feature toggles for clients of the Flipper API. Parameters of writes may be sent as form fields " +
  "or as JSON.";

/** Keeps browsers from guessing another content type. JSON answers do not need it. */
const noSniff = { "x-content-type-options": "nosniff" };

const pageHeaders = {
  ...noSniff,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
};

function page(url: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gatehouse API</title>
<link rel="stylesheet" href="${url}/swagger-ui.css">
</head>
<body>
<div id="documentation"></div>
<script src="${url}/swagger-ui.js"></script>
<script src="${url}/page.js"></script>
</body>
</html>
`;
}

function pageScript(url: string): string {
  const options = { url: `${url}/json`, dom_id: "#documentation", validatorUrl: null };
  return `SwaggerUIBundle(${JSON.stringify(options)});\n`;
}

function script(body: string | Blob): Response {
  return asset(body, "text/javascript; charset=utf-8");
}

function asset(body: string | Blob, type: string): Response {
  return new Response(body, { headers: { ...noSniff, "content-type": type } });
}
