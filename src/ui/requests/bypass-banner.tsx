import type { ReactElement } from "react";
import { useLocation } from "wouter";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { ApprovalStyles } from "../approvals/approval-styles.tsx";
import { useMayApprove } from "../approvals/may-approve.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { relativeTime, useNow } from "../parts/relative-time.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { pathIn } from "../paths/environment-path.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { policyTexts } from "../texts/policy-texts.ts";
import { nameOf } from "./request-words.ts";

const words = policyTexts.bypassed;

/** A red line after a change without approval, until an approver has looked at it. */
export function BypassBanner(): ReactElement | null {
  const environment = useEnvironment();
  const { rules, bypasses } = usePolicy(environment.id);
  const mayConfirm = useMayApprove(rules?.rules ?? [], environment.id);
  const now = useNow();
  const [, navigate] = useLocation();
  const confirm = useChange("POST /environments/:environment/policy/confirmations", {
    onDone: () => showDone(words.confirmed),
  });
  const last = bypasses.reduce<(typeof bypasses)[number] | null>(
    (latest, each) => (latest === null || each.at > latest.at ? each : latest),
    null,
  );
  if (last === null) {
    return null;
  }
  const values = {
    environment: environment.name,
    name: nameOf(last.actor),
    time: relativeTime(last.at, now),
    reason: last.reason,
  };
  return (
    <div className="notice notice-danger" role="alert">
      <ApprovalStyles />
      <Icon name="warning" />
      <p>
        {bypasses.length === 1
          ? fill(words.one, values)
          : fill(words.many, { ...values, count: formatNumber(bypasses.length) })}
      </p>
      <Button
        isSmall={true}
        onClick={() => navigate(pathIn(environment, "/audits", { environment: environment.slug }))}
      >
        {words.show}
      </Button>
      {mayConfirm && (
        <Button
          isBusy={confirm.isPending}
          isSmall={true}
          onClick={() =>
            confirm.mutate({ params: { environment: environment.id }, body: { until: last.at } })
          }
        >
          {words.confirm}
        </Button>
      )}
    </div>
  );
}
