import { useLocation } from "wouter";
import { undoLast } from "../api/undo-last.ts";
import { listPosition } from "../features/list-position.ts";
import { requestNewFeature } from "../features/new-feature-request.ts";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { actorsPath } from "../paths/actor-path.ts";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { environmentDetails } from "../paths/environment-path.ts";
import { useMay, useSession } from "../session/session.ts";

/** The letter after `g` that opens a page. */
const goKeys = {
  f: "/",
  a: actorsPath,
  r: "/requests",
  l: "/audits",
  u: "/telemetry",
  e: "/environments",
  t: environmentDetails,
  s: "/settings",
} as const;

const hostedOnly: ReadonlySet<string> = new Set(["r", "u", "e", "t"]);

/** The letters after `g` in this deployment. */
export function useGoLetters(): ReadonlySet<string> {
  const { mode } = useSession();
  return new Set(
    Object.keys(goKeys).filter((letter) => mode === "hosted" || !hostedOnly.has(letter)),
  );
}

/** Keys that work on every page, unless the page has its own. */
export function useFrameKeys({
  onPalette,
  onHelp,
}: {
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}): void {
  const letters = useGoLetters();
  const { id } = useEnvironment();
  const mayChange = useMay("member");
  const pagePath = usePagePath();
  const [, navigate] = useLocation();
  const openList = () => navigate(pagePath("/", listPosition(id)?.query));
  const pages = Object.entries(goKeys).filter(([letter]) => letters.has(letter));
  useShortcuts(
    {
      "Control+k": onPalette,
      "Control+z": undoLast,
      "?": onHelp,
      "/": onPalette,
      ...(mayChange
        ? {
            n: () => {
              requestNewFeature("");
              openList();
            },
          }
        : {}),
      ...Object.fromEntries(
        pages.map(([letter, path]) => [
          `g ${letter}`,
          path === "/" ? openList : () => navigate(pagePath(path)),
        ]),
      ),
    },
    { isFallback: true },
  );
}
