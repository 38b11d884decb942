import type { ReactElement } from "react";
import { CopyButton } from "../parts/copy-button.tsx";
import { Fact } from "../parts/fact.tsx";
import { Card } from "../parts/page.tsx";
import { useSession } from "../session/session.ts";
import { signOnTexts } from "../texts/sign-on-texts.ts";
import { EmergencyCard } from "./emergency-card.tsx";
import { GroupRulesCard } from "./group-rules-card.tsx";

const { provider: words } = signOnTexts;

/** How people sign in: the provider, the rules for its groups, and the way in without it. */
export function SignOnSection(): ReactElement {
  return (
    <>
      <ProviderCard />
      <GroupRulesCard />
      <EmergencyCard />
    </>
  );
}

function ProviderCard(): ReactElement {
  const { signOn } = useSession();
  const flags = exampleFlags();
  return (
    <Card title={words.title}>
      {signOn === null ? (
        <div className="stack">
          <p>{words.none}</p>
          <div className="command command-lines">
            <pre aria-label={words.flagsLabel} role="region" tabIndex={0}>
              {flags}
            </pre>
            <CopyButton text={flags} />
          </div>
        </div>
      ) : (
        <div className="stack">
          <dl className="facts">
            <Fact label={words.address}>{signOn.provider}</Fact>
            <Fact label={words.passwords}>
              {signOn.isOnly ? words.passwordsOff : words.passwordsToo}
            </Fact>
            <Fact label={words.groups}>{words.groupsFrom}</Fact>
          </dl>
          <p className="hint">{words.flags}</p>
        </div>
      )}
    </Card>
  );
}

function exampleFlags(): string {
  return [
    `--public-url ${window.location.origin}`,
    "--oidc-issuer https://login.example.com/realms/acme",
    "--oidc-client-id gatehouse",
    "--oidc-client-secret-file /run/secrets/oidc",
  ].join(" \\\n");
}
