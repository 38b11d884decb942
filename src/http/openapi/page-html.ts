/** The paths of the page's files, as the browser requests them. */
export interface PageUrls {
  readonly style: string;
  readonly script: string;
  readonly start: string;
  readonly icon: string;
  /** The OpenAPI document. */
  readonly document: string;
}

export const pageHeaders = {
  // Stops browsers from guessing another content type. JSON answers do not need it.
  "x-content-type-options": "nosniff",
  "cache-control": "no-cache",
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; " +
    "img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'",
};

export function pageHtml({ style, script, start, icon, document }: PageUrls): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gatehouse API</title>
<link rel="icon" type="image/svg+xml" href="${icon}">
<link rel="stylesheet" href="${style}">
<style>.info a.link { display: none }</style>
</head>
<body>
<p class="swagger-ui" style="text-align: right; padding: 0 20px"><a class="link" href="${document}">OpenAPI document</a></p>
<div id="documentation"></div>
<script src="${script}"></script>
<script src="${start}"></script>
</body>
</html>
`;
}

/** Returns the script that shows the page's form of the document at this URL. */
export function startScript(documentUrl: string): string {
  const options = {
    url: documentUrl,
    dom_id: "#documentation",
    validatorUrl: null,
    deepLinking: true,
  };
  return `SwaggerUIBundle(${JSON.stringify(options)});\n`;
}

/** A gate between two towers. */
export const pageIcon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
  '<path fill="#1f4e79" d="M2 4h3v3h2V4h3v5h12V4h3v3h2V4h3v24h-9v-8a5 5 0 0 0-10 0v8H2z"/></svg>';
