import { Type } from "@sinclair/typebox";
import { finishedAfterDaysBounds, finishedLongevities } from "../model/finished-rule.ts";
import { planNames } from "../model/plan.ts";
import { roles } from "../model/role.ts";
import { emailLengthMax } from "../text/person-text.ts";
import { featureKeyLengthMax } from "../toggles/feature-key.ts";
import { groupNameLengthMax } from "../toggles/gates.ts";
import {
  body,
  empty,
  exactFields,
  id,
  integer,
  nothing,
  nullable,
  query,
  surrogates,
  text,
  words,
} from "./input-schemas.ts";
import { migrationInputs } from "./migration-inputs.ts";
import type { RouteInputs } from "./serve.ts";
import { webhookInputs } from "./webhook-inputs.ts";

const email = text(emailLengthMax, 1);
/** Longer than any password may be: the refusal of a long one says why. */
const password = text(1_000);
const code = text(100, 1);
const key = text(featureKeyLengthMax * surrogates);
const typed = Type.Optional(key);
const nameLengthMax = 255;
const group = text(groupNameLengthMax * surrogates, 1);
const passkeyBytesMax = 64 * 1024;
const credential = Type.Object({});

const undo = Type.Object({ to: words(["before", "after"]), tag: text(100), typed }, exactFields);

const accountInputs = {
  "GET /session": nothing,
  "POST /session": body(Type.Object({ email: text(1_000), password }, exactFields)),
  "DELETE /session": nothing,
  "POST /session/proof": body(
    Type.Union([
      Type.Object({ password }, exactFields),
      Type.Object({ response: credential }, exactFields),
    ]),
    passkeyBytesMax,
  ),
  "POST /set-up/check": body(Type.Object({ code }, exactFields)),
  "POST /set-up": body(
    Type.Object(
      { code, password, email: Type.Optional(email), name: Type.Optional(text(nameLengthMax)) },
      exactFields,
    ),
  ),
  "POST /passkeys/sign-in/options": empty,
  "POST /passkeys/sign-in": body(
    Type.Object({ response: credential }, exactFields),
    passkeyBytesMax,
  ),
  "GET /account/passkeys": nothing,
  "POST /account/passkeys/options": empty,
  "POST /account/passkeys": body(
    Type.Object({ name: text(nameLengthMax), response: credential }, exactFields),
    passkeyBytesMax,
  ),
  "DELETE /account/passkeys/:passkey": nothing,
  "PUT /account/password": body(
    Type.Object(
      { current: password, password, removePasskeys: Type.Optional(Type.Boolean()) },
      exactFields,
    ),
  ),
  "GET /account/sessions": nothing,
  "DELETE /account/sessions/:session": nothing,
  "DELETE /account/sessions": nothing,
  "GET /people": nothing,
  "GET /members": nothing,
  "POST /members": body(
    Type.Object(
      { email, name: Type.Optional(text(nameLengthMax, 1)), role: words(roles) },
      exactFields,
    ),
  ),
  "PATCH /members/:user": body(Type.Object({ role: words(roles) }, exactFields)),
  "POST /members/:user/link": empty,
  "DELETE /members/:user": body(
    Type.Object({ revokeTokens: Type.Optional(Type.Boolean()) }, exactFields),
  ),
};

const environmentInputs = {
  "GET /environments": nothing,
  "POST /environments": body(Type.Object({ name: text(1_000) }, exactFields)),
  "DELETE /environments/:environment": body(Type.Object({ typed: text(1_000) }, exactFields)),
  "GET /compare": query(Type.Object({ a: id, b: id }, exactFields)),
};

const time = integer(0, 8_640_000_000_000_000);

const auditFilter = query(
  Type.Object(
    {
      key: Type.Optional(key),
      action: Type.Optional(text(100)),
      actor: Type.Optional(Type.String({ pattern: "^(?:User|Token):\\d{1,16}$" })),
      from: Type.Optional(time),
      to: Type.Optional(time),
      before: Type.Optional(id),
    },
    exactFields,
  ),
);

const auditInputs = {
  "GET /environments/:environment/audits": auditFilter,
  "GET /environments/:environment/steps": auditFilter,
  "GET /environments/:environment/steps/:audit": query(
    Type.Object({ key: Type.Optional(key), before: Type.Optional(id) }, exactFields),
  ),
  "GET /environments/:environment/audit-actors": nothing,
  "POST /environments/:environment/audits/:audit/undo-preview": body(
    Type.Object({ to: words(["before", "after"]) }, exactFields),
  ),
  "POST /environments/:environment/audits/:audit/undo": body(undo),
};

const settingInputs = {
  "GET /groups": nothing,
  "POST /groups": body(Type.Object({ name: group }, exactFields)),
  "DELETE /groups/:group": nothing,
  "PUT /groups-policy": body(Type.Object({ isStrict: Type.Boolean() }, exactFields)),
  "GET /plan": nothing,
  "PUT /plan": body(
    Type.Object(
      {
        plan: words(planNames),
        limits: Type.Record(text(100), nullable(integer(0, Number.MAX_SAFE_INTEGER)), {
          maxProperties: 20,
        }),
      },
      exactFields,
    ),
  ),
  "GET /cleanup": nothing,
  "PUT /cleanup": body(
    Type.Object(
      {
        days: integer(finishedAfterDaysBounds.minimum, finishedAfterDaysBounds.maximum),
        longevities: Type.Array(words(finishedLongevities), { maxItems: 3 }),
      },
      exactFields,
    ),
  ),
  "GET /environments/:environment/export": nothing,
  // The handler reads the body while it arrives: an import may be large.
  "POST /environments/:environment/import": query(
    Type.Object({ preview: words(["1", "0"]), typed: Type.Optional(text(1_000)) }, exactFields),
  ),
  ...migrationInputs,
  "GET /backups": nothing,
  "GET /backups/:file": nothing,
  "POST /backups": empty,
  "GET /about": nothing,
};

/** What each route takes. Every text and every list has a bound, and unknown fields are refused. */
export const routeInputs: RouteInputs = {
  ...accountInputs,
  ...environmentInputs,
  ...auditInputs,
  ...settingInputs,
  ...webhookInputs,
};
