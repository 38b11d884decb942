import { expect, test } from "bun:test";
import { describeMountable } from "../helpers/describe-mountable.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { featureObject } from "../helpers/feature-object.ts";

const percentageGates = ["percentage_of_actors", "percentage_of_time"] as const;

const longest = {
  "255 characters of ASCII": "x".repeat(255),
  "255 characters of four bytes": "🎉".repeat(255),
};

/** Characters of one, two and four bytes in UTF-8. */
const characters = ["x", "é", "🎉"];

describeMountable(
  "limits of values (docs/api.md#limits)",
  (api) => {
    test.each([...percentageGates])("%s accepts every integer from 0 to 100", async (gate) => {
      for (const send of [api, api.sending("json")]) {
        for (let percentage = 100; percentage >= 0; percentage--) {
          const [response, body] = await send.gates.post("search", gate, { percentage });
          const state =
            percentage === 0
              ? "off"
              : percentage === 100 && gate === "percentage_of_time"
                ? "on"
                : "conditional";
          expect(response.status).toBe(200);
          expect(body).toEqual(featureObject("search", state, { [gate]: percentage }));
        }
      }
    });

    test.each([...percentageGates])("%s refuses -1 and 101", async (gate) => {
      for (const percentage of [-1, 101]) {
        for (const send of [api, api.sending("json")]) {
          await expectRefused(send, { status: 422, code: 3 }, () =>
            send.gates.post("search", gate, { percentage }),
          );
        }
      }
    });

    test.each(Object.entries(longest))("a feature name may have %s", async (_name, name) => {
      const [created] = await api.features.create(name);
      expect(created.status).toBe(200);
      const [response, body] = await api.gates.post(name, "boolean");
      expect(response.status).toBe(200);
      expect(body).toEqual(featureObject(name, "on", { boolean: true }));
    });

    test.each(characters)("an actor id may have 1,024 of %s and no more", async (character) => {
      const flipper_id = character.repeat(1024);
      const [response, body] = await api.gates.post("search", "actors", { flipper_id });
      expect(response.status).toBe(200);
      expect(body).toEqual(featureObject("search", "conditional", { actors: [flipper_id] }));
      const [checked, check] = await api.actors.check(flipper_id);
      expect(checked.status).toBe(200);
      expect(check).toEqual({ flipper_id, features: { search: { enabled: true } } });
      const more = `${flipper_id}${character}`;
      const refused = { status: 422, code: 4 };
      await expectRefused(api, refused, () =>
        api.gates.post("search", "actors", { flipper_id: more }),
      );
      await expectRefused(api, refused, () => api.actors.check(more));
    });

    test.each(characters)("a group name may have 255 of %s and no more", async (character) => {
      const name = character.repeat(255);
      const any = "allow_unregistered_groups=true";
      const [response, body] = await api.gates.post("search", "groups", { name }, any);
      expect(response.status).toBe(200);
      expect(body).toEqual(featureObject("search", "conditional", { groups: [name] }));
      await expectRefused(api, { status: 422, code: 5 }, () =>
        api.gates.post("search", "groups", { name: `${name}${character}` }, any),
      );
    });

    test("a gate may have 1,000 groups and no more", async () => {
      const groups = Array.from({ length: 1_001 }, (_, index) => `group-${index}`);
      expect((await api.import({ search: { groups: groups.slice(1) } }))[0].status).toBe(204);
      const refused = { status: 422, code: "parameter_invalid" };
      await expectRefused(api, refused, () =>
        api.gates.post("search", "groups", { name: "group-0" }, "allow_unregistered_groups=true"),
      );
      await expectRefused(api, { status: 422, code: 6 }, () => api.import({ search: { groups } }));
    });

    test("a gate may have 100,000 actors and no more", async () => {
      const actors = Array.from({ length: 100_001 }, (_, index) => `${index}`);
      expect((await api.import({ search: { actors: actors.slice(1) } }))[0].status).toBe(204);
      const refused = { status: 422, code: "quota_exceeded" };
      await expectRefused(api, refused, () =>
        api.gates.post("search", "actors", { flipper_id: "0" }),
      );
      await expectRefused(api, refused, () => api.import({ search: { actors } }));
      await api.import({});
    });
  },
  { groups: ["admins"] },
);
