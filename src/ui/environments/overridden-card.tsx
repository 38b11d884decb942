import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import type {
  ComparedFeature,
  EnvironmentRow,
} from "../../api/admin/contract/environment-models.ts";
import { showUndoableStep } from "../api/undo-last.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { gateLines } from "../gates/gate-lines.ts";
import { gateSummary } from "../gates/gate-summary.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Gauge, gaugeOf } from "../parts/gauge.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card } from "../parts/page.tsx";
import { pathIn } from "../paths/environment-path.ts";
import { featurePath } from "../paths/feature-path.ts";
import { useRoleCheck } from "../session/session.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";

const { environments: words } = texts;
const shownAtOnce = 100;

/** The overridden features, their differences from Production, and how to mirror them again. */
export function OverriddenCard({
  environment,
  production,
}: {
  readonly environment: EnvironmentRow;
  readonly production: EnvironmentRow;
}): ReactElement {
  const [limit, setLimit] = useState(shownAtOnce);
  const list = useAnswer("GET /environments/:environment/features", {
    params: { environment: environment.id },
  });
  const compared = useAnswer("GET /compare", {
    query: { a: String(production.id), b: String(environment.id) },
  });
  const overridden = new Set(
    (list.data?.features ?? []).filter((row) => row.isOverridden).map(({ key }) => key),
  );
  return (
    <Card
      aside={
        list.data !== undefined && <span className="count">{formatNumber(overridden.size)}</span>
      }
      isFlush={true}
      title={words.overriddenTitle}
    >
      <Loaded query={list}>
        {() =>
          overridden.size === 0 ? (
            <EmptyState icon="environments" title={words.mirrorsAllTitle}>
              {words.mirrorsAllText}
            </EmptyState>
          ) : (
            <Loaded query={compared}>
              {({ features }) => (
                <ul className="rows">
                  {features
                    .filter(({ key }) => overridden.has(key))
                    .slice(0, limit)
                    .map((feature) => (
                      <OverriddenRow
                        environment={environment}
                        feature={feature}
                        key={feature.key}
                      />
                    ))}
                </ul>
              )}
            </Loaded>
          )
        }
      </Loaded>
      {overridden.size > limit && (
        <p className="card-foot">
          <Button onClick={() => setLimit(limit + shownAtOnce)}>{texts.common.more}</Button>
        </p>
      )}
    </Card>
  );
}

function OverriddenRow({
  environment,
  feature,
}: {
  readonly environment: EnvironmentRow;
  readonly feature: ComparedFeature;
}): ReactElement {
  const mayChange = useRoleCheck()("member", environment.id);
  const { key, right, isDifferent } = feature;
  const mirror = useChange("DELETE /environments/:environment/features/:key/override", {
    onDone: ({ audit }) =>
      showUndoableStep(fill(words.mirrored, { key, environment: environment.name }), {
        environment: environment.id,
        audit,
        isWhole: true,
      }),
  });
  return (
    <li className="row overridden">
      <Gauge label={texts.states[right.state]} value={gaugeOf(right.gates)} />
      <div className="row-main">
        <Link
          className="clamp strong-link"
          href={pathIn(environment, featurePath(key))}
          title={key}
        >
          {key}
        </Link>
        <small>{fill(words.openFor, { words: gateSummary(right.gates) })}</small>
      </div>
      <div className="row-main overridden-words">
        {isDifferent ? (
          <GateLineList feature={feature} />
        ) : (
          <span className="faint">{words.sameGates}</span>
        )}
      </div>
      {mayChange && (
        <Button
          aria-label={fill(words.mirrorFeature, { key })}
          icon="undo"
          isBusy={mirror.isPending}
          onClick={() => mirror.mutate({ params: { environment: environment.id, key } })}
        >
          {words.mirror}
        </Button>
      )}
    </li>
  );
}

function GateLineList({ feature }: { readonly feature: ComparedFeature }): ReactElement {
  return (
    <dl className="gate-lines">
      {gateLines(feature).map(({ gate, label, left, right }) => (
        <div key={gate}>
          <dt>{label}</dt>
          <dd>
            <span className="visually-hidden">{words.inProduction}</span>
            <span className="faint">{left}</span> <span aria-hidden="true">→</span>{" "}
            <span className="visually-hidden">{words.here}</span>
            {right}
          </dd>
        </div>
      ))}
    </dl>
  );
}
