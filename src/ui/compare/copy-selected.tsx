import { lazy, type ReactElement, Suspense, useState } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { Bar } from "../parts/bar.tsx";
import { Button, IconButton } from "../parts/button.tsx";
import { EnvironmentContext } from "../paths/environment.ts";
import { bulkTexts } from "../texts/bulk-texts.ts";
import { compareTexts } from "../texts/compare-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import type { Pair } from "./compared-pair.ts";

const { compare: words } = compareTexts;
const { selection } = bulkTexts;

const BulkModal = lazy(() =>
  import("../features/bulk-modal.tsx").then((module) => ({ default: module.BulkModal })),
);

/** Copies the gates of the selected features in one step, in either direction. */
export function CopySelected({
  pair,
  keys,
  onClear,
}: {
  readonly pair: Pair;
  readonly keys: ReadonlySet<string>;
  readonly onClear: () => void;
}): ReactElement {
  const [from, setFrom] = useState<EnvironmentRow | null>(null);
  const source = from ?? pair.left;
  const other = source === pair.left ? pair.right : pair.left;
  return (
    <>
      {keys.size > 0 && (
        <Bar label={selection.label}>
          <span className="bar-text">{plural(words.selected, keys.size)}</span>
          <Button icon="copy" onClick={() => setFrom(pair.left)}>
            {fill(words.copySelected, { to: pair.right.name })}
          </Button>
          <Button icon="copy" onClick={() => setFrom(pair.right)}>
            {fill(words.copySelected, { to: pair.left.name })}
          </Button>
          <IconButton icon="close" label={words.clearSelection} onClick={onClear} />
        </Bar>
      )}
      {/* The dialog copies from the environment around it; the pair leaves one target. */}
      <EnvironmentContext value={{ environment: source, environments: [source, other] }}>
        <Suspense fallback={null}>
          <BulkModal
            features={[...keys].map((key) => ({ key, tags: [] }))}
            kind={from === null ? null : "copy"}
            onClose={() => setFrom(null)}
            onDone={onClear}
          />
        </Suspense>
      </EnvironmentContext>
    </>
  );
}
