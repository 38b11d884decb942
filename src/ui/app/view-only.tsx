import { type ReactElement, useState } from "react";
import { useLocation } from "wouter";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { roleIn, useSession } from "../session/session.ts";
import { useMembers } from "../session/use-members.ts";
import { texts } from "../texts/texts.ts";

const words = texts.app.viewOnly;
/** Pages on which viewers miss nothing. */
const withoutControls = ["/telemetry", "/settings/account", "/settings/about", "/get-started"];
/** Settings of one environment. */
const ofEnvironment = ["/settings/webhooks", "/settings/transfer"];

/** Says on each page with controls that a viewer cannot change anything, and whom to ask for access. */
export function ViewOnly(): ReactElement | null {
  const session = useSession();
  const { readOnly, user } = session;
  const { id } = useEnvironment();
  const [location] = useLocation();
  const [isAsking, setAsking] = useState(false);
  const role = roleIn(session, isOfOrganization(location) ? undefined : id);
  if (role !== "viewer" || readOnly !== null || withoutControls.includes(location)) {
    return null;
  }
  return (
    <div className="view-only">
      <Icon name="shield" />
      <p>{words.text}</p>
      {user !== null && (
        <Button look="plain" onClick={() => setAsking(true)}>
          {words.ask}
        </Button>
      )}
      <Modal
        description={words.askText}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.ask}
      >
        <Owners />
        <footer className="modal-foot">
          <Button look="main" onClick={() => setAsking(false)}>
            {texts.common.close}
          </Button>
        </footer>
      </Modal>
    </div>
  );
}

/** Whether a page is about the organization, whatever environment is chosen. */
function isOfOrganization(location: string): boolean {
  return location.startsWith("/settings/") && !ofEnvironment.includes(location);
}

function Owners(): ReactElement {
  const query = useMembers();
  return (
    <Loaded lines={1} query={query}>
      {(pages) => (
        <ul className="view-only-owners">
          {pages
            .flatMap((page) => page.members)
            .filter(({ role }) => role === "owner")
            .map(({ id, name, email }) => (
              <li key={id}>
                <b>{name}</b>{" "}
                <a className="link" href={`mailto:${email}`}>
                  {email}
                </a>
              </li>
            ))}
        </ul>
      )}
    </Loaded>
  );
}
