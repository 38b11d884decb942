import { type ReactElement, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { Menu } from "../parts/menu.tsx";
import type { MenuAction } from "../parts/menu-items.ts";
import { usePageCommands } from "../parts/page-commands.ts";
import { useEnvironments } from "../paths/environment.ts";
import { useRoleCheck } from "../session/session.ts";
import { rolloutNamesTexts } from "../texts/rollout-names-texts.ts";
import { texts } from "../texts/texts.ts";
import { useCopyTargets } from "./bulk-fields.tsx";
import { CopyGatesModal } from "./copy-gates-modal.tsx";
import { DeleteDialog, type Deletion } from "./delete-dialog.tsx";
import { DescribeModal } from "./describe-modal.tsx";

const { feature: words } = texts;

type Opened = "describe" | "copy" | "delete";

/** The actions on a whole feature, in addition to its gates. */
export function FeatureActions({
  feature,
  onDelete,
  onRollOut,
}: {
  readonly feature: FeatureAnswer;
  readonly onDelete: (deletion: Deletion) => void;
  /** Opens the plan of a rollout; null if none can be started. */
  readonly onRollOut: (() => void) | null;
}): ReactElement {
  const { environment, environments } = useEnvironments();
  const may = useRoleCheck();
  const targets = useCopyTargets();
  const [opened, setOpened] = useState<Opened | null>(null);
  // A deletion is in all environments.
  const mayDelete = environments.every(({ id }) => may("member", id));
  const close = () => setOpened(null);
  usePageCommands({ describe: () => setOpened("describe") });
  const actions: readonly MenuAction[] = [
    ...(onRollOut === null
      ? []
      : [{ label: rolloutNamesTexts.open, icon: "steps" as const, onChoose: onRollOut }]),
    { label: words.edit, icon: "settings", onChoose: () => setOpened("describe") },
    ...(targets.length > 0
      ? [{ label: words.copyGates, icon: "copy" as const, onChoose: () => setOpened("copy") }]
      : []),
    ...(environment.state === "production" && mayDelete
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
      <Menu actions={actions} label={words.actions} />
      <DescribeModal feature={feature} isOpen={opened === "describe"} onClose={close} />
      <CopyGatesModal feature={feature} isOpen={opened === "copy"} onClose={close} />
      <DeleteDialog
        featureKey={feature.key}
        isOpen={opened === "delete"}
        onClose={close}
        onDelete={onDelete}
      />
    </>
  );
}
