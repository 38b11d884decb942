import { type ReactElement, useState } from "react";
import type { Member, Role, SignInLink } from "../../api/admin/contract/member-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { ConfirmByName } from "../dialogs/confirm-by-name.tsx";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Menu } from "../parts/menu.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useMay, useSession } from "../session/session.ts";
import { useMembers } from "../session/use-members.ts";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";
import { LinkModal } from "./link-modal.tsx";
import { MemberEnvironments, useEnvironmentRoleWords } from "./member-environments.tsx";
import { NewMemberModal } from "./new-member-modal.tsx";

const { members: words } = settingsTexts.settings;

/** The people of the organization; owners add them, and give them roles and links. */
export function MembersSection(): ReactElement {
  const query = useMembers();
  const isOwner = useMay("owner");
  const [params, setQuery] = useQueryState();
  // In the address, so that the palette can open it from any page.
  const isAdding = isOwner && params.has("add");
  const setAdding = (adds: boolean) => setQuery({ add: adds ? "1" : null });
  const [link, setLink] = useState<{ readonly email: string; readonly link: SignInLink }>();
  return (
    <Card
      aside={
        isOwner && (
          <Button icon="plus" look="main" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        )
      }
      isFlush={true}
      title={words.title}
    >
      <Loaded name={words.title} query={query}>
        {(pages) => (
          <ul className="rows">
            {pages
              .flatMap((page) => page.members)
              .map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  onLink={(made) => setLink({ email: member.email, link: made })}
                />
              ))}
          </ul>
        )}
      </Loaded>
      <p className="card-foot hint">{words.rolesHint}</p>
      <NewMemberModal
        isOpen={isAdding}
        onAdded={(email, made) => {
          setAdding(false);
          setLink({ email, link: made });
        }}
        onClose={() => setAdding(false)}
      />
      <LinkModal
        made={link}
        onClose={() => setLink(undefined)}
        returnTo={() => document.getElementById(rowId(link?.email ?? ""))}
      />
    </Card>
  );
}

function rowId(email: string): string {
  return `member ${email.toLowerCase()}`;
}

const roles: readonly Role[] = ["viewer", "member", "admin", "owner"];

function MemberRow({
  member,
  onLink,
}: {
  readonly member: Member;
  readonly onLink: (link: SignInLink) => void;
}): ReactElement {
  const { user } = useSession();
  const isOwner = useMay("owner");
  const [opened, setOpened] = useState<"remove" | "environments" | null>(null);
  const rolesThere = useEnvironmentRoleWords(member);
  const setRole = useChange("PATCH /members/:user");
  const reset = useChange("POST /members/:user/link", { onDone: ({ link }) => onLink(link) });
  const params = { user: member.id };
  const close = () => setOpened(null);
  return (
    <li className="row" id={rowId(member.email)}>
      <Avatar name={member.name} />
      <div className="row-main">
        <b>
          {member.name} {member.id === user?.id && <span className="tag">{words.you}</span>}
        </b>
        <small>
          {member.email} · <MemberStatus member={member} />
        </small>
        {rolesThere.length > 0 && <small>{rolesThere.join(", ")}</small>}
      </div>
      {!isOwner && <span className="row-value">{words.roles[member.role]}</span>}
      {isOwner && (
        <select
          aria-label={fill(words.roleOf, { name: member.name })}
          className="input select role-select"
          disabled={setRole.isPending}
          onChange={({ target }) => {
            const role = roles.find((each) => each === target.value);
            if (role !== undefined) {
              setRole.mutate({ params, body: { role } });
            }
          }}
          value={member.role}
        >
          {roles.map((role) => (
            <option key={role} value={role}>
              {words.roles[role]}
            </option>
          ))}
        </select>
      )}
      {isOwner && (
        <Menu
          actions={[
            ...(member.role === "owner"
              ? []
              : [
                  {
                    label: words.environments,
                    icon: "environments" as const,
                    onChoose: () => setOpened("environments"),
                  },
                ]),
            {
              label: words.newLink,
              icon: "key",
              onChoose: () => reset.mutate({ params, body: {} }),
            },
            {
              label: texts.common.remove,
              icon: "trash",
              isDanger: true,
              onChoose: () => setOpened("remove"),
            },
          ]}
          label={fill(words.actionsOf, { name: member.name })}
        />
      )}
      <RemoveMember isOpen={opened === "remove"} member={member} onClose={close} />
      <MemberEnvironments isOpen={opened === "environments"} member={member} onClose={close} />
    </li>
  );
}

function MemberStatus({ member }: { readonly member: Member }): ReactElement {
  if (member.linkEndsAt !== null) {
    return (
      <>
        {words.linkOpen} <RelativeTime at={member.linkEndsAt} />
      </>
    );
  }
  if (!member.hasPassword) {
    return <>{words.noPassword}</>;
  }
  return (
    <>
      {words.seen} <RelativeTime at={member.lastSeenAt} />
    </>
  );
}

function RemoveMember({
  member,
  isOpen,
  onClose,
}: {
  readonly member: Member;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const remove = useChange("DELETE /members/:user", {
    onDone: ({ activeTokens }) => {
      onClose();
      showDone(
        activeTokens.length === 0
          ? fill(words.removed, { name: member.name })
          : fill(words.tokensStay, { tokens: activeTokens.join(", ") }),
      );
    },
  });
  return (
    <ConfirmByName
      action={texts.common.remove}
      description={words.removeText}
      isBusy={remove.isPending}
      isDanger={true}
      isOpen={isOpen}
      name={member.email}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { user: member.id }, body: {} })}
      title={fill(words.removeTitle, { name: member.name })}
    />
  );
}
