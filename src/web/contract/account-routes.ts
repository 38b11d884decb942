import type { Static } from "@sinclair/typebox";
import type {
  AddedMember,
  ChangedMember,
  IssuedSignInLink,
  MemberList,
  MemberRemoval,
  NewMember,
  NewRole,
  PersonList,
  RemovedMember,
} from "./member-models.ts";
import type {
  NewPasskey,
  OwnPasskeys,
  PasskeyAssertion,
  PasskeyOptions,
  ProofRequest,
} from "./passkey-models.ts";
import type {
  EndedSession,
  LinkOwner,
  OwnSessions,
  PasswordRequest,
  PasswordSignIn,
  SessionAnswer,
  SetUpCode,
  SetUpRequest,
} from "./session-models.ts";

export interface AccountRoutes {
  "GET /session": { answer: SessionAnswer };
  "POST /session": { body: Static<typeof PasswordSignIn>; answer: SessionAnswer };
  "DELETE /session": { answer: Static<typeof EndedSession> };
  /** Proves again who uses the session, by one of both; the session is replaced by a new one. */
  "POST /session/proof": { body: Static<typeof ProofRequest>; answer: SessionAnswer };

  "POST /set-up/check": { body: Static<typeof SetUpCode>; answer: Static<typeof LinkOwner> };
  "POST /set-up": { body: Static<typeof SetUpRequest>; answer: SessionAnswer };

  "POST /passkeys/sign-in/options": {
    body: Record<string, never>;
    answer: Static<typeof PasskeyOptions>;
  };
  "POST /passkeys/sign-in": { body: Static<typeof PasskeyAssertion>; answer: SessionAnswer };
  "GET /account/passkeys": { answer: Static<typeof OwnPasskeys> };
  "POST /account/passkeys/options": {
    body: Record<string, never>;
    answer: Static<typeof PasskeyOptions>;
  };
  "POST /account/passkeys": { body: Static<typeof NewPasskey>; answer: Static<typeof OwnPasskeys> };
  "DELETE /account/passkeys/:passkey": { answer: Static<typeof OwnPasskeys> };

  "PUT /account/password": { body: Static<typeof PasswordRequest>; answer: SessionAnswer };
  "GET /account/sessions": { answer: Static<typeof OwnSessions> };
  "DELETE /account/sessions/:session": { answer: Static<typeof OwnSessions> };
  /** Ends all sessions but this one. */
  "DELETE /account/sessions": { answer: Static<typeof OwnSessions> };

  /** Everybody who can own a feature. */
  "GET /people": { answer: Static<typeof PersonList> };

  "GET /members": { answer: Static<typeof MemberList> };
  "POST /members": { body: Static<typeof NewMember>; answer: Static<typeof AddedMember> };
  "PATCH /members/:user": { body: Static<typeof NewRole>; answer: Static<typeof ChangedMember> };
  "POST /members/:user/link": {
    body: Record<string, never>;
    answer: Static<typeof IssuedSignInLink>;
  };
  "DELETE /members/:user": {
    body: Static<typeof MemberRemoval>;
    answer: Static<typeof RemovedMember>;
  };
}
