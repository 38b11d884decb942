import type { PagePack } from "../../http/response/page-pack.ts";
import { adminApiPath } from "./admin-api.ts";
import { escapeHtml } from "./escape-html.ts";

/** The facts that the server writes into the page, before any script runs. */
export interface PageFacts {
  /** The path of the UI as browsers see it, such as `/flipper`; empty for the root. */
  readonly base: string;
  /** The path of this page below the base, such as `/features/search`. */
  readonly path: string;
  readonly mode: "hosted" | "mountable";
  /** The value of the cookie `gatehouse-theme`. */
  readonly theme: Theme | undefined;
  /** Whether the reader sees the pages, so that their frame is shown at once. */
  readonly isSignedIn: boolean;
}

export type Theme = "light" | "dark";

const themeCookie = /(?:^|;\s*)gatehouse-theme=(light|dark)(?:;|$)/;

/** The theme that the user chose; undefined for the system's theme. */
export function chosenTheme(request: Request): Theme | undefined {
  const theme = themeCookie.exec(request.headers.get("cookie") ?? "")?.[1];
  return theme === "light" || theme === "dark" ? theme : undefined;
}

/** The mark of the product, as `src/ui/parts/mark.tsx` draws it. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E" +
  "%3Cpath fill='none' stroke='%234f5bd5' stroke-width='2.4' stroke-linecap='round' " +
  "d='M4 21V10a8 8 0 0 1 16 0v11M4 13h16M9 13v5M12 13v5M15 13v5'/%3E%3C/svg%3E";

const mark =
  '<svg aria-hidden="true" class="mark" viewBox="0 0 24 24">' +
  '<path d="M4 21V10a8 8 0 0 1 16 0v11M4 13h16M9 13v5M12 13v5M15 13v5"/></svg>';

/**
 * The empty frame of every page, which is painted while the script loads. The script replaces it by
 * what `src/ui/app/frame.tsx` draws in the same places.
 */
const frame =
  `<div class="frame" aria-busy="true"><aside class="sidebar"><span class="brand">${mark}Gatehouse</span>` +
  `<div class="skeleton">${"<i></i>".repeat(6)}</div></aside>` +
  '<main><div class="page-head"><div class="page-bar"></div></div>' +
  `<div class="skeleton skeleton-late">${"<i></i>".repeat(8)}</div></main></div>`;

/**
 * The page of the UI. It has no inline script or style, because the policy allows neither. The theme
 * is set before the first paint.
 */
export function uiPage(
  { script, styles, pages }: PagePack,
  { base, path, mode, theme, isSignedIn }: PageFacts,
): string {
  const shown = theme === undefined ? "" : ` data-theme="${theme}"`;
  const urlOf = (name: string) => escapeHtml(`${base}/assets/${name}`);
  // Read while the script loads, as the page begins with both; `crossorigin` as the script's requests.
  const answers = isSignedIn ? ["session", "environments"] : [];
  const preloads = answers
    .map((name) => escapeHtml(`${base}${adminApiPath}/${name}`))
    .map((url) => `<link rel="preload" as="fetch" crossorigin href="${url}">\n`)
    .join("");
  // A browser would find them only in the first script, and their imports only in them.
  const later = isSignedIn ? (pages.get(path.split("/")[1] ?? "") ?? []) : [];
  const modules = later
    .map((name) => `<link rel="modulepreload" href="${urlOf(name)}">\n`)
    .join("");
  const sheets = styles.map((name) => `<link rel="stylesheet" href="${urlOf(name)}">\n`).join("");
  return `<!doctype html>
<html lang="en"${shown} data-base="${escapeHtml(base)}" data-mode="${mode}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gatehouse</title>
<link rel="icon" href="${icon}">
${sheets}${preloads}<script type="module" src="${urlOf(script)}"></script>
${modules}</head>
<body>
<div id="root">${isSignedIn ? frame : ""}</div>
<noscript>Gatehouse needs JavaScript.</noscript>
</body>
</html>
`;
}
