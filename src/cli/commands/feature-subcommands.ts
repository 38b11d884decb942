import type { SubcommandGroup } from "../subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { commentSubcommands } from "./comment-subcommands.ts";
import { featureCopySubcommand } from "./feature-copy-subcommand.ts";
import { featureCreateSubcommand } from "./feature-create-subcommand.ts";
import { featureDescribeSubcommand } from "./feature-describe-subcommand.ts";
import { featureDisableSubcommand, featureEnableSubcommand } from "./feature-gate-subcommands.ts";
import { featureImpactSubcommand } from "./feature-impact-subcommand.ts";
import { featureListSubcommand } from "./feature-list-subcommand.ts";
import { featureClearSubcommand, featureDeleteSubcommand } from "./feature-removal-subcommands.ts";
import { featureRollbackSubcommand } from "./feature-rollback-subcommand.ts";
import { featureShowSubcommand } from "./feature-show-subcommand.ts";
import {
  featureFreeSubcommand,
  featureRetiredSubcommand,
  featureRetireOnDeleteSubcommand,
} from "./retired-key-subcommands.ts";

interface FeatureCommandServices extends ApiSenders {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** `gatehouse feature …`: features, their gates and their descriptions. */
export function featureSubcommands(services: FeatureCommandServices): SubcommandGroup {
  return {
    name: "feature",
    summary: "Lists, shows, creates, enables, disables and describes features.",
    commands: [
      featureListSubcommand(services),
      featureShowSubcommand(services),
      featureCreateSubcommand(services),
      featureEnableSubcommand(services),
      featureDisableSubcommand(services),
      featureImpactSubcommand(services),
      featureClearSubcommand(services),
      featureDeleteSubcommand(services),
      featureRetiredSubcommand(services),
      featureFreeSubcommand(services),
      featureRetireOnDeleteSubcommand(services),
      featureDescribeSubcommand(services),
      ...commentSubcommands(services, "feature"),
      featureRollbackSubcommand(services, services.now),
      featureCopySubcommand(services),
    ],
  };
}
