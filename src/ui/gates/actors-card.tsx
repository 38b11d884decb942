import { type ReactElement, useDeferredValue, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { Card } from "../parts/page.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { useMay } from "../session/session.ts";
import { formatNumber, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { actorsAtOnceMax } from "./actor-ids.ts";
import { ActorList, actorsNote } from "./actor-list.tsx";
import { AddActorsModal } from "./add-actors-modal.tsx";
import { useActorPages } from "./use-actor-pages.ts";

const words = texts.gates.actors;
/** A shorter list needs no filter. */
const filterFrom = 8;

/** Enables the feature for single actors. */
export function ActorsCard({ feature }: { readonly feature: FeatureAnswer }): ReactElement {
  const mayChange = useMay("member");
  const [isAdding, setAdding] = useState(false);
  const { actorCount } = feature.gates;
  return (
    <Card
      afterTitle={<span className="count">{formatNumber(actorCount)}</span>}
      aside={
        mayChange && (
          <Button icon="plus" look="plain" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )
      }
      isFlush={actorCount > 0}
      title={words.title}
    >
      {actorCount === 0 ? <p className="faint">{words.none}</p> : <FoundActors feature={feature} />}
      <AddActorsModal featureKey={feature.key} isOpen={isAdding} onClose={() => setAdding(false)} />
    </Card>
  );
}

const nothing: ReadonlySet<string> = new Set();

function FoundActors({ feature }: { readonly feature: FeatureAnswer }): ReactElement {
  const { id } = useEnvironment();
  const mayChange = useMay("member");
  const [text, setText] = useState("");
  const [selected, setSelected] = useState(nothing);
  const pages = useActorPages(feature, useDeferredValue(text));
  const change = useChange("PATCH /environments/:environment/features/:key/actors", {
    onDone: ({ removed }) => {
      setSelected(nothing);
      showDone(plural(words.removed, removed));
    },
  });
  const loaded = pages.actors.slice(0, actorsAtOnceMax);
  return (
    <>
      {feature.gates.actorCount > filterFrom && (
        <label className="search actors-filter">
          <Icon name="search" />
          <input
            aria-label={words.filter}
            onChange={({ target }) => setText(target.value)}
            placeholder={words.filter}
            spellCheck={false}
            type="search"
            value={text}
          />
        </label>
      )}
      <ActorList canSelect={mayChange} onSelect={setSelected} pages={pages} selected={selected} />
      <footer className="gate-foot actors-foot">
        <p aria-live="polite" className="gate-status">
          {selected.size > 0
            ? plural(words.selected, selected.size)
            : actorsNote(pages, text !== "")}
        </p>
        {selected.size === 0 ? (
          mayChange &&
          loaded.length > 1 && (
            <Button look="plain" onClick={() => setSelected(new Set(loaded))}>
              {words.selectShown}
            </Button>
          )
        ) : (
          <>
            <Button look="plain" onClick={() => setSelected(nothing)}>
              {words.clearSelection}
            </Button>
            <Button
              isBusy={change.isPending}
              look="danger"
              onClick={() =>
                change.mutate({
                  params: { environment: id, key: feature.key },
                  body: { remove: [...selected].slice(0, actorsAtOnceMax) },
                })
              }
            >
              {plural(words.removeCount, selected.size)}
            </Button>
          </>
        )}
      </footer>
    </>
  );
}
