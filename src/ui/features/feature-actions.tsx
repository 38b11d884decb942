import { type ReactElement, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { useWeekTotal } from "../evaluations/use-week-total.ts";
import { Button } from "../parts/button.tsx";
import { Menu, type MenuAction } from "../parts/menu.tsx";
import { useEnvironment, useEnvironments } from "../paths/environment.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { CopyGatesModal } from "./copy-gates-modal.tsx";
import { DescribeModal } from "./describe-modal.tsx";

const { feature: words } = texts;

type Opened = "describe" | "copy" | "clear" | "delete";

/** The actions on a whole feature, in addition to its gates. */
export function FeatureActions({
  feature,
  onDelete,
}: {
  readonly feature: FeatureAnswer;
  readonly onDelete: (typed: string) => void;
}): ReactElement {
  const { environment, environments } = useEnvironments();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const actions: readonly MenuAction[] = [
    ...(environments.length > 1
      ? [{ label: words.copyGates, icon: "copy" as const, onChoose: () => setOpened("copy") }]
      : []),
    {
      label: words.clear,
      isDisabled: feature.state === "off",
      onChoose: () => setOpened("clear"),
      icon: "close",
    },
    ...(environment.state === "production"
      ? [
          {
            label: words.delete,
            icon: "trash" as const,
            isDanger: true,
            onChoose: () => setOpened("delete"),
          },
        ]
      : []),
  ];
  return (
    <>
      <Button aria-label={words.edit} onClick={() => setOpened("describe")}>
        {words.editShort}
      </Button>
      <Menu actions={actions} label={words.actions} />
      <DescribeModal feature={feature} isOpen={opened === "describe"} onClose={close} />
      <CopyGatesModal feature={feature} isOpen={opened === "copy"} onClose={close} />
      <ClearFeature feature={feature} isOpen={opened === "clear"} onClose={close} />
      <ConfirmByName
        action={words.delete}
        description={<DeleteText featureKey={feature.key} />}
        isDanger={true}
        isOpen={opened === "delete"}
        name={feature.key}
        onClose={close}
        onConfirm={onDelete}
        title={fill(words.deleteTitle, { key: feature.key })}
      />
    </>
  );
}

/** The effects of a deletion, with the number of recent checks that it would affect. */
function DeleteText({ featureKey }: { readonly featureKey: string }): ReactElement {
  const weekTotal = useWeekTotal(featureKey);
  return (
    <>
      {words.deleteText}
      {weekTotal !== undefined && weekTotal > 0 && (
        <b className="delete-checked"> {plural(words.deleteChecked, weekTotal)}</b>
      )}
    </>
  );
}

interface ActionProps {
  readonly feature: FeatureAnswer;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function ClearFeature({ feature: { key, gateTags }, isOpen, onClose }: ActionProps): ReactElement {
  const { id, name, state } = useEnvironment();
  const change = useChange("DELETE /environments/:environment/features/:key/gates", {
    onDone: () => {
      onClose();
      showDone(words.cleared);
    },
  });
  const isProduction = state === "production";
  return (
    <ConfirmByName
      action={words.clear}
      description={fill(words.clearText, { environment: name })}
      isBusy={change.isPending}
      isDanger={true}
      isOpen={isOpen}
      name={isProduction ? key : null}
      onClose={onClose}
      onConfirm={(typed) =>
        change.mutate({
          params: { environment: id, key },
          body: { seen: gateTags.boolean, ...(isProduction ? { typed } : {}) },
        })
      }
      title={fill(words.clearTitle, { key })}
    />
  );
}
