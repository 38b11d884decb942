import { Autocomplete } from "@base-ui/react/autocomplete";
import type { ReactElement, ReactNode } from "react";
import { Gauge } from "../parts/gauge.tsx";
import { Icon } from "../parts/icon.tsx";
import { texts } from "../texts/texts.ts";
import type { EntryGroup, FoundEntry, PaletteEntry } from "./palette-entry.ts";

type OnChoose = (entry: PaletteEntry, inNewTab: boolean) => void;

export function PaletteGroup({
  group,
  onChoose,
}: {
  readonly group: EntryGroup;
  readonly onChoose: OnChoose;
}): ReactElement {
  return (
    <Autocomplete.Group items={group.items}>
      <Autocomplete.GroupLabel className="palette-label">
        {texts.palette.groups[group.kind]}
      </Autocomplete.GroupLabel>
      <Autocomplete.Collection>
        {(found: FoundEntry) => (
          <PaletteItem found={found} key={found.entry.id} onChoose={onChoose} />
        )}
      </Autocomplete.Collection>
    </Autocomplete.Group>
  );
}

function PaletteItem({
  found,
  onChoose,
}: {
  readonly found: FoundEntry;
  readonly onChoose: OnChoose;
}): ReactElement {
  const { entry, marks } = found;
  const { look, label, note, aside, keys } = entry;
  return (
    <Autocomplete.Item
      className="menu-item palette-item"
      onClick={(event) => onChoose(entry, event.ctrlKey || event.metaKey)}
      value={found}
    >
      {"icon" in look ? <Icon name={look.icon} /> : <Gauge value={look.gauge} />}
      <span className="menu-text">
        {marked(label, marks)}
        {note !== undefined && <span className="palette-note"> {note}</span>}
      </span>
      {aside !== undefined && aside !== "" && <span className="palette-aside">{aside}</span>}
      {keys?.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      <kbd className="palette-enter">↵</kbd>
    </Autocomplete.Item>
  );
}

function marked(label: string, marks: FoundEntry["marks"]): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const [start, next] of marks) {
    parts.push(label.slice(end, start), <mark key={start}>{label.slice(start, next)}</mark>);
    end = next;
  }
  return [...parts, label.slice(end)];
}
