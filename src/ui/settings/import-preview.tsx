import { type ReactElement, useState } from "react";
import type { ImportResult } from "../../api/admin/contract/transfer-models.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { GateDifferences } from "../audits/gate-differences.tsx";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { Button } from "../parts/button.tsx";
import { WhyField } from "../parts/why-field.tsx";
import { fill, formatNumber, plural } from "../texts/fill.ts";
import { retiredTexts } from "../texts/retired-texts.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";

const { transfer: words } = settingsTexts.settings;
const kinds = ["created", "changed", "cleared", "removed", "unchanged"] as const;
const keysNamed = 10;

interface ConfirmedImport {
  readonly typed: string;
  readonly reason: string;
  /** The text to type if the server asks for it. */
  readonly confirm: string | undefined;
}

/** The changes of an import, before it runs. */
export function ImportPreview({
  environment,
  result,
  typedName,
  isBusy,
  onImport,
  onCancel,
}: {
  /** The id of the environment. */
  readonly environment: number;
  readonly result: ImportResult;
  /** The name of the environment if it must be typed; null if a click is enough. */
  readonly typedName: string | null;
  readonly isBusy: boolean;
  readonly onImport: (sent: ConfirmedImport) => void;
  readonly onCancel: () => void;
}): ReactElement {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const policy = usePolicy(environment);
  // A number shows what is lost; the name of the environment says nothing about it.
  const text = result.removed > 0 ? String(result.removed) : typedName;
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
      {result.retired > 0 && (
        <p>
          {plural(retiredTexts.leftOut, result.retired)} {result.retiredKeys.join(", ")}
        </p>
      )}
      <GateDifferences differences={result.differences} total={changes} />
      {changes > 0 && <WhyField onType={setReason} reason={reason} />}
      <div className="modal-foot">
        <Button onClick={onCancel}>{texts.common.cancel}</Button>
        <Button
          disabled={changes === 0}
          isBusy={isBusy}
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
            {result.removed > 0 && <span className="mono deleted-keys">{deletedKeys(result)}</span>}
          </>
        }
        isDanger={result.removed > 0}
        isOpen={isAsking}
        name={policy.rules === null ? text : null}
        onClose={() => setAsking(false)}
        onConfirm={(typed) => {
          setAsking(false);
          onImport({ typed, reason, confirm: text ?? undefined });
        }}
        title={
          result.removed > 0
            ? `${actionWords(result, changes)}?`
            : plural(words.confirmTitle, changes)
        }
      />
    </section>
  );
}

/** The first features that are deleted, which the server lists before the others. */
function deletedKeys({ features, removed }: ImportResult): string {
  const named = features.filter(({ change }) => change === "removed").slice(0, keysNamed);
  const keys = named.map(({ key }) => key).join(", ");
  const count = removed - named.length;
  return count > 0 ? fill(words.deletedMore, { keys, count: formatNumber(count) }) : keys;
}

/** Such as "Delete 296 features, change 41": a number of changes alone would hide them. */
export function actionWords({ removed }: ImportResult, changes: number): string {
  if (removed === 0) {
    return plural(words.importCount, changes);
  }
  const deletions = plural(words.deleteCount, removed);
  const others = changes - removed;
  return others === 0
    ? deletions
    : fill(words.deleteAndChange, { deletions, others: formatNumber(others) });
}
