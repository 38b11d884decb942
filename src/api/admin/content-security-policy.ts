/**
 * Restricts what browsers do with the page (docs/security.md#threats). They run and load only content
 * of this server, show it in no frame, and run no text as a script.
 */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** The headers of every answer of the UI. */
export const guardedHeaders = {
  "x-content-type-options": "nosniff",
  // A page of another origin may not load the UI's files or answers, as a script or an image.
  "cross-origin-resource-policy": "same-origin",
};

/** The page is small and names the files of this version, so browsers always revalidate it. */
export const uiPageHeaders = {
  ...guardedHeaders,
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-cache",
  vary: "cookie",
  "content-security-policy": contentPolicy,
  // For browsers that do not know frame-ancestors.
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};
