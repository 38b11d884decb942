import { type ReactElement, useState } from "react";
import { Button } from "../parts/button.tsx";
import { Menu } from "../parts/menu.tsx";
import { fill } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { ReasonModal } from "./reason-modal.tsx";
import type { ShownRollout } from "./shown-rollout.ts";
import { changeWords } from "./step-words.ts";
import { useRolloutSteps } from "./use-rollout-steps.ts";

const { rollout: words } = rolloutsTexts;

/** What this person may do with the rollout now. */
export function RolloutActions({ rollout }: { readonly rollout: ShownRollout }): ReactElement {
  const { can, steps, step, id } = rollout;
  const [asked, setAsked] = useState<"skip" | "stop" | null>(null);
  const { isBusy, run } = useRolloutSteps(id);
  const next = steps[step + 1];
  const skip = skipWords(next === undefined ? null : changeWords(next.change));
  const main = can.adopt ? "adopt" : can.resume ? "resume" : can.pause ? "pause" : null;
  const close = () => setAsked(null);
  return (
    <>
      {/* One button, so that it keeps the focus. */}
      {main !== null && (
        <Button
          isBusy={isBusy}
          isSmall={true}
          look={main === "pause" ? "normal" : "main"}
          onClick={() => run(main)}
        >
          {words[main]}
        </Button>
      )}
      {can.skip && (
        <Button isSmall={true} look="quiet" onClick={() => setAsked("skip")}>
          {skip.open}
        </Button>
      )}
      {can.stop && (
        <Menu
          actions={[
            { label: words.end, icon: "close", isDanger: true, onChoose: () => setAsked("stop") },
          ]}
          label={words.more}
        />
      )}
      <ReasonModal
        action={skip.action}
        isBusy={isBusy}
        isDanger={false}
        isOpen={asked === "skip"}
        onClose={close}
        onConfirm={(reason) => run("skip", { reason, onDone: close })}
        text={words.skipText}
        title={skip.title}
      />
      <ReasonModal
        action={words.endAction}
        isBusy={isBusy}
        isDanger={true}
        isOpen={asked === "stop"}
        onClose={close}
        onConfirm={(reason) => run("stop", { reason, onDone: close })}
        text={words.endText}
        title={words.endTitle}
      />
    </>
  );
}

/** `change` is null after the last step. */
function skipWords(change: string | null) {
  return change === null
    ? { open: words.finish, title: words.finishTitle, action: words.finishAction }
    : {
        open: fill(words.skip, { change }),
        title: fill(words.skipTitle, { change }),
        action: fill(words.skipAction, { change }),
      };
}
