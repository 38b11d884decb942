import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { type KeyboardEvent, type ReactElement, useRef, useState } from "react";
import { useLocation } from "wouter";
import { pageFacts } from "../api/page-facts.ts";
import { useAnswer } from "../api/use-answer.ts";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import type { EntryGroup, FoundEntry, PaletteEntry } from "../palette/palette-entry.ts";
import { PaletteGroup } from "../palette/palette-group.tsx";
import { recentEntries } from "../palette/recent-entries.ts";
import { usePaletteGroups } from "../palette/use-palette-entries.ts";
import { Icon } from "../parts/icon.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { useOpenFeature } from "../paths/feature-path.ts";
import { useSession } from "../session/session.ts";
import { texts } from "../texts/texts.ts";

const words = texts.palette;

/** Finds features, actors, pages and actions; for the open feature also what can be done with it. */
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
  const [hasContext, setContext] = useState(true);
  const highlighted = useRef<PaletteEntry>(undefined);
  const feature = useContextFeature(hasContext);
  const groups = usePaletteGroups(text, feature);
  const choose = useChoose(onClose);
  const onKeyDown = (event: KeyboardEvent & { preventBaseUIHandler?: () => void }) => {
    if (event.key === "Backspace" && text === "") {
      setContext(false);
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventBaseUIHandler?.();
      event.preventDefault();
      if (highlighted.current !== undefined) {
        choose(highlighted.current, true);
      }
    }
  };
  return (
    <Autocomplete.Root
      autoHighlight="always"
      inline={true}
      items={groups}
      itemToStringValue={({ entry }: FoundEntry) => entry.label}
      mode="none"
      onItemHighlighted={(item: FoundEntry | undefined) => {
        highlighted.current = item?.entry;
      }}
      onValueChange={setText}
      open={true}
      value={text}
    >
      <div className="palette-input">
        <Icon name="search" />
        {feature !== undefined && (
          <ContextChip featureKey={feature.key} onDrop={() => setContext(false)} />
        )}
        <Autocomplete.Input
          aria-label={texts.app.goTo}
          autoFocus={true}
          onKeyDown={onKeyDown}
          placeholder={texts.app.goToHint}
        />
        <kbd>Esc</kbd>
      </div>
      <Autocomplete.Empty className="palette-empty">
        {text === "" ? null : words.nothing}
      </Autocomplete.Empty>
      <Autocomplete.List className="palette-list">
        {(group: EntryGroup) => (
          <PaletteGroup
            group={group}
            key={group.kind}
            onChoose={(entry, inNewTab) => choose(entry, inNewTab)}
          />
        )}
      </Autocomplete.List>
      <PaletteFoot />
    </Autocomplete.Root>
  );
}

/** The open feature, until the person drops it. */
function useContextFeature(isWanted: boolean) {
  const { id } = useEnvironment();
  const key = useOpenFeature();
  const isNeeded = isWanted && key !== null;
  const query = useAnswer(
    "GET /environments/:environment/features/:key",
    { params: { environment: id, key: key ?? "" } },
    { isNeeded },
  );
  return isNeeded ? query.data : undefined;
}

function useChoose(onClose: () => void): (entry: PaletteEntry, inNewTab: boolean) => void {
  const { user } = useSession();
  const [, navigate] = useLocation();
  return ({ id, does }, inNewTab) => {
    recentEntries.add(user?.id ?? null, id);
    onClose();
    if ("run" in does) {
      // After the palette returned the focus, which a dialog of the page may take.
      requestAnimationFrame(does.run);
    } else if (inNewTab) {
      window.open(pageFacts.base + does.path, "_blank", "noopener");
    } else {
      navigate(does.path);
    }
  };
}

function ContextChip({
  featureKey,
  onDrop,
}: {
  readonly featureKey: string;
  readonly onDrop: () => void;
}): ReactElement {
  const environment = useEnvironment();
  const { mode } = useSession();
  return (
    <button className="palette-context" onClick={onDrop} tabIndex={-1} type="button">
      <span className="visually-hidden">{words.dropContext}</span>
      <span>{featureKey}</span>
      {mode === "hosted" && (
        <>
          <EnvironmentDot environment={environment} />
          <span>{environment.name}</span>
        </>
      )}
    </button>
  );
}

function PaletteFoot(): ReactElement {
  const { foot } = words;
  return (
    <footer aria-hidden="true" className="palette-foot">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {foot.move}
      </span>
      <span>
        <kbd>Ctrl ↵</kbd> {foot.newTab}
      </span>
      <span className="palette-prefixes">
        <kbd>&gt;</kbd> {foot.actions} <kbd>;</kbd> {foot.actors}
      </span>
    </footer>
  );
}
