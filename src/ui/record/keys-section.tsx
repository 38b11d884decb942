import { type ReactElement, useState } from "react";
import type { SigningKeyRow } from "../../api/admin/contract/record-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useMay } from "../session/session.ts";
import { recordTexts } from "../texts/record-texts.ts";
import { CheckpointsCard } from "./checkpoints-card.tsx";

const { keys: words, verify } = recordTexts;

/** The keys that sign the record, its checkpoints, and how to verify it. */
export function KeysSection(): ReactElement {
  return (
    <>
      <KeysCard />
      <CheckpointsCard />
      <VerifyCard />
    </>
  );
}

function KeysCard(): ReactElement {
  const isOwner = useMay("owner");
  const query = useAnswer("GET /audit/keys", {});
  const [isAsking, setAsking] = useState(false);
  const keys = query.data?.keys ?? [];
  const replace = useChange("POST /audit/keys", {
    onDone: () => {
      setAsking(false);
      showDone(words.replacedDone);
    },
  });
  return (
    <Card
      aside={
        isOwner &&
        keys.length > 0 && <Button onClick={() => setAsking(true)}>{words.replace}</Button>
      }
      isFlush={true}
      title={words.title}
    >
      <Loaded name={words.title} query={query}>
        {() =>
          keys.length === 0 ? (
            <EmptyState icon="key" title={words.emptyTitle}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <ul className="rows">
              {keys.toReversed().map((key) => (
                <KeyRow key={key.id} signingKey={key} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <p className="card-foot hint">{words.text}</p>
      <ConfirmByName
        action={words.replaceAction}
        description={words.replaceText}
        isBusy={replace.isPending}
        isOpen={isAsking}
        name={null}
        onClose={() => setAsking(false)}
        onConfirm={() => replace.mutate({})}
        title={words.replaceTitle}
      />
    </Card>
  );
}

function KeyRow({
  signingKey: { id, publicKey, createdAt, replacedAt },
}: {
  readonly signingKey: SigningKeyRow;
}): ReactElement {
  return (
    <li className="row">
      <div className="row-main">
        <code>{id}</code> {replacedAt === null && <span className="tag">{words.signs}</span>}
        <small>
          {words.created} <RelativeTime at={createdAt} />
          {replacedAt !== null && (
            <>
              , {words.replaced} <RelativeTime at={replacedAt} />
            </>
          )}
        </small>
      </div>
      <CopyButton label={words.copy} text={publicKey} />
    </li>
  );
}

function VerifyCard(): ReactElement {
  return (
    <Card title={verify.title}>
      <div className="stack">
        <p>{verify.text}</p>
        {commands.map((command) => (
          <div className="command" key={command}>
            <pre>{command}</pre>
            <CopyButton text={command} />
          </div>
        ))}
        <p className="hint">{verify.outside}</p>
      </div>
    </Card>
  );
}

const commands = [
  "gatehouse audit export --proofs record.jsonl",
  "gatehouse audit verify record.jsonl --key key.pem --checkpoints points.jsonl",
];
