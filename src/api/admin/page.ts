import type { PagePack } from "../../http/response/page-pack.ts";
import { escapeHtml } from "./escape-html.ts";

/** The facts that the server writes into the page, before any script runs. */
export interface PageFacts {
  /** The path of the UI as browsers see it, such as `/flipper`; empty for the root. */
  readonly base: string;
  readonly mode: "hosted" | "mountable";
  /** The value of the cookie `gatehouse-theme`. */
  readonly theme: Theme | undefined;
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

/**
 * The page of the UI. It has no inline script or style, because the policy allows neither. The theme
 * is set before the first paint.
 */
export function uiPage({ script, styles }: PagePack, { base, mode, theme }: PageFacts): string {
  const shown = theme === undefined ? "" : ` data-theme="${theme}"`;
  const urlOf = (name: string) => escapeHtml(`${base}/assets/${name}`);
  const sheets = styles.map((name) => `<link rel="stylesheet" href="${urlOf(name)}">\n`).join("");
  return `<!doctype html>
<html lang="en"${shown} data-base="${escapeHtml(base)}" data-mode="${mode}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Gatehouse</title>
<link rel="icon" href="${icon}">
${sheets}<script type="module" src="${urlOf(script)}"></script>
</head>
<body>
<div id="root"></div>
<noscript>Gatehouse needs JavaScript.</noscript>
</body>
</html>
`;
}
