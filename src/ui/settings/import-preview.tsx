import { type ReactElement, useState } from "react";
import type { ImportResult } from "../../api/admin/contract/transfer-models.ts";
import { GateDifferences } from "../audits/gate-differences.tsx";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { Button } from "../parts/button.tsx";
import { fill, formatNumber, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { transfer: words } = texts.settings;
const kinds = ["created", "changed", "cleared", "removed", "unchanged"] as const;

/** The changes of an import, before it runs. */
export function ImportPreview({
  result,
  typedName,
  isBusy,
  onImport,
  onCancel,
}: {
  readonly result: ImportResult;
  /** The text to type; null if a click is enough. */
  readonly typedName: string | null;
  readonly isBusy: boolean;
  readonly onImport: (typed: string) => void;
  readonly onCancel: () => void;
}): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const changes = result.created + result.changed + result.cleared + result.removed;
  return (
    <section aria-label={words.previewTitle} className="stack">
      <ul className="totals">
        {kinds.map((kind) => (
          <li data-kind={kind} key={kind}>
            <b className="num">{result[kind]}</b>
            {words.kinds[kind]}
          </li>
        ))}
      </ul>
      <GateDifferences differences={result.differences} total={changes} />
      <div className="modal-foot">
        <Button onClick={onCancel}>{texts.common.cancel}</Button>
        <Button
          disabled={changes === 0}
          look={result.removed > 0 ? "danger" : "main"}
          onClick={() => setAsking(true)}
        >
          {changes === 0 ? words.nothing : actionWords(result, changes)}
        </Button>
      </div>
      <ConfirmByName
        action={result.removed > 0 ? actionWords(result, changes) : words.import}
        description={
          <>
            {result.removed > 0 && <b>{plural(words.deleteText, result.removed)} </b>}
            {words.confirmText}
          </>
        }
        isBusy={isBusy}
        isDanger={result.removed > 0}
        isOpen={isAsking}
        name={typedName}
        onClose={() => setAsking(false)}
        onConfirm={onImport}
        title={
          result.removed > 0
            ? `${actionWords(result, changes)}?`
            : plural(words.confirmTitle, changes)
        }
      />
    </section>
  );
}

/** Names deleted features: a number of changes alone would hide them. */
function actionWords({ removed }: ImportResult, changes: number): string {
  if (removed === 0) {
    return plural(words.importCount, changes);
  }
  const deletions = plural(words.deleteCount, removed);
  const others = changes - removed;
  return others === 0
    ? deletions
    : fill(words.deleteAndChange, { deletions, others: formatNumber(others) });
}
