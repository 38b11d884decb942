import { useRef, useState } from "react";
import { showUndoableStep } from "../api/undo-last.ts";
import { useChange } from "../api/use-answer.ts";
import { useEnvironment } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { switching: words } = texts;

/** The requested change: enabling a feature for everyone, or disabling it. */
interface SwitchRequest {
  readonly key: string;
  readonly enables: boolean;
  /** Whether the environment has its own gates of the feature before. */
  readonly isOverridden: boolean;
}

export interface Switching {
  /** Switches a feature; in Production after its key is typed. */
  readonly ask: (request: SwitchRequest) => void;
  /** The request that waits for the key. */
  readonly request: SwitchRequest | null;
  readonly isBusy: boolean;
  readonly confirm: (typed: string) => void;
  readonly close: () => void;
}

/** Switches features with a way back. */
export function useSwitch(): Switching {
  const { id, state } = useEnvironment();
  const [request, setRequest] = useState<SwitchRequest | null>(null);
  // Undoing the first change of an environment also ends its own gates.
  const pinned = useRef(false);
  const change = useChange("PUT /environments/:environment/features/:key/boolean", {
    onDone: ({ audit }, { params, body: { enabled } }) => {
      setRequest(null);
      const key = String(params.key);
      const environment = Number(params.environment);
      showUndoableStep(fill(enabled ? words.enabled : words.disabled, { key }), {
        environment,
        audit,
        isWhole: pinned.current,
      });
    },
  });
  const send = ({ key, enables, isOverridden }: SwitchRequest, typed = "") => {
    pinned.current = state !== "production" && !isOverridden;
    change.mutate({
      params: { environment: id, key },
      body: { enabled: enables, ...(typed === "" ? {} : { typed }) },
    });
  };
  return {
    ask: (asked) => (state === "production" ? setRequest(asked) : send(asked)),
    request,
    isBusy: change.isPending,
    confirm: (typed) => {
      if (request !== null) {
        send(request, typed);
      }
    },
    close: () => setRequest(null),
  };
}
