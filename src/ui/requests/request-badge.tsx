import type { ReactElement } from "react";
import { Icon } from "../parts/icon.tsx";
import type { RequestRow } from "./open-requests.ts";
import { type Badge, stateBadge } from "./request-words.ts";

const icons = { plain: null, good: "check", warning: "warning", danger: null } as const;
const classes: Readonly<Record<Badge["look"], string>> = {
  plain: "badge",
  good: "badge badge-on",
  warning: "badge badge-warning",
  danger: "badge badge-danger",
};

export function RequestBadge({ request }: { readonly request: RequestRow }): ReactElement {
  const { look, text } = stateBadge(request);
  const icon = icons[look];
  return (
    <span className={classes[look]}>
      {icon !== null && <Icon name={icon} />}
      {text}
    </span>
  );
}
