import type { ReactElement } from "react";
import type { CheckpointRow } from "../../api/admin/contract/record-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { Fact } from "../parts/fact.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { exactTime, RelativeTime } from "../parts/relative-time.tsx";
import { fill, formatNumber, plural } from "../texts/fill.ts";
import { recordTexts } from "../texts/record-texts.ts";
import { checkpointFacts } from "./checkpoint-facts.ts";
import { useLatestCheckpoint } from "./use-latest-checkpoint.ts";

const { checkpoints: words } = recordTexts;

/** The latest signed checkpoint of the record. */
export function CheckpointsCard(): ReactElement {
  const query = useLatestCheckpoint();
  const sign = useChange("POST /audit/checkpoints", {
    onDone: ({ number }) => showDone(fill(words.signed, { number: formatNumber(number) })),
  });
  return (
    <Card
      aside={
        <Button isBusy={sign.isPending} onClick={() => sign.mutate({})}>
          {words.sign}
        </Button>
      }
      title={words.title}
    >
      <div className="stack">
        <p>{words.text}</p>
        <Loaded lines={2} name={words.title} query={query}>
          {({ checkpoints: [latest] }) =>
            latest === undefined ? <p className="soft">{words.none}</p> : <Latest row={latest} />
          }
        </Loaded>
      </div>
    </Card>
  );
}

function Latest({ row }: { readonly row: CheckpointRow }): ReactElement {
  const facts = checkpointFacts(row);
  return (
    <dl className="facts">
      <Fact label={words.latest}>
        {fill(words.latestIs, { number: formatNumber(row.number) })}
        {facts !== null && (
          <>
            , <RelativeTime at={facts.at} /> ({exactTime(facts.at)})
          </>
        )}
      </Fact>
      {facts !== null && (
        <Fact label={words.covers}>
          {fill(words.and, {
            acts: plural(words.acts, facts.acts),
            audits: plural(words.audits, facts.audits),
          })}
        </Fact>
      )}
      <Fact label={words.signedBy}>
        <code>{row.key}</code>
      </Fact>
    </dl>
  );
}
