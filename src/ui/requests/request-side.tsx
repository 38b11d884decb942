import type { ReactElement } from "react";
import { Link } from "wouter";
import { Avatar } from "../parts/avatar.tsx";
import { Card } from "../parts/page.tsx";
import { exactTime } from "../parts/relative-time.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { pathIn } from "../paths/environment-path.ts";
import { ruleWords } from "../policies/rule-words.ts";
import { useNames } from "../policies/use-names.ts";
import { fill, plural } from "../texts/fill.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import type { RequestRow } from "./open-requests.ts";
import { approvalCount, nameOf } from "./request-words.ts";

const { request: words } = requestsTexts;

/** The votes and the missing approvals, when the request is applied, and what an approval covers. */
export function RequestSide({ request }: { readonly request: RequestRow }): ReactElement {
  return (
    <>
      <Approvals request={request} />
      <When request={request} />
      <Bound request={request} />
    </>
  );
}

function Approvals({ request }: { readonly request: RequestRow }): ReactElement {
  const { environments } = useEnvironments();
  const names = useNames(request.environmentId);
  const { rules, votes } = request;
  return (
    <Card
      afterTitle={rules.length > 0 && <span className="faint">{approvalCount(rules)}</span>}
      title={words.approvals}
    >
      <div className="request-side">
        {votes.length === 0 && <p className="faint">{words.noVotes}</p>}
        <ul className="request-votes">
          {votes.map(({ voter, kind, counts }) => (
            <li key={`${voter.type} ${voter.id}`}>
              <Avatar isProgram={voter.type !== "User"} name={nameOf({ ...voter })} />
              <span>{nameOf({ ...voter })}</span>
              <span className={kind === "ask" ? "danger-ink" : counts ? "good-ink" : "faint"}>
                {counts || kind === "ask" ? words.votes[kind] : words.notCounted}
              </span>
            </li>
          ))}
        </ul>
        <ul className="request-rules">
          {rules.map(({ environment, rule, approvals }, index) => {
            const name = environments.find(({ slug }) => slug === environment)?.name;
            const missing = rule.count - approvals;
            return (
              <li key={index}>
                {ruleWords(rule, names)}
                {environment !== request.environment &&
                  ` ${fill(words.inEnvironment, { environment: name ?? environment })}`}
                {": "}
                <b>{missing > 0 ? plural(words.needsMore, missing) : words.met}</b>
              </li>
            );
          })}
        </ul>
      </div>
    </Card>
  );
}

const dates = new Intl.DateTimeFormat(navigator.language, { dateStyle: "long" });

function When({ request }: { readonly request: RequestRow }): ReactElement {
  const { apply, author, expiresAt, endedAt, endedBy, state } = request;
  const time = apply.kind === "at" ? exactTime(apply.at) : "";
  return (
    <Card title={words.when}>
      {endedAt === null ? (
        <p>
          {fill(words.whens[apply.kind], { name: nameOf(author), time })}{" "}
          {fill(words.expires, { date: dates.format(expiresAt) })}
        </p>
      ) : (
        <p>
          {fill(words.ended[endedState(state)], {
            time: exactTime(endedAt),
            name: nameOf(endedBy),
          })}
        </p>
      )}
    </Card>
  );
}

function endedState(state: RequestRow["state"]): keyof typeof words.ended {
  return state === "applied" || state === "withdrawn" ? state : "expired";
}

const hashShown = 4;

function Bound({ request }: { readonly request: RequestRow }): ReactElement {
  const { environments } = useEnvironments();
  const { hash, revision, firstAudit, lastAudit, environmentId } = request;
  const environment = environments.find(({ id }) => id === environmentId);
  return (
    <Card title={words.bound}>
      <dl className="request-bound">
        {/* A request that has drifted has no hash until it is rebased. */}
        {hash !== "" && (
          <>
            <dt>{words.hash}</dt>
            <dd>
              <code title={hash}>
                {hash.slice(0, hashShown)}…{hash.slice(-hashShown)}
              </code>
            </dd>
          </>
        )}
        <dt>{words.revision}</dt>
        <dd>{revision}</dd>
        {firstAudit !== null && environment !== undefined && (
          <>
            <dt>{words.records}</dt>
            <dd>
              <Link href={pathIn(environment, "/audits", { environment: environment.slug })}>
                #{firstAudit}
                {lastAudit !== null && lastAudit !== firstAudit && `–${lastAudit}`}
              </Link>
            </dd>
          </>
        )}
      </dl>
    </Card>
  );
}
