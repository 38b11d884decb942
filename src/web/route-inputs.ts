import { type TSchema, Type } from "@sinclair/typebox";
import { descriptionLengthMax, tagLengthMax, tagsMax } from "../commands/feature-description.ts";
import { longevities } from "../model/feature.ts";
import { finishedAfterDaysBounds, finishedLongevities } from "../model/finished-rule.ts";
import { planNames } from "../model/plan.ts";
import { roles } from "../model/role.ts";
import { tokenAccesses } from "../model/token.ts";
import { emailLengthMax } from "../text/person-text.ts";
import { linePattern, linesPattern, listedPattern } from "../text/text-patterns.ts";
import { featureKeyLengthMax } from "../toggles/feature-key.ts";
import { actorIdLengthMax, groupNameLengthMax } from "../toggles/gates.ts";
import { jsonBody, noBody, noQuery, queryFields } from "./read-input.ts";
import type { RouteInputs } from "./serve.ts";

const exact = { additionalProperties: false } as const;

/** Texts are as long as UTF-16 counts; the commands count code points where that is the rule. */
const surrogates = 2;

const text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength });
const words = <const Word extends string>(list: readonly Word[]) =>
  Type.Union(list.map((word) => Type.Literal(word)));
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const integer = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
const body = <Schema extends TSchema>(schema: Schema, bytesMax?: number) => ({
  readBody: jsonBody(schema, bytesMax),
  readQuery: noQuery,
});
const query = <Schema extends TSchema>(schema: Schema) => ({
  readBody: noBody,
  readQuery: queryFields(schema),
});
const nothing = { readBody: noBody, readQuery: noQuery };

const empty = body(Type.Object({}, exact));
const id = integer(1, Number.MAX_SAFE_INTEGER);
const email = text(emailLengthMax, 1);
/** Longer than any password may be: the refusal of a long one says why. */
const password = text(1_000);
const code = text(100, 1);
const key = text(featureKeyLengthMax * surrogates);
const typed = Type.Optional(key);
const seen = Type.Optional(text(100));
const nameLengthMax = 255;
/** One line of printable text, without spaces at either end. */
const name = Type.String({
  pattern: linePattern,
  maxLength: nameLengthMax,
});
const days = integer(1, 3_650);
const percentage = integer(0, 100);
/** Longer than any expression may be: the refusal of a long one says why. */
const expressionText = text(256 * 1024);
const actor = text(actorIdLengthMax * surrogates, 1);
const group = text(groupNameLengthMax * surrogates, 1);
const membersMax = 10_000;
const actors = Type.Array(actor, { maxItems: membersMax });
const groups = Type.Array(group, { maxItems: 1_000 });
/** Ten thousand ids of the usual length many times over. */
const membersBytesMax = 4 * 1024 * 1024;
const passkeyBytesMax = 64 * 1024;
const credential = Type.Object({});

const described = {
  description: Type.Optional(
    nullable(
      Type.String({
        // Line breaks and tabs are allowed, other control characters are not.
        pattern: linesPattern,
        maxLength: descriptionLengthMax,
      }),
    ),
  ),
  longevity: Type.Optional(nullable(words(longevities))),
  tags: Type.Optional(
    Type.Array(
      Type.String({
        pattern: listedPattern,
        maxLength: tagLengthMax,
      }),
      { maxItems: tagsMax },
    ),
  ),
  ownerId: Type.Optional(nullable(id)),
};
const undo = Type.Object({ to: words(["before", "after"]), tag: text(100), typed }, exact);

const accountInputs = {
  "GET /session": nothing,
  "POST /session": body(Type.Object({ email: text(1_000), password }, exact)),
  "DELETE /session": nothing,
  "POST /set-up/check": body(Type.Object({ code }, exact)),
  "POST /set-up": body(
    Type.Object(
      { code, password, email: Type.Optional(email), name: Type.Optional(text(nameLengthMax)) },
      exact,
    ),
  ),
  "POST /passkeys/sign-in/options": empty,
  "POST /passkeys/sign-in": body(Type.Object({ response: credential }, exact), passkeyBytesMax),
  "GET /account/passkeys": nothing,
  "POST /account/passkeys/options": empty,
  "POST /account/passkeys": body(
    Type.Object({ name: text(nameLengthMax), response: credential }, exact),
    passkeyBytesMax,
  ),
  "DELETE /account/passkeys/:passkey": nothing,
  "PUT /account/password": body(Type.Object({ current: password, password }, exact)),
  "GET /account/sessions": nothing,
  "DELETE /account/sessions/:session": nothing,
  "DELETE /account/sessions": nothing,
  "GET /people": nothing,
  "GET /members": nothing,
  "POST /members": body(
    Type.Object({ email, name: Type.Optional(text(nameLengthMax, 1)), role: words(roles) }, exact),
  ),
  "PATCH /members/:user": body(Type.Object({ role: words(roles) }, exact)),
  "POST /members/:user/link": empty,
  "DELETE /members/:user": body(
    Type.Object({ revokeTokens: Type.Optional(Type.Boolean()) }, exact),
  ),
};

const featureInputs = {
  "GET /environments/:environment/features": nothing,
  "POST /environments/:environment/features": body(Type.Object({ key, ...described }, exact)),
  "GET /environments/:environment/features/:key": nothing,
  "PATCH /environments/:environment/features/:key": body(Type.Object(described, exact)),
  "DELETE /environments/:environment/features/:key": body(Type.Object({ typed, seen }, exact)),
  "DELETE /environments/:environment/features/:key/gates": body(
    Type.Object({ typed, seen }, exact),
  ),
  "DELETE /environments/:environment/features/:key/override": nothing,
  "PUT /environments/:environment/features/:key/boolean": body(
    Type.Object({ enabled: Type.Boolean(), typed, seen }, exact),
  ),
  "PUT /environments/:environment/features/:key/percentage-of-actors": body(
    Type.Object({ percentage, seen }, exact),
  ),
  "PUT /environments/:environment/features/:key/percentage-of-time": body(
    Type.Object({ percentage, seen }, exact),
  ),
  "PUT /environments/:environment/features/:key/expression": body(
    Type.Object({ json: nullable(expressionText), seen }, exact),
  ),
  "PATCH /environments/:environment/features/:key/actors": body(
    Type.Object({ add: Type.Optional(actors), remove: Type.Optional(actors) }, exact),
    membersBytesMax,
  ),
  "PATCH /environments/:environment/features/:key/groups": body(
    Type.Object(
      {
        add: Type.Optional(groups),
        remove: Type.Optional(groups),
        allowUnknown: Type.Optional(Type.Boolean()),
      },
      exact,
    ),
    membersBytesMax,
  ),
  "GET /environments/:environment/features/:key/actors": query(
    Type.Object({ text: Type.Optional(actor), after: Type.Optional(actor) }, exact),
  ),
  "POST /environments/:environment/features/:key/try": body(
    Type.Object(
      {
        actors: Type.Array(actor, { maxItems: 100 }),
        groups,
        properties: Type.Record(text(1_024), Type.Unknown(), { maxProperties: 1_000 }),
      },
      exact,
    ),
  ),
  "POST /environments/:environment/features/:key/copy": body(Type.Object({ to: id, typed }, exact)),
  "GET /environments/:environment/features/:key/evaluations": query(Type.Object({ days }, exact)),
  "GET /environments/:environment/sparklines": query(Type.Object({ keys: text(64 * 1024) }, exact)),
  "POST /expressions/check": body(Type.Object({ json: expressionText }, exact)),
};

const environmentInputs = {
  "GET /environments": nothing,
  "POST /environments": body(Type.Object({ name: text(1_000) }, exact)),
  "DELETE /environments/:environment": body(Type.Object({ typed: text(1_000) }, exact)),
  "GET /environments/:environment/tokens": nothing,
  "POST /environments/:environment/tokens": body(
    Type.Object(
      {
        name,
        access: words(tokenAccesses),
        managesEnvironments: Type.Optional(Type.Boolean()),
        expiresInDays: Type.Optional(integer(1, 3_650)),
      },
      exact,
    ),
  ),
  "DELETE /environments/:environment/tokens/:token": nothing,
  "GET /compare": query(Type.Object({ a: id, b: id }, exact)),
};

const time = integer(0, 8_640_000_000_000_000);

const auditInputs = {
  "GET /environments/:environment/audits": query(
    Type.Object(
      {
        key: Type.Optional(key),
        action: Type.Optional(text(100)),
        actor: Type.Optional(Type.String({ pattern: "^(?:User|Token):\\d{1,16}$" })),
        from: Type.Optional(time),
        to: Type.Optional(time),
        before: Type.Optional(id),
      },
      exact,
    ),
  ),
  "GET /environments/:environment/audit-actors": nothing,
  "POST /environments/:environment/audits/:audit/undo-preview": body(
    Type.Object({ to: words(["before", "after"]) }, exact),
  ),
  "POST /environments/:environment/audits/:audit/undo": body(undo),
};

const settingInputs = {
  "GET /environments/:environment/activity": query(Type.Object({ days }, exact)),
  "GET /environments/:environment/telemetry": query(Type.Object({ days }, exact)),
  "DELETE /environments/:environment/unknown-keys/:key": nothing,
  "GET /groups": nothing,
  "POST /groups": body(Type.Object({ name: group }, exact)),
  "DELETE /groups/:group": nothing,
  "PUT /groups-policy": body(Type.Object({ isStrict: Type.Boolean() }, exact)),
  "GET /plan": nothing,
  "PUT /plan": body(
    Type.Object(
      {
        plan: words(planNames),
        limits: Type.Record(text(100), nullable(integer(0, Number.MAX_SAFE_INTEGER)), {
          maxProperties: 20,
        }),
      },
      exact,
    ),
  ),
  "GET /cleanup": nothing,
  "PUT /cleanup": body(
    Type.Object(
      {
        days: integer(finishedAfterDaysBounds.minimum, finishedAfterDaysBounds.maximum),
        longevities: Type.Array(words(finishedLongevities), { maxItems: 3 }),
      },
      exact,
    ),
  ),
  "GET /environments/:environment/export": nothing,
  // The handler reads the body while it arrives: an import may be large.
  "POST /environments/:environment/import": query(
    Type.Object({ preview: words(["1", "0"]), typed: Type.Optional(text(1_000)) }, exact),
  ),
  "GET /backups": nothing,
  "GET /backups/:file": nothing,
  "POST /backups": empty,
  "GET /about": nothing,
};

/** What each route takes. Every text and every list has a bound, and unknown fields are refused. */
export const routeInputs: RouteInputs = {
  ...accountInputs,
  ...featureInputs,
  ...environmentInputs,
  ...auditInputs,
  ...settingInputs,
};
