import { type ReactElement, useState } from "react";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { TextArea } from "../parts/field.tsx";
import { requestsTexts } from "../texts/requests-texts.ts";
import { texts } from "../texts/texts.ts";
import type { RequestRow } from "./open-requests.ts";
import type { OwnVote } from "./use-transitions.ts";

const { request: words } = requestsTexts;
const textLengthMax = 4_000;

interface AskProps {
  readonly request: RequestRow;
  readonly hash: string;
  readonly vote: OwnVote;
  readonly onClose: () => void;
}

/** Asks the author for changes, which blocks a request. */
export function AskChanges({
  isOpen,
  ...rest
}: AskProps & { readonly isOpen: boolean }): ReactElement {
  return (
    <Modal
      description={words.askText}
      isOpen={isOpen}
      onClose={rest.onClose}
      title={words.askTitle}
    >
      <AskForm {...rest} />
    </Modal>
  );
}

function AskForm({ hash, vote, onClose }: AskProps): ReactElement {
  const [text, setText] = useState("");
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        vote.ask(hash, text.trim(), onClose);
      }}
    >
      <TextArea
        autoFocus={true}
        label={words.askWhat}
        maxLength={textLengthMax}
        onChange={({ target }) => setText(target.value)}
        rows={4}
        value={text}
      />
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button disabled={text.trim() === ""} isBusy={vote.isBusy} look="main" type="submit">
          {words.askChanges}
        </Button>
      </footer>
    </form>
  );
}
