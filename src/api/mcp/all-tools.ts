import { explainTool } from "./explain-tool.ts";
import { featureLifeTools } from "./feature-life-tools.ts";
import { featureTools } from "./feature-tools.ts";
import { gateTools } from "./gate-tools.ts";
import { historyTools } from "./history-tools.ts";
import { planTool } from "./plan-tool.ts";
import type { Tool } from "./tool.ts";

/** All tools (docs/mcp.md#tools). */
export const allTools: readonly Tool[] = [
  ...featureTools,
  explainTool,
  planTool,
  ...featureLifeTools,
  ...gateTools,
  ...historyTools,
];
