import type { ReactElement } from "react";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import type { Member } from "../../api/admin/contract/member-models.ts";
import { useChange } from "../api/use-answer.ts";
import { Modal } from "../dialogs/modal.tsx";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import { Button } from "../parts/button.tsx";
import { useEnvironments } from "../paths/environment.ts";
import { fill } from "../texts/fill.ts";
import { settingsTexts } from "../texts/settings-texts.ts";
import { texts } from "../texts/texts.ts";

const { members: words } = settingsTexts.settings;
const roles = ["viewer", "member", "admin"] as const;
/** The role in the organization counts. */
const asEverywhere = "";

/** The role of a member in each environment. */
export function MemberEnvironments({
  member,
  isOpen,
  onClose,
}: {
  readonly member: Member;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}): ReactElement {
  const { environments } = useEnvironments();
  return (
    <Modal
      description={fill(words.environmentsText, { role: words.roles[member.role] })}
      isOpen={isOpen}
      onClose={onClose}
      title={fill(words.environmentsTitle, { name: member.name })}
    >
      <ul className="rows member-environments">
        {environments
          .filter(({ state }) => state !== "personal")
          .map((environment) => (
            <EnvironmentRole environment={environment} key={environment.id} member={member} />
          ))}
      </ul>
      <footer className="modal-foot">
        <Button look="main" onClick={onClose}>
          {texts.common.close}
        </Button>
      </footer>
    </Modal>
  );
}

function EnvironmentRole({
  member,
  environment,
}: {
  readonly member: Member;
  readonly environment: EnvironmentRow;
}): ReactElement {
  const set = useChange("PUT /members/:user/environments/:environment");
  const clear = useChange("DELETE /members/:user/environments/:environment");
  const { role = asEverywhere } =
    member.environmentRoles.find(({ environmentId }) => environmentId === environment.id) ?? {};
  const params = { user: member.id, environment: environment.id };
  return (
    <li className="row">
      <EnvironmentDot environment={environment} />
      <span className="row-main">{environment.name}</span>
      <select
        aria-label={fill(words.roleIn, { name: member.name, environment: environment.name })}
        className="input select role-select"
        disabled={set.isPending || clear.isPending}
        onChange={({ target }) => {
          const chosen = roles.find((each) => each === target.value);
          if (chosen === undefined) {
            clear.mutate({ params });
          } else {
            set.mutate({ params, body: { role: chosen } });
          }
        }}
        value={role}
      >
        <option value={asEverywhere}>
          {fill(words.asEverywhere, { role: words.roles[member.role] })}
        </option>
        {roles.map((each) => (
          <option key={each} value={each}>
            {words.roles[each]}
          </option>
        ))}
      </select>
    </li>
  );
}

/** The roles of a member that count in single environments, such as "Viewer in Production". */
export function useEnvironmentRoleWords({ role, environmentRoles }: Member): readonly string[] {
  const { environments } = useEnvironments();
  if (role === "owner") {
    return [];
  }
  return environmentRoles.map((each) => {
    const here = environments.find(({ id }) => id === each.environmentId)?.name;
    const elsewhere = fill(words.ofProject, { name: each.environment, project: each.project });
    return fill(words.roleThere, {
      role: words.roles[each.role],
      environment: here ?? elsewhere,
    });
  });
}
