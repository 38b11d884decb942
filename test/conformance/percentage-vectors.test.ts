import { expect, test } from "bun:test";
import { ActorCheckModel } from "../../src/api/flipper/features/feature-model.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { modelled } from "../helpers/modelled.ts";
import vectors from "../vectors/percentage_of_actors.json" with { type: "json" };

const ofOneActor = vectors.filter(({ actors }) => actors.length === 1);
const percentages = [...new Set(vectors.map(({ percentage }) => percentage))];

/** The public client allows names with outer white space, but HTTP cannot create them. */
const isNameable = ({ feature }: { feature: string }) => feature.trim() === feature;

describeMountable("percentage_of_actors (docs/clients.md#percentage-of-actors)", (api) => {
  test.each(percentages)("every test vector of one actor at %i percent", async (percentage) => {
    const rows = ofOneActor.filter((row) => row.percentage === percentage).filter(isNameable);
    expect(rows.length).toBeGreaterThan(0);
    const gate = { percentage_of_actors: String(percentage) };
    await api.import(Object.fromEntries(rows.map(({ feature }) => [feature, gate])));
    for (const { feature, actors, enabled } of rows) {
      const [flipperId = ""] = actors;
      const [, body] = await api.actors.check(flipperId, `keys=${encodeURIComponent(feature)}`);
      const { features } = modelled(ActorCheckModel, body);
      expect({ feature, flipperId, answer: features[feature] }).toEqual({
        feature,
        flipperId,
        answer: { enabled },
      });
    }
  });
});
