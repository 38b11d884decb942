import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import type { SentCommand } from "../feature-gates/draft-commands.ts";
import { gateIcons } from "../feature-gates/gate-icons.ts";
import { Icon } from "../parts/icon.tsx";
import { Card } from "../parts/page.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { pathIn } from "../paths/environment-path.ts";
import { featurePath } from "../paths/feature-path.ts";
import { fill, plural } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { requestsTexts } from "../texts/requests-texts.ts";
import { commandWords } from "./command-words.ts";
import {
  type GateSides,
  gateSides,
  type RequestedFeature,
  type ShownRequest,
} from "./gate-sides.ts";
import { PolicyDiff } from "./policy-diff.tsx";

const { request: words } = requestsTexts;

type Look = "changes" | "all";

/** What a request changes: then, now, and after it. */
export function RequestDiff({ answer }: { readonly answer: ShownRequest }): ReactElement {
  const [look, setLook] = useState<Look>("changes");
  const { request, features, policy } = answer;
  const isOpen = request.endedAt === null;
  const isKnown = features.every((each) => each.proposed !== null);
  // A rollout changes nothing at once.
  const isPlan = (answer.commands as SentCommand[]).some(
    ({ kind }) => kind === "rollout" || kind === "resume",
  );
  if (!isOpen || !isKnown || isPlan) {
    return <AskedCommands commands={answer.commands as SentCommand[]} />;
  }
  return (
    <Card
      aside={
        features.length > 0 && (
          <Segmented
            choices={[
              { value: "changes", label: words.changesOnly },
              { value: "all", label: words.allGates },
            ]}
            label={words.look}
            onChoose={setLook}
            value={look}
          />
        )
      }
      isFlush={true}
      title={plural(words.diff, countOf(features) + (policy === null ? 0 : 1))}
    >
      {features.map((feature) => (
        <FeatureDiff
          feature={feature}
          isNamed={features.length > 1}
          key={`${feature.environment} ${feature.key}`}
          look={look}
        />
      ))}
      {policy !== null && <PolicyDiff now={policy.now} proposed={policy.proposed} />}
    </Card>
  );
}

function countOf(features: readonly RequestedFeature[]): number {
  return features.reduce((sum, feature) => {
    const { now, proposed } = feature;
    const sides = proposed?.own === "missing" ? [] : (gateSides(feature) ?? []);
    const ofGates = sides.filter(({ isChanged }) => isChanged).length;
    return sum + ofGates + (now?.own === proposed?.own ? 0 : 1);
  }, 0);
}

function FeatureDiff({
  feature,
  isNamed,
  look,
}: {
  readonly feature: RequestedFeature;
  readonly isNamed: boolean;
  readonly look: Look;
}): ReactElement {
  const sides = gateSides(feature);
  const isRemoved = feature.proposed?.own === "missing" && feature.now?.own !== "missing";
  const shown = isRemoved
    ? []
    : sides?.filter((each) => look === "all" || each.isChanged || each.hasDrifted);
  const note = ownNote(feature);
  return (
    <div className="request-feature">
      {isNamed && <FeatureName feature={feature} />}
      {note !== null && <p className="card-note">{note}</p>}
      {shown === undefined && <p className="card-note">{words.tooLarge}</p>}
      {shown?.length === 0 && note === null && <p className="card-note">{words.noEffect}</p>}
      {shown?.map((each) => (
        <SidesOfGate key={each.gate} sides={each} />
      ))}
    </div>
  );
}

function FeatureName({ feature }: { readonly feature: RequestedFeature }): ReactElement {
  const { environments } = useEnvironments();
  const environment = environments.find(({ slug }) => slug === feature.environment);
  return (
    <h3 className="request-feature-name">
      {environment === undefined ? (
        feature.key
      ) : (
        <Link href={pathIn(environment, featurePath(feature.key))}>{feature.key}</Link>
      )}
      <span className="faint">
        {fill(words.inEnvironment, { environment: environment?.name ?? feature.environment })}
      </span>
      {environment !== undefined && <EnvironmentDot environment={environment} />}
    </h3>
  );
}

/** Whether the feature or its own gates begin or end. */
function ownNote({ now, proposed }: RequestedFeature): string | null {
  if (now?.own === proposed?.own) {
    return null;
  }
  switch (proposed?.own) {
    case "missing":
      return words.removed;
    case "mirrored":
      return now?.own === "missing" ? words.created : words.mirrors;
    default:
      return now?.own === "missing" ? words.created : words.ownGates;
  }
}

function SidesOfGate({ sides }: { readonly sides: GateSides }): ReactElement {
  const { gate, based, now, proposed, members, isChanged, hasDrifted } = sides;
  const drift = hasDrifted && (
    <span className="badge badge-warning">{fill(words.now, { value: now })}</span>
  );
  return (
    <section className="diff">
      <h3>
        <Icon name={gateIcons[gate]} />
        {gatesTexts.gates.names[gate]}
        {members !== null && drift}
      </h3>
      {!isChanged && (
        <p className="diff-same">
          <span>
            {hasDrifted ? based : now} {members === null && drift}
          </span>
        </p>
      )}
      {isChanged && members !== null && (
        <>
          {members.same !== "" && <p className="diff-same">{members.same}</p>}
          {members.removed !== "" && <p className="diff-removed">{members.removed}</p>}
          {members.added !== "" && <p className="diff-added">{members.added}</p>}
        </>
      )}
      {isChanged && members === null && (
        <>
          <p className="diff-removed">
            <span>
              {based} {drift}
            </span>
          </p>
          <p className="diff-added">{proposed}</p>
        </>
      )}
    </section>
  );
}

/** The commands in words, for a request whose result is not known. */
export function AskedCommands({
  commands,
  title = words.asAsked,
}: {
  readonly commands: readonly SentCommand[];
  readonly title?: string;
}): ReactElement {
  return (
    <Card title={title}>
      <ol className="request-commands">
        {commands.map((command, index) => (
          <li key={index}>{commandWords(command)}</li>
        ))}
      </ol>
    </Card>
  );
}
