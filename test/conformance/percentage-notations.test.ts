import { expect, test } from "bun:test";
import { type Call, formType, jsonType, shown } from "../helpers/api-client.ts";
import { describeMountable } from "../helpers/describe-mountable.ts";

const form = (body: string): Call => ({ body, headers: formType });
const json = (body: string): Call => ({ body, headers: jsonType });

/** What clients send for a whole number; the Ruby client sends 25.0 as the text "25.0". */
const whole: readonly [Call, number][] = [
  [json('{"percentage":"25"}'), 25],
  [json('{"percentage":"25.0"}'), 25],
  [json('{"percentage":"025.000"}'), 25],
  [json('{"percentage":"2.5e1"}'), 25],
  [json('{"percentage":"250E-1"}'), 25],
  [form("percentage=25.0"), 25],
  [form("percentage=100.0"), 100],
  [json('{"percentage":25.0}'), 25],
  [json('{"percentage":2.5e1}'), 25],
  [json('{"percentage":"0.0"}'), 0],
];

/** Decimals that a JavaScript number takes for a whole number. */
const decimals: readonly Call[] = [
  json('{"percentage":"99.99999999999999999"}'),
  form("percentage=99.99999999999999999"),
  json('{"percentage":"1e-400"}'),
  json('{"percentage":"100.00000000000000001"}'),
];

describeMountable("percentages (docs/api.md#gate-routes)", (api) => {
  test.each(whole.map(([call, value]) => [shown(call), call, value] as const))(
    "%s is a whole number",
    async (_name, call, value) => {
      for (const gate of ["percentage_of_actors", "percentage_of_time"]) {
        const [response, body] = await api.call("POST", `/features/search/${gate}`, call);
        expect(response.status).toBe(200);
        expect(body).toMatchObject({
          gates: expect.arrayContaining([{ key: gate, name: gate, value }]),
        });
      }
    },
  );

  test.each(decimals.map((call) => [shown(call), call] as const))(
    "%s has decimals, and is refused",
    async (_name, call) => {
      for (const gate of ["percentage_of_actors", "percentage_of_time"]) {
        const [response, body] = await api.call("POST", `/features/search/${gate}`, call);
        expect(response.status).toBe(422);
        expect(body).toMatchObject({ code: 3 });
      }
    },
  );
});
