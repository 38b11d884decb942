import { useLocation } from "wouter";
import { listPosition } from "../features/list-position.ts";
import { requestNewFeature } from "../features/new-feature-request.ts";
import type { IconName } from "../parts/icon.tsx";
import { actorsPath } from "../paths/actor-path.ts";
import { useEnvironments, usePagePath } from "../paths/environment.ts";
import { environmentDetails, pathIn } from "../paths/environment-path.ts";
import { useMay, useRoleCheck, useSession } from "../session/session.ts";
import { chooseTheme, themes, useTheme } from "../session/theme.ts";
import { useSettingsSections } from "../settings/settings-sections.ts";
import { compareTexts } from "../texts/compare-texts.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { PaletteEntry } from "./palette-entry.ts";

const words = texts.palette;
const themeIcons = { system: "system", light: "sun", dark: "moon" } as const;

/** The pages, the tokens of environments, and the sections of the settings. */
export function usePageEntries(): readonly PaletteEntry[] {
  const { mode } = useSession();
  const { environment, environments } = useEnvironments();
  const [location] = useLocation();
  const may = useRoleCheck();
  const pagePath = usePagePath();
  const sections = useSettingsSections();
  const { nav } = texts;
  const isHosted = mode === "hosted";
  const go = (label: string, icon: IconName, path: string, letter?: string): PaletteEntry => ({
    id: `page:${path}`,
    kind: "page",
    label,
    look: { icon },
    does: { path: pagePath(path, path === "/" ? listPosition(environment.id)?.query : {}) },
    keys: letter === undefined ? undefined : ["g", letter],
  });
  return [
    go(nav.features, "features", "/", "f"),
    go(nav.actors, "actors", actorsPath, "a"),
    go(nav.audits, "audits", "/audits", "l"),
    ...(isHosted
      ? [
          go(nav.requests, "inbox", "/requests", "r"),
          go(nav.telemetry, "telemetry", "/telemetry", "u"),
          go(nav.environments, "environments", "/environments", "e"),
          go(compareTexts.compare.title, "compare", "/compare"),
          go(texts.firstRun.title, "start", "/get-started"),
        ]
      : []),
    go(nav.settings, "gear", "/settings", "s"),
    ...(isHosted
      ? environments
          .filter(({ id }) => may("admin", id))
          .map(
            (each): PaletteEntry => ({
              id: `tokens:${each.slug}`,
              kind: "page",
              label: fill(words.tokensOf, { name: each.name }),
              look: { icon: "key" },
              does: { path: pathIn(each, environmentDetails) },
              keys: each.id === environment.id ? ["g", "t"] : undefined,
            }),
          )
      : []),
    ...environments
      .filter(({ id }) => id !== environment.id)
      .map(
        (each): PaletteEntry => ({
          id: `environment:${each.slug}`,
          kind: "page",
          label: fill(texts.app.switchTo, { name: each.name }),
          look: { icon: "environments" },
          does: { path: pathIn(each, location) },
        }),
      ),
    ...sections.map(({ label, path }) => go(fill(words.settingsOf, { name: label }), "gear", path)),
  ];
}

/** Actions on no feature. */
export function useActionEntries(): readonly PaletteEntry[] {
  const theme = useTheme();
  const create = useCreate();
  const { mode } = useSession();
  const pagePath = usePagePath();
  const invite: readonly PaletteEntry[] =
    useMay("owner") && mode === "hosted"
      ? [
          {
            id: "invite",
            kind: "action",
            label: words.invite,
            look: { icon: "people" },
            does: { path: pagePath("/settings/members", { add: "1" }) },
          },
        ]
      : [];
  const actions = themes
    .filter((each) => each !== theme)
    .map(
      (each): PaletteEntry => ({
        id: `theme:${each}`,
        kind: "action",
        label: texts.app.theme[each],
        look: { icon: themeIcons[each] },
        does: { run: () => chooseTheme(each) },
      }),
    );
  return [...create(words.newFeaturePlain, "new", ""), ...invite, ...actions];
}

/** What is offered for every text: a new feature, and a search in the audits. */
export function useMoreEntries(): (text: string) => readonly PaletteEntry[] {
  const pagePath = usePagePath();
  const create = useCreate();
  return (text) => [
    ...create(fill(words.newFeature, { text }), "new-named", text).map((entry) => ({
      ...entry,
      kind: "more" as const,
      isAlways: true,
    })),
    {
      id: "audits-search",
      kind: "more",
      label: fill(words.searchAudits, { text }),
      look: { icon: "audits" },
      does: { path: pagePath("/audits", { q: text }) },
      isAlways: true,
    },
  ];
}

function useCreate(): (label: string, id: string, name: string) => readonly PaletteEntry[] {
  const mayChange = useMay("member");
  const [, navigate] = useLocation();
  const { environment } = useEnvironments();
  const pagePath = usePagePath();
  return (label, id, name) =>
    mayChange
      ? [
          {
            id,
            kind: "action",
            label,
            look: { icon: "plus" },
            keys: ["n"],
            does: {
              run: () => {
                requestNewFeature(name);
                navigate(pagePath("/", listPosition(environment.id)?.query));
              },
            },
          },
        ]
      : [];
}
