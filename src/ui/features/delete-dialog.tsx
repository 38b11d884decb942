import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { type AnswerOf, type CallError, call } from "../api/call.ts";
import { useAnswer } from "../api/use-answer.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { useRecentTotal } from "../evaluations/use-week-total.ts";
import { useEnvironment, useProduction } from "../paths/environment.ts";
import { RetireChoice } from "../retired/retire-choice.tsx";
import { useSession } from "../session/session.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { feature: words } = texts;
/** A key that was checked in these days is probably still in the code of an application. */
const recentDays = 30;

/** What a person chose in the dialog. */
export interface Deletion {
  readonly typed: string;
  /** Whether the key stays retired. */
  readonly retires: boolean;
  /** Whether the dialog has said that the feature is still checked. */
  readonly force: boolean;
}

/** Asks before a feature is deleted. */
export function DeleteDialog({
  featureKey,
  isOpen,
  onClose,
  onDelete,
}: {
  readonly featureKey: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDelete: (deletion: Deletion) => void;
}): ReactElement {
  const isChecked = useIsChecked(featureKey, isOpen);
  const recentTotal = useRecentTotal(featureKey, recentDays) ?? 0;
  const policy = usePolicy(useProduction().id);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { data } = useAnswer("GET /retired-keys", { query: { limit: 1 } }, { isNeeded: isOpen });
  const retires = chosen ?? (recentTotal > 0 || data?.retireOnDelete === true);
  return (
    <ConfirmByName
      action={words.delete}
      description={<DeleteText featureKey={featureKey} isChecked={isChecked} />}
      isDanger={true}
      isOpen={isOpen}
      name={policy.rules === null ? featureKey : null}
      onClose={() => {
        setChosen(null);
        onClose();
      }}
      onConfirm={(typed) => onDelete({ typed, retires, force: isChecked })}
      title={fill(words.deleteTitle, { key: featureKey })}
    >
      <RetireChoice isChosen={retires} onChoose={setChosen} />
    </ConfirmByName>
  );
}

/** The effects of a deletion, with the number of recent checks that it would affect. */
function DeleteText({
  featureKey,
  isChecked,
}: {
  readonly featureKey: string;
  readonly isChecked: boolean;
}): ReactElement {
  const weekTotal = useRecentTotal(featureKey) ?? 0;
  return (
    <>
      {words.deleteText}
      {weekTotal > 0 ? (
        <b className="delete-checked"> {plural(words.deleteChecked, weekTotal)}</b>
      ) : (
        isChecked && <b className="delete-checked"> {words.deleteCheckedElsewhere}</b>
      )}
    </>
  );
}

const previewRoute = "POST /environments/:environment/bulk/preview";

/** Whether an environment of the project checked the feature in the last 7 days. */
function useIsChecked(key: string, isOpen: boolean): boolean {
  const { id } = useEnvironment();
  const { mode } = useSession();
  const { data } = useQuery<AnswerOf<typeof previewRoute>, CallError>({
    queryKey: [previewRoute, id, key],
    queryFn: ({ signal }) =>
      call(
        previewRoute,
        { params: { environment: id }, body: { keys: [key], change: { delete: true } } },
        signal,
      ),
    enabled: isOpen && mode === "hosted",
    retry: false,
  });
  return (data?.checked ?? 0) > 0;
}
