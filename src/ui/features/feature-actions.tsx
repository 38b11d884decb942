import { type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import type { FeatureAnswer } from "../../web/contract/feature-routes.ts";
import { useChange } from "../api/use-answer.ts";
import { useEnvironment, useEnvironments, usePagePath } from "../environments/environment.ts";
import { fill } from "../fill.ts";
import { Button } from "../parts/button.tsx";
import { ConfirmByName } from "../parts/confirm-by-name.tsx";
import { Menu, type MenuAction } from "../parts/menu.tsx";
import { showDone } from "../parts/toast-manager.ts";
import { texts } from "../texts.ts";
import { CopyGatesModal } from "./copy-gates-modal.tsx";
import { DescribeModal } from "./describe-modal.tsx";

const { feature: words } = texts;

type Opened = "describe" | "copy" | "clear" | "delete";

/** What is done with a whole feature, beside its gates. */
export function FeatureActions({ feature }: { readonly feature: FeatureAnswer }): ReactElement {
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
      <DeleteFeature feature={feature} isOpen={opened === "delete"} onClose={close} />
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

function DeleteFeature({ feature: { key }, isOpen, onClose }: ActionProps): ReactElement {
  const { id } = useEnvironment();
  const [, navigate] = useLocation();
  const pagePath = usePagePath();
  const change = useChange("DELETE /environments/:environment/features/:key", {
    onDone: () => {
      navigate(pagePath("/"));
      showDone(fill(words.deleted, { key }));
    },
  });
  return (
    <ConfirmByName
      action={words.delete}
      description={words.deleteText}
      isBusy={change.isPending}
      isDanger={true}
      isOpen={isOpen}
      name={key}
      onClose={onClose}
      onConfirm={(typed) => change.mutate({ params: { environment: id, key }, body: { typed } })}
      title={fill(words.deleteTitle, { key })}
    />
  );
}
