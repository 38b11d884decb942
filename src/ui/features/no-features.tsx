import type { ReactElement } from "react";
import { EmptyState } from "../parts/empty-state.tsx";
import { useSession } from "../session/session.ts";
import { texts } from "../texts/texts.ts";

/** An empty list, with the request that an application would send. */
export function NoFeatures(): ReactElement {
  const { apiPath, mode } = useSession();
  const token = mode === "hosted" ? " -H 'Flipper-Cloud-Token: TOKEN'" : "";
  return (
    <EmptyState
      command={`curl${token} -d name=search_v2 ${window.location.origin}${apiPath}/features`}
      icon="features"
      title={texts.features.emptyTitle}
    >
      {texts.features.emptyText}
    </EmptyState>
  );
}
