import type { ReactElement } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { environments: words } = texts;

/** Asks for the name of the environment, and shows what is deleted with it. */
export function DeleteEnvironment({
  environment,
  onClose,
}: {
  readonly environment: EnvironmentRow | null;
  readonly onClose: () => void;
}): ReactElement {
  const name = environment?.name ?? "";
  const remove = useChange("DELETE /environments/:environment", {
    onDone: () => {
      onClose();
      showDone(fill(words.deleted, { name }));
    },
  });
  const tokens = environment?.activeTokenCount ?? 0;
  return (
    <ConfirmByName
      action={words.deleteIt}
      description={
        <>
          {words.deleteText} {tokens > 0 && plural(words.deleteTokens, tokens)}
        </>
      }
      isBusy={remove.isPending}
      isDanger={true}
      isOpen={environment !== null}
      name={name}
      onClose={onClose}
      onConfirm={(typed) => {
        if (environment !== null) {
          remove.mutate({ params: { environment: environment.id }, body: { typed } });
        }
      }}
      title={fill(words.deleteTitle, { name })}
    />
  );
}
