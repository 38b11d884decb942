import type { ReactElement } from "react";
import { Link } from "wouter";
import type { GroupRow } from "../../api/admin/contract/group-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { fill, plural } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";

const { groups: words } = settingsTexts.settings;

/** Asks before a group is removed, and lists the features that use it. */
export function RemoveGroup({
  group,
  isStrict,
  onClose,
}: {
  readonly group: GroupRow | null;
  readonly isStrict: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const { name = "", featureCount = 0 } = group ?? {};
  const isUsed = featureCount > 0;
  const remove = useChange("DELETE /groups", {
    onDone: () => {
      onClose();
      showDone(
        isUsed
          ? fill(plural(words.removedUsed, featureCount), { name })
          : fill(words.removed, { name }),
      );
    },
  });
  return (
    <ConfirmByName
      action={isUsed ? words.removeUsed : texts.common.remove}
      description={
        isUsed && group !== null ? (
          <UsedBy group={group} />
        ) : isStrict ? (
          words.removeTextStrict
        ) : (
          words.removeText
        )
      }
      isBusy={remove.isPending}
      isDanger={true}
      isOpen={group !== null}
      name={null}
      onClose={onClose}
      onConfirm={() => remove.mutate({ query: { name, ...(isUsed ? { used: "keep" } : {}) } })}
      title={
        isUsed
          ? fill(plural(words.usedTitle, featureCount), { name })
          : fill(words.removeTitle, { name })
      }
    />
  );
}

function UsedBy({ group: { features, featureCount } }: { readonly group: GroupRow }) {
  const pagePath = usePagePath();
  const more = featureCount - features.length;
  return (
    <>
      {features.map((key, index) => (
        <span key={key}>
          {index > 0 && ", "}
          <Link className="link mono" href={pagePath(featurePath(key))}>
            {key}
          </Link>
        </span>
      ))}
      {more > 0 && ` ${plural(words.usedMore, more)}`}. {words.usedText}
    </>
  );
}
