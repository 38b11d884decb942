import { type ReactElement, useState } from "react";
import type { ImportResult } from "../../web/contract/setting-routes.ts";
import { GateDifferences } from "../audits/gate-differences.tsx";
import { plural } from "../fill.ts";
import { Button } from "../parts/button.tsx";
import { ConfirmByName } from "../parts/confirm-by-name.tsx";
import { texts } from "../texts.ts";

const { transfer: words } = texts.settings;
const kinds = ["created", "changed", "cleared", "removed", "unchanged"] as const;

/** What an import would do, before it does it. */
export function ImportPreview({
  result,
  typedName,
  isBusy,
  onImport,
  onCancel,
}: {
  readonly result: ImportResult;
  /** What must be typed; null if a click is enough. */
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
        <Button disabled={changes === 0} look="main" onClick={() => setAsking(true)}>
          {changes === 0 ? words.nothing : plural(words.importCount, changes)}
        </Button>
      </div>
      <ConfirmByName
        action={words.import}
        description={words.confirmText}
        isBusy={isBusy}
        isDanger={result.removed > 0}
        isOpen={isAsking}
        name={typedName}
        onClose={() => setAsking(false)}
        onConfirm={onImport}
        title={plural(words.confirmTitle, changes)}
      />
    </section>
  );
}
