import type { Caller } from "../../core/model/caller.ts";
import { Draft } from "../../core/model/draft.ts";
import type { OnPercentagesRounded } from "../../core/percentages/rounded-percentages.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import type { ImportedFeatures, WantedImport } from "../commands/import-commands.ts";
import { ImportSize } from "../commands/import-size.ts";
import { runInStepsAs } from "../commands/permit-changes.ts";
import { findRetired } from "../commands/retired-commands.ts";
import { type ImportRules, noImportRules } from "../imports/imported-gates.ts";
import type { Writer } from "../writer/writer.ts";
import { allowedImportSteps, countedImportSteps, isAllowedGroup } from "./allowed-import-steps.ts";
import { FeatureReads, type FeatureReadsOptions } from "./feature-reads.ts";
import {
  type PeerImportResult,
  peerImportSteps,
  type WantedPeerImport,
} from "./peer-import-steps.ts";
import type { ImportPreview } from "./summarize-import.ts";

export interface FeatureServiceOptions extends FeatureReadsOptions {
  readonly writer: Writer;
  readonly groupPolicy: GroupPolicy;
  /** If set, decimals of percentages are rounded; otherwise they are refused. */
  readonly onPercentagesRounded?: OnPercentagesRounded | undefined;
}

/** Imports features (docs/api.md#import-and-export). */
export class FeatureImports extends FeatureReads {
  readonly #options: FeatureServiceOptions;

  constructor(options: FeatureServiceOptions) {
    super(options);
    this.#options = options;
  }

  get onPercentagesRounded(): OnPercentagesRounded | undefined {
    return this.#options.onPercentagesRounded;
  }

  /**
   * The rules for one import of the caller, from the current state. They refuse it while it is
   * read, so that little of it is in memory; `import` decides by the state of its commit.
   */
  importRules(caller: Caller): ImportRules {
    const { groupPolicy, checkInputs, writer, onPercentagesRounded } = this.#options;
    const draft = new Draft(writer.state, checkInputs.now());
    const size = new ImportSize(writer.state, caller);
    return {
      ...noImportRules,
      allowsGroup: (group) => isAllowedGroup(() => groupPolicy(draft, caller, group, true)),
      addFeature: (key, gates) => {
        if (findRetired(writer.state, caller.environment.projectId, key) === undefined) {
          size.add(key, gates);
        }
      },
      onPercentagesRounded,
    };
  }

  /**
   * Replaces the caller's environment by an import. Allows unregistered groups, as clients do that
   * send an import. Resolves with how many features were left out because their keys are retired.
   * Throws `import_invalid` for a group that may not be enabled.
   */
  import(caller: Caller, features: ImportedFeatures): Promise<number> {
    const { writer, groupPolicy } = this.#options;
    const options = { groupPolicy, mode: "replace" } as const;
    return writer.submitInSteps((draft) =>
      runInStepsAs(draft, caller, allowedImportSteps(draft, caller, features, options)),
    );
  }

  /** As `import`, and resolves with the changes of its commit. */
  importAndCount(caller: Caller, wanted: WantedImport): Promise<ImportPreview> {
    const { writer, groupPolicy } = this.#options;
    return writer.submitInSteps((draft) =>
      runInStepsAs(draft, caller, countedImportSteps(draft, caller, wanted, groupPolicy)),
    );
  }

  /** The changes of an import on a draft that is never committed; rejects as the import would. */
  async previewImport(caller: Caller, wanted: WantedImport): Promise<ImportPreview> {
    const { writer, groupPolicy, checkInputs } = this.#options;
    const draft = new Draft(writer.state, checkInputs.now());
    return inSlices(countedImportSteps(draft, caller, wanted, groupPolicy));
  }

  /** Imports features of another system, and resolves with what happened to each of them. */
  importFromPeer(caller: Caller, wanted: WantedPeerImport): Promise<PeerImportResult> {
    const { writer, groupPolicy } = this.#options;
    return writer.submitInSteps((draft) =>
      runInStepsAs(draft, caller, peerImportSteps(draft, caller, wanted, groupPolicy)),
    );
  }

  /** As `importFromPeer`, on a draft that is never committed. */
  async previewPeerImport(caller: Caller, wanted: WantedPeerImport): Promise<PeerImportResult> {
    const { writer, groupPolicy, checkInputs } = this.#options;
    const draft = new Draft(writer.state, checkInputs.now());
    return inSlices(peerImportSteps(draft, caller, wanted, groupPolicy));
  }
}
