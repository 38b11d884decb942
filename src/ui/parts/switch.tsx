import { Switch as BaseSwitch } from "@base-ui/react/switch";
import type { ReactElement } from "react";

export function Switch({
  label,
  isOn,
  isDisabled = false,
  isLabelShown = true,
  onChange,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
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
      >
        <BaseSwitch.Thumb className="switch-thumb" />
      </BaseSwitch.Root>
    </label>
  );
}
