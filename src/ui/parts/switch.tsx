import { Switch as BaseSwitch } from "@base-ui/react/switch";
import type { ReactElement } from "react";

export function Switch({
  label,
  isOn,
  isDisabled = false,
  isBusy = false,
  isLabelShown = true,
  onChange,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  /** Whether an earlier choice is on its way; the focus stays, which a disabled switch would lose. */
  readonly isBusy?: boolean;
  readonly isLabelShown?: boolean;
  readonly onChange: (isOn: boolean) => void;
}): ReactElement {
  return (
    <label className="switch-label">
      <span className={isLabelShown ? undefined : "visually-hidden"}>{label}</span>
      <BaseSwitch.Root
        checked={isOn}
        className="switch"
        disabled={isDisabled}
        onCheckedChange={(checked) => onChange(checked)}
        readOnly={isBusy}
      >
        <BaseSwitch.Thumb className="switch-thumb" />
      </BaseSwitch.Root>
    </label>
  );
}
