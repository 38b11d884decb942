import { type ReactElement, useState } from "react";
import type { FirstRun } from "../../api/admin/contract/first-run-models.ts";
import type { SignInLink } from "../../api/admin/contract/member-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useAnswer, useChange } from "../api/use-answer.ts";
import { NewFeatureModal } from "../features/new-feature-modal.tsx";
import { Button } from "../parts/button.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useProduction } from "../paths/environment.ts";
import { useMay, useMayInOrganization, useSession } from "../session/session.ts";
import { LinkModal } from "../settings/link-modal.tsx";
import { NewMemberModal } from "../settings/new-member-modal.tsx";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { ConnectStep, type ShownToken } from "./connect-step.tsx";
import { keptToken } from "./kept-token.ts";
import { Step } from "./step.tsx";
import type { StartSteps } from "./use-first-run.ts";

const { firstRun: words } = texts;
const order = ["own", "feature", "connect", "invite", "staging"] as const;

interface StepProps {
  readonly isDone: boolean;
  readonly isNext: boolean;
}

export function StartList({
  facts,
  steps,
}: {
  readonly facts: FirstRun;
  readonly steps: StartSteps;
}): ReactElement {
  const next = order.find((name) => !steps[name]);
  const stateOf = (name: (typeof order)[number]): StepProps => ({
    isDone: steps[name],
    isNext: next === name,
  });
  return (
    <section aria-label={words.steps} className="card">
      <ol>
        <OwnStep {...stateOf("own")} />
        <FeatureStep {...stateOf("feature")} />
        <ConnectedStep facts={facts} {...stateOf("connect")} />
        <InviteStep count={facts.otherMemberCount} {...stateOf("invite")} />
        <StagingStep count={facts.otherEnvironmentCount} {...stateOf("staging")} />
      </ol>
    </section>
  );
}

function OwnStep(state: StepProps): ReactElement {
  const { user } = useSession();
  const isOwner = useMay("owner");
  const { data } = useAnswer("GET /account/passkeys", {}, { isNeeded: isOwner });
  const way = data === undefined || data.passkeys.length === 0 ? "password" : "passkey";
  return (
    <Step
      {...state}
      about={isOwner && user !== null && fill(words.ownWith[way], { name: user.name })}
      number={1}
      title={words.own}
    />
  );
}

/** The oldest feature of Production. */
function useFirstFeature(isNeeded: boolean) {
  const { id: environment } = useProduction();
  const { data } = useAnswer(
    "GET /environments/:environment/features",
    { params: { environment } },
    { isNeeded },
  );
  return data?.features.toSorted((left, right) => left.createdAt - right.createdAt)[0];
}

function FeatureStep(state: StepProps): ReactElement {
  const mayCreate = useMay("member");
  const [isCreating, setCreating] = useState(false);
  const first = useFirstFeature(state.isDone);
  return (
    <Step
      {...state}
      about={
        first === undefined ? (
          words.featureHint
        ) : (
          <>
            <span className="mono">{first.key}</span>,{" "}
            {fill(words.featureIs, { words: texts.states[first.state].toLowerCase() })}
          </>
        )
      }
      aside={
        first !== undefined ? (
          <RelativeTime at={first.createdAt} />
        ) : (
          mayCreate &&
          !state.isDone && (
            <Button
              isSmall={true}
              look={state.isNext ? "main" : "normal"}
              onClick={() => setCreating(true)}
            >
              {texts.newFeature.title}
            </Button>
          )
        )
      }
      number={2}
      title={words.feature}
    >
      <NewFeatureModal
        features={[]}
        isOpen={isCreating}
        name=""
        onClose={() => setCreating(false)}
      />
    </Step>
  );
}

function ConnectedStep({
  facts,
  ...state
}: StepProps & { readonly facts: FirstRun }): ReactElement {
  // A step that is done while somebody looks stays open, so that the success is seen.
  const [wasDone] = useState(state.isDone);
  const [isOpen, setOpen] = useState(!wasDone);
  const { user } = useSession();
  const [kept] = useState(() => (user === null ? null : keptToken(user.id)));
  const [token, setToken] = useState<ShownToken | null>(null);
  const name = (token ?? kept)?.name;
  const hint = name === undefined ? words.connectHint : fill(words.connectWith, { name });
  const first = useFirstFeature(facts.featureCount > 0);
  const isShown = isOpen && first !== undefined;
  return (
    <Step
      {...state}
      about={state.isDone ? words.connected : hint}
      aside={
        state.isDone &&
        first !== undefined && (
          <Button aria-expanded={isOpen} isSmall={true} onClick={() => setOpen(!isOpen)}>
            {isOpen ? words.hideCode : words.showCode}
          </Button>
        )
      }
      number={3}
      title={words.connect}
    >
      {isShown && (
        <ConnectStep
          facts={facts}
          featureKey={first.key}
          kept={kept}
          onMade={setToken}
          token={token}
        />
      )}
    </Step>
  );
}

function InviteStep({ count, ...state }: StepProps & { readonly count: number }): ReactElement {
  const isOwner = useMay("owner");
  const [isAdding, setAdding] = useState(false);
  const [link, setLink] = useState<{ readonly email: string; readonly link: SignInLink }>();
  return (
    <Step
      {...state}
      about={state.isDone ? plural(words.invited, count) : words.inviteHint}
      aside={
        isOwner && (
          <Button isSmall={true} onClick={() => setAdding(true)}>
            {words.inviteAction}
          </Button>
        )
      }
      number={4}
      title={words.invite}
    >
      <NewMemberModal
        isOpen={isAdding}
        onAdded={(email, made) => {
          setAdding(false);
          setLink({ email, link: made });
        }}
        onClose={() => setAdding(false)}
      />
      <LinkModal made={link} onClose={() => setLink(undefined)} />
    </Step>
  );
}

function StagingStep({ count, ...state }: StepProps & { readonly count: number }): ReactElement {
  const isAdmin = useMayInOrganization("admin");
  const add = useChange("POST /environments", {
    onDone: ({ environment: { name } }) => showDone(fill(words.stagingAdded, { name })),
  });
  return (
    <Step
      {...state}
      about={state.isDone ? plural(words.stagingIs, count) : words.stagingHint}
      aside={
        isAdmin &&
        !state.isDone && (
          <Button
            isBusy={add.isPending}
            isSmall={true}
            onClick={() => add.mutate({ body: { name: words.stagingName } })}
          >
            {words.staging}
          </Button>
        )
      }
      number={5}
      title={words.staging}
    />
  );
}
