import type { ReactElement } from "react";
import { Link } from "wouter";
import { Icon, type IconName } from "../parts/icon.tsx";
import { useMay, useSession } from "../session/session.ts";
import { texts } from "../texts/texts.ts";

const { empty: words } = texts.features;

/** An empty server: the steps to the first enabled feature. */
export function NoFeatures({ onCreate }: { readonly onCreate: () => void }): ReactElement {
  const { mode } = useSession();
  const mayChange = useMay("member");
  return (
    <section className="first-steps">
      <h2>{words.title}</h2>
      <p className="faint">{words.text}</p>
      <ol>
        <Step hint={words.createHint} icon="plus">
          {mayChange ? (
            <button className="link-button" onClick={onCreate} type="button">
              {words.create}
            </button>
          ) : (
            words.create
          )}
        </Step>
        <Step hint={words.connectHint} icon="link">
          {mode === "hosted" ? <Link href="/get-started">{words.connect}</Link> : words.connect}
        </Step>
        <Step hint={words.openHint} icon="check">
          {words.open}
        </Step>
      </ol>
    </section>
  );
}

function Step({
  icon,
  hint,
  children,
}: {
  readonly icon: IconName;
  readonly hint: string;
  readonly children: ReactElement | string;
}): ReactElement {
  return (
    <li>
      <Icon name={icon} />
      <span>
        <b>{children}</b>
        <span className="faint">{hint}</span>
      </span>
    </li>
  );
}
