import { type ReactElement, useState } from "react";
import { Link, useLocation } from "wouter";
import { Button, IconButton } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { Card, PageHead } from "../parts/page.tsx";
import { actorPath, useActorId } from "../paths/actor-path.ts";
import { usePagePath } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { actorsTexts } from "../texts/actors-texts.ts";
import { fill } from "../texts/fill.ts";
import { ActorPage } from "./actor-page.tsx";
import { recentActors } from "./recent-actors.ts";

const words = actorsTexts.actors;

/** Asks for an actor, or shows the one in the URL. */
export function ActorsPage(): ReactElement {
  const id = useActorId();
  return id === "" ? <ActorChoice /> : <ActorPage id={id} key={id} />;
}

function ActorChoice(): ReactElement {
  const [, navigate] = useLocation();
  const pagePath = usePagePath();
  const [typed, setTyped] = useState("");
  const open = (id: string) => {
    const { path, query } = actorPath(id);
    navigate(pagePath(path, query));
  };
  return (
    <>
      <PageHead label={words.title} title={words.title} />
      <div className="page-body actor-choice">
        <p className="soft">{words.ask}</p>
        <form
          className="actor-form"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== "") {
              open(typed.trim());
            }
          }}
        >
          <TextField
            autoCapitalize="none"
            autoComplete="off"
            autoFocus={true}
            hint={words.idHint}
            label={words.id}
            onChange={({ target }) => setTyped(target.value)}
            spellCheck={false}
            value={typed}
          />
          <Button disabled={typed.trim() === ""} look="main" type="submit">
            {words.open}
          </Button>
        </form>
        <RecentActors />
      </div>
    </>
  );
}

function RecentActors(): ReactElement {
  const { user } = useSession();
  const pagePath = usePagePath();
  const ids = recentActors.use(user?.id ?? null);
  return (
    <Card isFlush={ids.length > 0} title={words.recent}>
      {ids.length === 0 ? (
        <p className="faint">{words.recentNone}</p>
      ) : (
        <ul className="recent-actors">
          {ids.map((id) => {
            const { path, query } = actorPath(id);
            return (
              <li key={id}>
                <Icon name="actors" />
                <Link href={pagePath(path, query)}>{id}</Link>
                <IconButton
                  icon="close"
                  label={fill(words.forget, { id })}
                  onClick={() => recentActors.remove(user?.id ?? null, id)}
                />
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
