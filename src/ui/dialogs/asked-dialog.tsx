import { Dialog } from "@base-ui/react/dialog";
import { type ReactElement, type ReactNode, useState } from "react";
import { CallError, call, type InputOf } from "../api/call.ts";
import type { AskedQuestion } from "../api/questions.ts";
import { Button } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { askedPasskey } from "../session/asked-passkey.ts";
import { ProviderButton } from "../session/provider-button.tsx";
import { useSessionQuery } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { ApprovalForm } from "./approval-form.tsx";

const { questions: words } = texts;

/** A question of a request: for the key of a feature, a proof of identity, or an approval. */
export function AskedDialog({ asked }: { readonly asked: AskedQuestion }): ReactElement {
  const { question } = asked;
  switch (question.kind) {
    case "proof":
      return (
        <QuestionDialog asked={asked} text={words.proofText} title={words.proofTitle}>
          <ProofForm asked={asked} />
        </QuestionDialog>
      );
    case "key":
      return (
        <QuestionDialog asked={asked} text={words.keyText} title={words.keyTitle}>
          <KeyForm asked={asked} name={question.key} />
        </QuestionDialog>
      );
    case "pause":
      return (
        <QuestionDialog asked={asked} text={words.pauseText} title={words.pauseTitle}>
          <footer className="modal-foot">
            <Button onClick={() => asked.answer(null)}>{texts.common.cancel}</Button>
            <Button autoFocus={true} look="main" onClick={() => asked.answer("")}>
              {words.pauseConfirm}
            </Button>
          </footer>
        </QuestionDialog>
      );
    case "approval":
      return (
        <QuestionDialog asked={asked} text={`${question.message}.`} title={words.approvalTitle}>
          <ApprovalForm asked={asked} question={question} />
        </QuestionDialog>
      );
  }
}

function QuestionDialog({
  asked,
  title,
  text,
  children,
}: {
  readonly asked: AskedQuestion;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Dialog.Root
      onOpenChange={(opens) => {
        if (!opens) {
          asked.answer(null);
        }
      }}
      open={true}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" forceRender={true} />
        <Dialog.Popup className="modal">
          <header className="modal-head">
            <Dialog.Title className="modal-title">{title}</Dialog.Title>
          </header>
          <Dialog.Description className="modal-description">{text}</Dialog.Description>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function KeyForm({
  asked,
  name,
}: {
  readonly asked: AskedQuestion;
  readonly name: string;
}): ReactElement {
  const [typed, setTyped] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // React's events pass through portals, to a form around the dialog too.
        event.stopPropagation();
        asked.answer(typed);
      }}
    >
      <TextField
        autoComplete="off"
        autoFocus={true}
        label={fill(texts.confirm.typeName, { name })}
        onChange={({ target }) => setTyped(target.value)}
        spellCheck={false}
        value={typed}
      />
      <footer className="modal-foot">
        <Button onClick={() => asked.answer(null)}>{texts.common.cancel}</Button>
        <Button disabled={typed !== name} look="main" type="submit">
          {words.keyConfirm}
        </Button>
      </footer>
    </form>
  );
}

/** Signs in again: the server replaces the session. */
function ProofForm({ asked }: { readonly asked: AskedQuestion }): ReactElement {
  const session = useSessionQuery().data;
  const canUsePasskeys = session?.canUsePasskeys === true;
  const signOn = session?.signOn ?? null;
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const prove = async (proof: () => Promise<Proof | null>) => {
    setBusy(true);
    setError(undefined);
    try {
      const body = await proof();
      if (body !== null) {
        await call("POST /session/proof", { body });
        asked.answer("");
      }
    } catch (failure) {
      if (!(failure instanceof CallError)) {
        throw failure;
      }
      setError(failure.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void prove(async () => ({ password }));
      }}
    >
      <TextField
        autoComplete="current-password"
        autoFocus={true}
        error={error}
        label={words.password}
        onChange={({ target }) => setPassword(target.value)}
        type="password"
        value={password}
      />
      <footer className="modal-foot">
        <Button onClick={() => asked.answer(null)}>{texts.common.cancel}</Button>
        {signOn?.isUsed === true && (
          <ProviderButton
            label={fill(texts.session.provider, { provider: signOn.provider })}
            purpose="again"
          />
        )}
        {canUsePasskeys && window.PublicKeyCredential !== undefined && (
          <Button icon="key" isBusy={isBusy} onClick={() => void prove(passkeyProof)}>
            {words.passkey}
          </Button>
        )}
        <Button disabled={password === ""} isBusy={isBusy} look="main" type="submit">
          {words.proofConfirm}
        </Button>
      </footer>
    </form>
  );
}

type Proof = InputOf<"POST /session/proof">["body"];

async function passkeyProof(): Promise<Proof | null> {
  const response = await askedPasskey();
  return response === null ? null : { response };
}
