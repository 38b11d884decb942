import { type ReactElement, useState } from "react";
import { useAnswer } from "../api/use-answer.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { useRecentTotal } from "../evaluations/use-week-total.ts";
import { useProduction } from "../paths/environment.ts";
import { RetireChoice } from "../retired/retire-choice.tsx";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { feature: words } = texts;
/** A key that was checked in these days is probably still in the code of an application. */
const recentDays = 30;

/** Asks before a feature is deleted. `onDelete` learns whether its key stays retired. */
export function DeleteDialog({
  featureKey,
  isOpen,
  onClose,
  onDelete,
}: {
  readonly featureKey: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDelete: (typed: string, retires: boolean) => void;
}): ReactElement {
  const recentTotal = useRecentTotal(featureKey, recentDays) ?? 0;
  const policy = usePolicy(useProduction().id);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { data } = useAnswer("GET /retired-keys", { query: { limit: 1 } }, { isNeeded: isOpen });
  const retires = chosen ?? (recentTotal > 0 || data?.retireOnDelete === true);
  return (
    <ConfirmByName
      action={words.delete}
      description={<DeleteText featureKey={featureKey} />}
      isDanger={true}
      isOpen={isOpen}
      name={policy.rules === null ? featureKey : null}
      onClose={() => {
        setChosen(null);
        onClose();
      }}
      onConfirm={(typed) => onDelete(typed, retires)}
      title={fill(words.deleteTitle, { key: featureKey })}
    >
      <RetireChoice isChosen={retires} onChoose={setChosen} />
    </ConfirmByName>
  );
}

/** The effects of a deletion, with the number of recent checks that it would affect. */
function DeleteText({ featureKey }: { readonly featureKey: string }): ReactElement {
  const weekTotal = useRecentTotal(featureKey);
  return (
    <>
      {words.deleteText}
      {weekTotal !== undefined && weekTotal > 0 && (
        <b className="delete-checked"> {plural(words.deleteChecked, weekTotal)}</b>
      )}
    </>
  );
}
