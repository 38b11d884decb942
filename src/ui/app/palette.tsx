import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import { useAnswer } from "../api/use-answer.ts";
import { Icon, type IconName } from "../parts/icon.tsx";
import { useEnvironments, usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

interface Page {
  readonly label: string;
  readonly icon: IconName;
  readonly path: string;
  readonly isHostedOnly?: boolean;
}

interface Target {
  readonly label: string;
  readonly icon: IconName;
  readonly path: string;
}

const shownMax = 12;

const pages: readonly Page[] = [
  { label: texts.nav.features, icon: "features", path: "/" },
  {
    label: texts.nav.environments,
    icon: "environments",
    path: "/environments",
    isHostedOnly: true,
  },
  { label: texts.compare.title, icon: "compare", path: "/compare", isHostedOnly: true },
  { label: texts.nav.audits, icon: "audits", path: "/audits" },
  { label: texts.nav.telemetry, icon: "telemetry", path: "/telemetry", isHostedOnly: true },
  { label: texts.nav.settings, icon: "settings", path: "/settings" },
];

/** Opens a feature, a page or an environment by a part of its name. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog.Root onOpenChange={(opens) => !opens && onClose()} open={true}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup aria-label={texts.app.goTo} className="palette">
          <PaletteList onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteList({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [text, setText] = useState("");
  const [, navigate] = useLocation();
  const targets = useTargets(text);
  const go = (target: Target) => {
    onClose();
    navigate(target.path);
  };
  return (
    <Autocomplete.Root
      autoHighlight="always"
      inline={true}
      items={targets}
      mode="none"
      onValueChange={setText}
      open={true}
      value={text}
    >
      <div className="palette-input">
        <Icon name="search" />
        <Autocomplete.Input
          aria-label={texts.app.goTo}
          autoFocus={true}
          placeholder={texts.app.goToHint}
        />
      </div>
      <Autocomplete.Empty className="palette-empty">
        {text === "" ? null : texts.app.nothingFound}
      </Autocomplete.Empty>
      <Autocomplete.List className="palette-list">
        {(target: Target) => (
          <Autocomplete.Item
            className="menu-item"
            key={target.path}
            onClick={() => go(target)}
            value={target}
          >
            <Icon name={target.icon} />
            <span className="menu-text">{target.label}</span>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

function useTargets(text: string): readonly Target[] {
  const { environment, environments } = useEnvironments();
  const { mode } = useSession();
  const pagePath = usePagePath();
  const query = useAnswer("GET /environments/:environment/features", {
    params: { environment: environment.id },
  });
  const wanted = text.trim().toLowerCase();
  const features = (query.data?.features ?? []).map(({ key }) => ({
    label: key,
    icon: "features" as const,
    path: pagePath(featurePath(key)),
  }));
  const others = environments.map(({ name, slug }) => ({
    label: fill(texts.app.switchTo, { name }),
    icon: "environments" as const,
    path: `/?env=${encodeURIComponent(slug)}`,
  }));
  const all = [
    ...pages
      .filter(({ isHostedOnly }) => mode === "hosted" || isHostedOnly !== true)
      .map((page) => ({ ...page, path: pagePath(page.path) })),
    ...features,
    ...others,
  ];
  return all.filter(({ label }) => label.toLowerCase().includes(wanted)).slice(0, shownMax);
}
