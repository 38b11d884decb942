import type { Role } from "../../api/admin/contract/member-models.ts";
import { useEnvironments } from "../paths/environment.ts";
import { useRoleCheck, useSession } from "../session/session.ts";
import { settingsTexts } from "../texts/settings-texts.ts";

const { settings: words } = settingsTexts;

const sections = [
  section("account", "viewer", true),
  section("members", "viewer", true),
  section("sign-on", "owner", true),
  section("trust", "owner", true),
  section("groups", "viewer", false),
  section("plan", "viewer", true),
  section("cleanup", "viewer", false),
  section("issues", "viewer", false),
  section("webhooks", "admin", true),
  section("transfer", "viewer", false),
  section("keys", "admin", false),
  section("backups", "owner", false),
  section("about", "viewer", false),
] as const;

export type SettingsSection = (typeof sections)[number];

type Name =
  | "account"
  | "members"
  | "sign-on"
  | "trust"
  | "groups"
  | "plan"
  | "cleanup"
  | "issues"
  | "webhooks"
  | "transfer"
  | "keys"
  | "backups"
  | "about";

/** The sections that show one environment. */
export const ofEnvironment: ReadonlySet<Name> = new Set(["webhooks", "transfer"]);

function section(name: Name, role: Role, hostedOnly: boolean) {
  return { name, path: `/settings/${name}`, label: words[name].title, role, hostedOnly };
}

/** The pages of the settings that the person may see. */
export function useSettingsSections(): readonly SettingsSection[] {
  const { mode } = useSession();
  const { environment } = useEnvironments();
  const may = useRoleCheck();
  return sections.filter(
    ({ name, role, hostedOnly }) =>
      may(role, ofEnvironment.has(name) ? environment.id : undefined) &&
      (mode === "hosted" || !hostedOnly),
  );
}
