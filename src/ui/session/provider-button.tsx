import { type ReactElement, useState } from "react";
import { CallError } from "../api/call.ts";
import { showError } from "../api/toast-manager.ts";
import { Button } from "../parts/button.tsx";
import { goToProvider } from "./go-to-provider.ts";

/** Leaves for the provider of the sign-in. */
export function ProviderButton({
  purpose,
  label,
  isMain = false,
}: {
  readonly purpose: Parameters<typeof goToProvider>[0];
  readonly label: string;
  readonly isMain?: boolean;
}): ReactElement {
  const [isBusy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    try {
      await goToProvider(purpose);
    } catch (error) {
      setBusy(false);
      if (!(error instanceof CallError)) {
        throw error;
      }
      showError(error);
    }
  };
  return (
    <Button isBusy={isBusy} look={isMain ? "main" : "normal"} onClick={() => void leave()}>
      {label}
    </Button>
  );
}
