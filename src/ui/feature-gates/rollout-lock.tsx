import type { ReactElement } from "react";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { rolloutNamesTexts as words } from "../texts/rollout-names-texts.ts";

/** Instead of the editor of a gate that a rollout sets. */
export function RolloutLock({ onEdit }: { readonly onEdit: () => void }): ReactElement {
  return (
    <div className="note">
      <Icon name="steps" />
      <p>
        {words.locked}{" "}
        <Button isSmall={true} onClick={onEdit}>
          {words.pauseAndEdit}
        </Button>
      </p>
    </div>
  );
}
