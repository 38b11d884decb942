import { Type } from "@sinclair/typebox";
import { descriptionLengthMax, tagLengthMax, tagsMax } from "../commands/feature-description.ts";
import { longevities } from "../model/feature.ts";
import { linesPattern, listedPattern } from "../text/text-patterns.ts";
import { featureKeyLengthMax } from "../toggles/feature-key.ts";
import { actorIdLengthMax, groupNameLengthMax } from "../toggles/gates.ts";
import { exactFields, nullable } from "./contract/shared-models.ts";
import {
  body,
  empty,
  id,
  integer,
  nothing,
  query,
  surrogates,
  text,
  words,
} from "./input-schemas.ts";
import type { RouteInputs } from "./serve.ts";

const key = text(featureKeyLengthMax * surrogates);
const typed = Type.Optional(key);
const seen = Type.Optional(text(100));
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

const featureInputs = {
  "GET /environments/:environment/features": nothing,
  "POST /environments/:environment/features": body(Type.Object({ key, ...described }, exactFields)),
  "GET /environments/:environment/features/:key": nothing,
  "PATCH /environments/:environment/features/:key": body(Type.Object(described, exactFields)),
  "DELETE /environments/:environment/features/:key": body(
    Type.Object({ typed, seen }, exactFields),
  ),
  "DELETE /environments/:environment/features/:key/gates": body(
    Type.Object({ typed, seen }, exactFields),
  ),
  "DELETE /environments/:environment/features/:key/override": nothing,
  "PUT /environments/:environment/features/:key/boolean": body(
    Type.Object({ enabled: Type.Boolean(), typed, seen }, exactFields),
  ),
  "PUT /environments/:environment/features/:key/percentage-of-actors": body(
    Type.Object({ percentage, typed, seen }, exactFields),
  ),
  "PUT /environments/:environment/features/:key/percentage-of-time": body(
    Type.Object({ percentage, typed, seen }, exactFields),
  ),
  "PUT /environments/:environment/features/:key/expression": body(
    Type.Object({ json: nullable(expressionText), typed, seen }, exactFields),
  ),
  "PATCH /environments/:environment/features/:key/actors": body(
    Type.Object({ add: Type.Optional(actors), remove: Type.Optional(actors), typed }, exactFields),
    membersBytesMax,
  ),
  "PATCH /environments/:environment/features/:key/groups": body(
    Type.Object(
      {
        add: Type.Optional(groups),
        remove: Type.Optional(groups),
        allowUnknown: Type.Optional(Type.Boolean()),
        typed,
      },
      exactFields,
    ),
    membersBytesMax,
  ),
  "GET /environments/:environment/features/:key/actors": query(
    Type.Object({ text: Type.Optional(actor), after: Type.Optional(actor) }, exactFields),
  ),
  "POST /environments/:environment/features/:key/try": body(
    Type.Object(
      {
        actors: Type.Array(actor, { maxItems: 100 }),
        groups,
        properties: Type.Record(text(1_024), Type.Unknown(), { maxProperties: 1_000 }),
      },
      exactFields,
    ),
  ),
  "POST /environments/:environment/features/:key/copy": body(
    Type.Object({ to: id, typed }, exactFields),
  ),
  "GET /environments/:environment/features/:key/evaluations": query(
    Type.Object({ days }, exactFields),
  ),
  "GET /environments/:environment/sparklines": query(
    Type.Object({ keys: text(64 * 1024) }, exactFields),
  ),
  "POST /expressions/check": body(Type.Object({ json: expressionText }, exactFields)),
};

const settingInputs = {
  "GET /environments/:environment/activity": query(Type.Object({ days }, exactFields)),
  "GET /environments/:environment/telemetry": query(Type.Object({ days }, exactFields)),
  "DELETE /environments/:environment/unknown-keys/:key": nothing,
};

/** What each route takes. Every text and every list has a bound, and unknown fields are refused. */
export const routeInputs: RouteInputs = {
  ...featureInputs,
  ...settingInputs,
};
