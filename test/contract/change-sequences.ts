import fc from "fast-check";
import type { Map as ImmutableMap } from "immutable";
import { parseExpression } from "../../src/expressions/expression.ts";
import { applyChange } from "../../src/model/apply-change.ts";
import { auditActions } from "../../src/model/audit.ts";
import type { Change } from "../../src/model/change.ts";
import { longevities } from "../../src/model/feature.ts";
import { type EntityKind, emptyState, type State } from "../../src/model/state.ts";
import { closedGates, type Gates } from "../../src/toggles/gates.ts";
import { sortedSet } from "../../src/toggles/sorted-set.ts";
import * as noun from "./nouns.ts";

/** What to do next; numbers pick among what there is when its turn comes. */
interface Intent {
  readonly kind: Change["kind"];
  readonly picks: readonly number[];
  readonly isNew: boolean;
  readonly text: string;
  readonly gates: Gates;
}

const text = fc.oneof(
  fc.constantFrom(...noun.strangeTexts),
  fc.string({ unit: "binary", minLength: 1, maxLength: 8 }),
);
const texts = fc.array(text, { maxLength: 4 }).map(sortedSet);
const percentage = fc.integer({ min: 0, max: 100 });
const expression = fc.constantFrom(
  null,
  noun.fullGates.expression,
  parseExpression({ PercentageOfActors: ["é", 12.5] }),
);
const gates = fc.oneof(
  fc.constant(closedGates),
  fc.record({
    boolean: fc.boolean(),
    expression,
    groups: texts,
    actors: texts,
    percentageOfActors: percentage,
    percentageOfTime: percentage,
  }),
);

/** Exhaustive, so that a new kind of change cannot be left out of the property. */
const weights: Readonly<Record<Change["kind"], number>> = {
  "organization.saved": 1,
  "project.saved": 2,
  "user.saved": 2,
  "organization.member_added": 1,
  "organization.member_removed": 1,
  "project.member_added": 1,
  "project.member_removed": 1,
  "environment.created": 4,
  "environment.deleted": 1,
  "token.saved": 2,
  "group.added": 2,
  "group.removed": 1,
  "feature.saved": 4,
  "feature.removed": 1,
  "gates.written": 8,
  "override.dropped": 1,
  "audit.recorded": 3,
  "revision.advanced": 2,
};
export const changeKinds = Object.keys(weights) as readonly Change["kind"][];

const intent: fc.Arbitrary<Intent> = fc.record({
  kind: fc.oneof(
    ...changeKinds.map((kind) => ({ arbitrary: fc.constant(kind), weight: weights[kind] })),
  ),
  picks: fc.array(fc.nat({ max: 1_000 }), { minLength: 3, maxLength: 3 }),
  isNew: fc.boolean(),
  text,
  gates,
});

/** Valid changes from the empty state on, in the portions that are committed together. */
export const changeSequences: fc.Arbitrary<readonly (readonly Change[])[]> = fc
  .array(fc.array(intent, { minLength: 1, maxLength: 12 }), { maxLength: 8 })
  .map((portions) => {
    let state = noun.foundation.reduce(applyChange, emptyState);
    const sequence: (readonly Change[])[] = [noun.foundation];
    for (const portion of portions) {
      const changes: Change[] = [];
      for (const wish of portion) {
        const change = new Fulfilment(state, wish).change();
        if (change !== null) {
          changes.push(change);
          state = applyChange(state, change);
        }
      }
      sequence.push(changes);
    }
    return sequence;
  });

/** Makes of an intent the change it stands for in a state; null where there is nothing to change. */
class Fulfilment {
  readonly #state: State;
  readonly #wish: Intent;

  constructor(state: State, wish: Intent) {
    this.#state = state;
    this.#wish = wish;
  }

  change(): Change | null {
    const { kind, text: name } = this.#wish;
    const projectId = this.#one(this.#state.projects, 0).id;
    switch (kind) {
      case "organization.saved": {
        const id = this.#id("organization", this.#one(this.#state.organizations, 0).id);
        const planOverrides = { auditEventsMax: this.#pick(0), tokensPerEnvironmentMax: 3 };
        return { kind, organization: noun.organization(id, { name, plan: "team", planOverrides }) };
      }
      case "project.saved": {
        const organizationId = this.#one(this.#state.organizations, 1).id;
        const known = this.#wish.isNew ? { organizationId } : this.#one(this.#state.projects, 0);
        const id = this.#id("project", projectId);
        return {
          kind,
          project: noun.project(id, { ...known, id, name, isStrictAboutGroups: true }),
        };
      }
      case "user.saved":
        return { kind, user: noun.user(this.#id("user", this.#userId(0)), { name }) };
      case "organization.member_added":
      case "organization.member_removed": {
        const organizationId = this.#one(this.#state.organizations, 0).id;
        return { kind, organizationId, userId: this.#userId(1) };
      }
      case "project.member_added":
      case "project.member_removed":
        return { kind, projectId, userId: this.#userId(1) };
      case "group.added":
      case "group.removed":
        return { kind, projectId, name };
      case "revision.advanced":
        return { kind, projectId, revision: this.#nextRevision(projectId) };
      default:
        return this.#inEnvironment(kind, projectId);
    }
  }

  #inEnvironment(
    kind: Exclude<Change["kind"], "revision.advanced">,
    projectId: number,
  ): Change | null {
    const environment = this.#one(this.#state.environments, 1);
    switch (kind) {
      case "environment.created":
        return { kind, environment: this.#newEnvironment(projectId) };
      case "environment.deleted":
        return environment.kind === "production" ? null : { kind, environmentId: environment.id };
      case "token.saved":
        return { kind, token: this.#token(environment.id) };
      case "audit.recorded":
        return { kind, audit: this.#audit(environment.id) };
      case "feature.saved":
        return this.#saveFeature(projectId);
      default:
        return this.#ofFeature(kind, environment.id, environment.projectId);
    }
  }

  #ofFeature(kind: Change["kind"], environmentId: number, projectId: number): Change | null {
    const features = this.#state.features.get(projectId);
    if (features === undefined || features.isEmpty()) {
      return null;
    }
    const feature = this.#one(features, 2);
    switch (kind) {
      case "feature.removed":
        return { kind, feature };
      case "override.dropped":
        return { kind, environmentId, feature };
      case "gates.written": {
        const before = this.#state.toggles.get(environmentId)?.get(feature.key)?.gates ?? null;
        return { kind, environmentId, feature, before, after: this.#wish.gates };
      }
      default:
        return null;
    }
  }

  #saveFeature(projectId: number): Change {
    const known = this.#state.features.get(projectId)?.get(this.#wish.text);
    const described = {
      description: this.#wish.text,
      longevity: longevities[this.#pick(1) % longevities.length] ?? null,
      tags: this.#wish.gates.groups,
      ownerId: this.#userId(2),
    };
    const fresh = noun.feature(this.#next("feature"), {
      projectId,
      key: this.#wish.text,
      creatorId: this.#userId(1),
    });
    return { kind: "feature.saved", feature: { ...(known ?? fresh), ...described } };
  }

  #newEnvironment(projectId: number) {
    return noun.environment(this.#next("environment"), {
      projectId,
      name: this.#wish.text,
      kind: this.#state.productions.has(projectId) ? "custom" : "production",
      memberId: this.#wish.isNew ? this.#userId(2) : null,
      creatorTokenId: this.#wish.isNew ? this.#pick(2) : null,
    });
  }

  #token(environmentId: number) {
    const known =
      this.#wish.isNew || this.#state.tokens.isEmpty() ? null : this.#one(this.#state.tokens, 2);
    return known === null
      ? noun.token(this.#next("token"), { environmentId, name: this.#wish.text, isPreview: true })
      : { ...known, name: this.#wish.text, revokedAt: this.#pick(2) };
  }

  #audit(environmentId: number) {
    return noun.audit({
      environmentId,
      actor: { type: "Token", id: this.#wish.text },
      action: auditActions[this.#pick(2) % auditActions.length] ?? "mirror",
      featureKey: this.#wish.text,
      value: this.#wish.isNew ? this.#wish.text : null,
    });
  }

  #nextRevision(projectId: number): number {
    return (this.#state.revisions.get(projectId) ?? 0) + 1 + this.#pick(2);
  }

  #userId(place: number): number {
    return this.#one(this.#state.users, place).id;
  }

  #id(name: EntityKind, known: number): number {
    return this.#wish.isNew ? this.#next(name) : known;
  }

  #next(name: EntityKind): number {
    return this.#state.lastIds[name] + 1;
  }

  #pick(place: number): number {
    return this.#wish.picks[place] ?? 0;
  }

  #one<Value>(
    values: ImmutableMap<number, Value> | ImmutableMap<string, Value>,
    place: number,
  ): Value {
    const list = [...values.values()];
    const value = list[this.#pick(place) % list.length];
    if (value === undefined) {
      throw new Error("There is nothing to pick from");
    }
    return value;
  }
}
