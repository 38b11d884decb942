/** Written by `make openapi` from docs/openapi-admin.json. */

export interface paths {
    readonly "/account/password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Change the caller's password
         * @description The server ends all sessions of the caller, and starts a new one.
         */
        readonly put: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "current": "a long pass phrase",
                     *       "password": "another long pass phrase"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PasswordRequest"];
                };
            };
            readonly responses: {
                /** @description The new session, whose cookie is set */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CurrentSession"];
                    };
                };
            };
        };
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/account/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the caller's sessions
         * @description Lists all sessions of the caller: at most 20.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The sessions, the latest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["OwnSessions"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        /**
         * End all sessions of the caller except the current one
         * @description End all sessions of the caller except the current one
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The session that is left */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["OwnSessions"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/account/sessions/{session}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * End one of the caller's sessions
         * @description End one of the caller's sessions
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /** @description The id of the session. */
                    readonly session: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The sessions that are left */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["OwnSessions"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the members of the organization
         * @description List the members of the organization
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The `next` of the page before. */
                    readonly after?: number;
                    /** @description How many rows to list at most; 50 unless sent. */
                    readonly limit?: number;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description A page of the members, the oldest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["MemberList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Add a member to the organization
         * @description The person sets a password with the one-time link.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "name": "Ada",
                     *       "role": "member"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewMember"];
                };
            };
            readonly responses: {
                /** @description The member, with a one-time link */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["AddedMember"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/members/{user}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a member from the organization or a project
         * @description The server deletes the password, the sessions, the passkeys and the personal environments of the person. `revokeTokens` also revokes the person's other tokens. With `project` the person leaves this project only.
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the member, or the e-mail address. */
                    readonly user: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "revokeTokens": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["MemberRemoval"];
                };
            };
            readonly responses: {
                /** @description The person, and the person's tokens */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RemovedMember"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        /**
         * Set the role of a member
         * @description Set the role of a member
         */
        readonly patch: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the member, or the e-mail address. */
                    readonly user: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "role": "admin"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewRole"];
                };
            };
            readonly responses: {
                /** @description The member after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ChangedMember"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/members/{user}/link": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a one-time link for a member
         * @description It replaces the earlier link. With it the member sets another password; until then the current password works.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the member, or the e-mail address. */
                    readonly user: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /** @example {} */
                    readonly "application/json": components["schemas"]["NewLink"];
                };
            };
            readonly responses: {
                /** @description The new one-time link */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["IssuedSignInLink"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/members/{user}/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the personal tokens of a member
         * @description Lists all personal tokens of the member: at most 20.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the member, or the e-mail address. */
                    readonly user: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The member's personal tokens, latest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ListedPersonalTokens"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/members/{user}/tokens/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke a personal token of a member
         * @description Revoke a personal token of a member
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the member, or the e-mail address. */
                    readonly user: string;
                    /** @description The id of the personal token. */
                    readonly token: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The personal tokens that are left */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ListedPersonalTokens"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/session/proof": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Prove the session with a password or a passkey
         * @description For the next 10 minutes the caller can use the routes that need a proof.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "password": "a long pass phrase"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ProofRequest"];
                };
            };
            readonly responses: {
                /** @description The session that replaces the current one */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CurrentSession"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/passkeys/sign-in/options": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Get the options for a sign-in with a passkey
         * @description Get the options for a sign-in with a passkey
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /** @example {} */
                    readonly "application/json": Record<string, never>;
                };
            };
            readonly responses: {
                /** @description The options for `navigator.credentials.get` */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["PasskeyOptions"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/passkeys/sign-in": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Sign in with a passkey
         * @description Sign in with a passkey
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "response": {
                     *         "id": "AZr3…",
                     *         "rawId": "AZr3…",
                     *         "type": "public-key",
                     *         "response": {
                     *           "clientDataJSON": "eyJ0…",
                     *           "authenticatorData": "SZYN…",
                     *           "signature": "MEUC…"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PasskeyAssertion"];
                };
            };
            readonly responses: {
                /** @description The new session, whose cookie is set */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CurrentSession"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/account/passkeys/options": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Get the options for a new passkey
         * @description Get the options for a new passkey
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /** @example {} */
                    readonly "application/json": Record<string, never>;
                };
            };
            readonly responses: {
                /** @description The options for `navigator.credentials.create` */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["PasskeyOptions"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/account/passkeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the caller's passkeys
         * @description Lists all passkeys of the caller: at most 10.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The passkeys, the oldest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["OwnPasskeys"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Add a passkey for the caller
         * @description Add a passkey for the caller
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "name": "Laptop",
                     *       "response": {
                     *         "id": "AZr3…",
                     *         "rawId": "AZr3…",
                     *         "type": "public-key",
                     *         "response": {
                     *           "clientDataJSON": "eyJ0…",
                     *           "attestationObject": "o2Nm…"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewPasskey"];
                };
            };
            readonly responses: {
                /** @description The passkeys, with the new one */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["OwnPasskeys"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/account/passkeys/{passkey}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a passkey of the caller
         * @description Remove a passkey of the caller
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /** @description The id of the passkey. */
                    readonly passkey: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The passkeys that are left */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["OwnPasskeys"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/people": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the people who can own features
         * @description The people are the members of the organization: at most 10000.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The people, by name */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["PersonList"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/session": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the current session
         * @description Anyone may call this, with or without a session.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The caller, and what the page needs */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CurrentSession"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Sign in with a password
         * @description Sign in with a password
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "email": "ada@example.com",
                     *       "password": "a long pass phrase"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PasswordSignIn"];
                };
            };
            readonly responses: {
                /** @description The new session, whose cookie is set */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CurrentSession"];
                    };
                };
            };
        };
        /**
         * Sign out
         * @description Ends the session of this browser. Without a session nothing changes.
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The session has ended; its cookie is removed */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["EndedSession"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/set-up/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check a one-time link
         * @description The link can still be used afterwards.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "code": "q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SetUpCode"];
                };
            };
            readonly responses: {
                /** @description The person for whom the one-time link is */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["LinkOwner"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/set-up": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Set a password with a one-time link
         * @description The server deletes the link and all sessions and passkeys of the person, and starts a new session. The first owner may choose an e-mail address and a name.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "code": "q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng",
                     *       "password": "a long pass phrase"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SetUpRequest"];
                };
            };
            readonly responses: {
                /** @description The new session, whose cookie is set */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CurrentSession"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/account/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List your personal tokens
         * @description Lists all your personal tokens: at most 20.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The caller's personal tokens, latest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ListedPersonalTokens"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Create a personal token
         * @description Creates a token with which a program can do what you can do in the web UI, within the scope.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "name": "Nightly report",
                     *       "scope": "read",
                     *       "expiresInDays": 90
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewPersonalToken"];
                };
            };
            readonly responses: {
                /** @description The token, with its value */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CreatedPersonalToken"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/account/tokens/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke a personal token
         * @description Revoke a personal token
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path: {
                    /** @description The id of the personal token. */
                    readonly token: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The personal tokens that are left */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ListedPersonalTokens"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the tokens of all environments of a project
         * @description Lists tokens without their values. Revoked tokens are left out unless `revoked` is `true`; expired ones are listed.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description Lists revoked tokens too. */
                    readonly revoked?: "true";
                    /** @description The `next` of the page before. */
                    readonly before?: number;
                    /** @description How many rows to list at most; 50 unless sent. */
                    readonly limit?: number;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description A page of the tokens, the latest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["TokenList"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the tokens of an environment
         * @description Lists tokens without their values. Revoked tokens are left out unless `revoked` is `true`; expired ones are listed.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description Lists revoked tokens too. */
                    readonly revoked?: "true";
                    /** @description The `next` of the page before. */
                    readonly before?: number;
                    /** @description How many rows to list at most; 50 unless sent. */
                    readonly limit?: number;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description A page of the tokens, the latest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["TokenList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Create a token
         * @description Create a token
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "name": "Web server",
                     *       "access": "read_only"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewToken"];
                };
            };
            readonly responses: {
                /** @description The token, with its value */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CreatedToken"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/tokens/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke a token
         * @description Revoke a token
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production; `*` is any environment of the project. */
                    readonly environment: string;
                    /** @description The id of the token. */
                    readonly token: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The token, which is revoked now */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RevokedToken"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the groups
         * @description Lists the registered groups, at most 1000, and the groups of gates, whose bytes the plan bounds.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The groups by name, and the policy */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["GroupList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Register a group
         * @description Registers a group. Changes nothing if the group is registered already.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "name": "beta_testers"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewGroup"];
                };
            };
            readonly responses: {
                /** @description The group is registered */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RegisteredGroup"];
                    };
                };
            };
        };
        /**
         * Remove a group
         * @description Removes a group that no gate has, unless `used` is `keep`.
         */
        readonly delete: {
            readonly parameters: {
                readonly query: {
                    /** @description The name of the group. It is not in the path, because it may be `.` or `..`. */
                    readonly name: string;
                    /** @description Removes the group although gates have it; they keep it. */
                    readonly used?: "keep";
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The group is no longer registered */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Written"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/groups-policy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set which groups gates accept
         * @description Set which groups gates accept
         */
        readonly put: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "isStrict": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["GroupsPolicy"];
                };
            };
            readonly responses: {
                /** @description The policy is set */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SetGroupsPolicy"];
                    };
                };
            };
        };
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/plan": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the plan and its limits
         * @description Get the plan and its limits
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The plan, and its limits with their use */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Plan"];
                    };
                };
            };
        };
        /**
         * Set the plan and its limits
         * @description Sets the plan. A limit that the body omits is reset to the plan's own.
         */
        readonly put: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "plan": "self_hosted",
                     *       "limits": {
                     *         "actors_per_gate": 5000
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewPlan"];
                };
            };
            readonly responses: {
                /** @description The plan and its limits are set */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SetPlan"];
                    };
                };
            };
        };
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/cleanup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get which features look finished
         * @description Get which features look finished
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The rule */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CleanupRule"];
                    };
                };
            };
        };
        /**
         * Set which features look finished
         * @description Set which features look finished
         */
        readonly put: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "days": 30,
                     *       "longevities": [
                     *         "temporary"
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewCleanupRule"];
                };
            };
            readonly responses: {
                /** @description The rule is set */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Written"];
                    };
                };
            };
        };
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/about": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the server and its state
         * @description Get the server and its state
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The server, its data and its checks */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["About"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the server, its state, and the caller's environment in it
         * @description The token of an environment gets its own environment with the tokens.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description As in paths: the id or the slug of the environment; `-` unless sent. */
                    readonly environment?: string;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The status */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Status"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the webhooks of all environments of a project
         * @description Lists all webhooks of the project; a server has at most 1000.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The webhooks, the oldest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["WebhookList"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the webhooks of an environment
         * @description Lists all webhooks of the environment: at most 20.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The webhooks, the oldest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["WebhookList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Create a webhook
         * @description Creates a webhook. Its name is the host name of the URL unless sent.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "kind": "events",
                     *       "url": "https://example.com/hooks",
                     *       "events": [
                     *         "feature.updated"
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewWebhook"];
                };
            };
            readonly responses: {
                /** @description The webhook, with its secret */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CreatedWebhook"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/webhooks/{webhook}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a webhook
         * @description Get a webhook
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production; `*` is any environment of the project. */
                    readonly environment: string;
                    /** @description The id of the webhook. */
                    readonly webhook: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The webhook */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Webhook"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a webhook
         * @description Delete a webhook
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production; `*` is any environment of the project. */
                    readonly environment: string;
                    /** @description The id of the webhook. */
                    readonly webhook: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The webhook before the deletion, and the remaining webhooks */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ChangedWebhook"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        /**
         * Pause or resume a webhook
         * @description Pause or resume a webhook
         */
        readonly patch: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production; `*` is any environment of the project. */
                    readonly environment: string;
                    /** @description The id of the webhook. */
                    readonly webhook: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "isPaused": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WebhookPause"];
                };
            };
            readonly responses: {
                /** @description The webhook, and all webhooks of its environment */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ChangedWebhook"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/environments/{environment}/webhooks/{webhook}/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Give a webhook a new secret
         * @description Gives a webhook a new secret. The earlier secret stays valid for a while.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production; `*` is any environment of the project. */
                    readonly environment: string;
                    /** @description The id of the webhook. */
                    readonly webhook: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "overlapMs": 3600000
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SecretRotation"];
                };
            };
            readonly responses: {
                /** @description The webhook, with its new secret */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CreatedWebhook"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/webhooks/{webhook}/earlier-secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete the earlier secret of a webhook
         * @description Afterwards only the latest secret of the webhook is valid.
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production; `*` is any environment of the project. */
                    readonly environment: string;
                    /** @description The id of the webhook. */
                    readonly webhook: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The webhook, and all webhooks of its environment */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ChangedWebhook"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/webhooks/{webhook}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the deliveries of a webhook
         * @description List the deliveries of a webhook
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description How many at most; 50 unless sent. */
                    readonly limit?: number;
                    /** @description Only deliveries with a smaller number: the last number that was shown. */
                    readonly before?: number;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production; `*` is any environment of the project. */
                    readonly environment: string;
                    /** @description The id of the webhook. */
                    readonly webhook: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The latest deliveries first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["WebhookDeliveryList"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/webhooks/{webhook}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test delivery
         * @description Sends one test delivery, also to a paused webhook, and returns its outcome.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production; `*` is any environment of the project. */
                    readonly environment: string;
                    /** @description The id of the webhook. */
                    readonly webhook: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /** @example {} */
                    readonly "application/json": Record<string, never>;
                };
            };
            readonly responses: {
                /** @description The test delivery, with its outcome */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["WebhookDelivery"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/webhooks/{webhook}/redeliver": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send events again
         * @description Sends events again, up to the latest event unless `to` is sent.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production; `*` is any environment of the project. */
                    readonly environment: string;
                    /** @description The id of the webhook. */
                    readonly webhook: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "from": 1
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WebhookRedelivery"];
                };
            };
            readonly responses: {
                /** @description The webhook, and all webhooks of its environment */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ChangedWebhook"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the environments
         * @description The token of an environment lists its own environment. The plan bounds custom environments, and each member of the project has at most one personal environment.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The environments, Production first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["EnvironmentList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Create a custom environment
         * @description Create a custom environment
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "name": "Staging"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewCustomEnvironment"];
                };
            };
            readonly responses: {
                /** @description The new environment */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["AddedEnvironment"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a custom environment
         * @description Deletes its gates and its tokens too. `typed` is the environment's name or its slug.
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "typed": "Staging"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TypedEnvironment"];
                };
            };
            readonly responses: {
                /** @description The environment as it was */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["DeletedEnvironment"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/mirror": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make features of an environment mirror Production again
         * @description Deletes the gates that the features have in the environment: all or none.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "features": [
                     *         "search"
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["MirroredKeys"];
                };
            };
            readonly responses: {
                /** @description The features that mirror Production again */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["MirroredFeatures"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/projects": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the projects
         * @description Lists all projects: at most 1000.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The projects, the oldest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ProjectList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Create a project
         * @description Creates a project with a Production environment and the caller as a member.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "name": "Mobile apps"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewProject"];
                };
            };
            readonly responses: {
                /** @description The project */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Project"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/replicas": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the replicas
         * @description Lists all replicas: at most 1000.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The replicas, the oldest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ReplicaList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Create the token of a replica
         * @description With this token a replica reads all features, settings and token hashes.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "name": "frankfurt"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewReplica"];
                };
            };
            readonly responses: {
                /** @description The replica, with its token */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CreatedReplica"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/replicas/{replica}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke the token of a replica
         * @description Revoke the token of a replica
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the replica. */
                    readonly replica: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The replica, which receives no further changes */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Replica"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/compare": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Compare two environments
         * @description Compare two environments
         */
        readonly get: {
            readonly parameters: {
                readonly query: {
                    /** @description The environment on the left, as in a path. */
                    readonly a: string;
                    /** @description The environment on the right, as in a path. */
                    readonly b: string;
                    /** @description Adds all gates in force to each feature. */
                    readonly gates?: "true";
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The features of both environments */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ComparedEnvironments"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/audits": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the audits of an environment
         * @description List the audits of an environment
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The key of the feature. */
                    readonly key?: string;
                    /** @description One of the actions. */
                    readonly action?: string;
                    /** @description The author, such as `User:1` or `Token:2`. */
                    readonly actor?: string;
                    /** @description The time of the first audits, in milliseconds since 1970-01-01T00:00:00Z. */
                    readonly from?: number;
                    /** @description The time of the last audits, in milliseconds since 1970-01-01T00:00:00Z. */
                    readonly to?: number;
                    /** @description The `next` of the page before. */
                    readonly before?: number;
                    /** @description The keys of at most 100 features, as a JSON list; instead of `key`. */
                    readonly keys?: string;
                    /** @description Only audits after the one with this id, oldest first. `next` is then the `after` of the next request, and never null. */
                    readonly after?: number;
                    /** @description How many audits to list at most; 50 unless sent. */
                    readonly limit?: number;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The latest audits that match */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["AuditPage"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/audit-actors": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the people and tokens that audits can be filtered by
         * @description Lists the first 1000 by name.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The people and tokens, at most 1,000 */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["AuditAuthors"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/audits/{audit}/undo-preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Preview an undo
         * @description `before` returns all features of the command to their state before the command; `after` returns the audit's feature to its state right after the audit.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The id of the audit. */
                    readonly audit: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "to": "before"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["UndoDirection"];
                };
            };
            readonly responses: {
                /** @description What the undo would change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["UndoPreview"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/audits/{audit}/undo": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Undo a change
         * @description `before` returns all features of the command to their state before the command; `after` returns the audit's feature to its state right after the audit. Send the tag of the preview: the undo is refused if anything changed since.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The id of the audit. */
                    readonly audit: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "to": "before",
                     *       "tag": "b0a1c2d3e4f5"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["UndoRequest"];
                };
            };
            readonly responses: {
                /** @description The revision after the undo */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Written"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/steps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the commands that changed an environment
         * @description Audits of one command are one step, with its latest and its first audit.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The key of the feature. */
                    readonly key?: string;
                    /** @description One of the actions. */
                    readonly action?: string;
                    /** @description The author, such as `User:1` or `Token:2`. */
                    readonly actor?: string;
                    /** @description The time of the first audits, in milliseconds since 1970-01-01T00:00:00Z. */
                    readonly from?: number;
                    /** @description The time of the last audits, in milliseconds since 1970-01-01T00:00:00Z. */
                    readonly to?: number;
                    /** @description The `next` of the page before. */
                    readonly before?: number;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The latest commands with an audit that matches, at most 50 */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["StepPage"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/steps/{audit}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the audits of one command
         * @description The path has the id of the step's latest audit.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The key of the feature. */
                    readonly key?: string;
                    /** @description The `next` of the page before. */
                    readonly before?: number;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The id of the audit. */
                    readonly audit: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The latest audits of the step, at most 50 */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["AuditsOfStep"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/rollback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Return the gates of a feature to an earlier state
         * @description Returns the gates to their state right after an audit, or at a time. All later changes of the feature are undone in one step. A feature that was deleted since then is created again; a feature that did not exist then gets no gates.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "key": "search",
                     *       "to": 1,
                     *       "preview": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RollbackRequest"];
                };
            };
            readonly responses: {
                /** @description What was changed, or would be changed */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RollbackAnswer"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export the features
         * @description Export the features
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The features with their gates, as a file */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Export"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/import": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make all features equal to an export
         * @description The body is an export, as JSON. While another import runs, the server refuses it with 503.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description `1` changes nothing, and shows what the import would change; `0` unless sent. */
                    readonly preview?: "1" | "0";
                    /** @description The environment's name; a page's import into Production needs it. */
                    readonly typed?: string;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description What the import changes, or would change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ImportResult"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/migration/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Show a migration by its code
         * @description Show a migration by its code
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "code": "k3v9Q2mX7bT1"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["MigrationCode"];
                };
            };
            readonly responses: {
                /** @description The export that waits for an owner */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["WaitingMigration"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/migration": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a migration by its code
         * @description Delete a migration by its code
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "code": "k3v9Q2mX7bT1"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["MigrationCode"];
                };
            };
            readonly responses: {
                /** @description The migration is deleted */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RemovedMigration"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/migration/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Preview a migration
         * @description Preview a migration
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "code": "k3v9Q2mX7bT1"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["MigrationCode"];
                };
            };
            readonly responses: {
                /** @description What the migration would change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ImportResult"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/migration": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Import a migration
         * @description Makes all features equal to the export, and deletes the migration. Production needs its name as `typed`.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "code": "k3v9Q2mX7bT1",
                     *       "typed": "Production"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["MigrationTarget"];
                };
            };
            readonly responses: {
                /** @description What the migration changed */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ImportResult"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/migrations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the migrations that wait
         * @description Lists all migrations that wait: at most 20.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The migrations that wait, the oldest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["MigrationList"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/migrations/{migration}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a migration from the list
         * @description Delete a migration from the list
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the migration in the list. */
                    readonly migration: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The migrations that are left */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["MigrationList"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/backups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the backups
         * @description The server keeps at most `keep` backups.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The backups, the latest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["BackupList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Start a backup
         * @description The list of backups shows it when it is complete.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /** @example {} */
                    readonly "application/json": components["schemas"]["NewBackup"];
                };
            };
            readonly responses: {
                /** @description The server creates a backup */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["StartedBackup"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/backups/{file}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Download a backup
         * @description Download a backup
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The name of the backup's file. */
                    readonly file: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The archive */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/gzip": string;
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the features
         * @description Lists all features of the project, whose number the plan bounds.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description Adds all gates in force to each feature. */
                    readonly gates?: "true";
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description All features, sorted by key */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["FeatureRows"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Create a feature
         * @description Creates a feature in every environment, disabled for everyone.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "key": "search",
                     *       "description": "The new search",
                     *       "longevity": "temporary",
                     *       "tags": [
                     *         "web"
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FeatureToCreate"];
                };
            };
            readonly responses: {
                /** @description The key of the feature */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CreatedFeature"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show a feature
         * @description Show a feature
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description Adds all gates in force to each feature. */
                    readonly gates?: "true";
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The feature with its gates */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["FeatureDetails"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a feature
         * @description Deletes the feature in every environment. `typed` of a page must be its key.
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "typed": "search"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ConfirmedChange"];
                };
            };
            readonly responses: {
                /** @description The revision of the project after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Written"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        /**
         * Describe a feature
         * @description Changes the members that the body has, in every environment.
         */
        readonly patch: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "description": "The new search",
                     *       "tags": [
                     *         "web"
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FeatureDescriptionChange"];
                };
            };
            readonly responses: {
                /** @description The feature after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["DescribedFeature"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/override": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Follow Production again
         * @description Deletes the environment's own gates of this feature.
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The revision of the project after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Written"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/boolean": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Enable or disable a feature for everyone
         * @description Sets the other gates to their defaults. In Production, `typed` must be the key of the feature.
         */
        readonly put: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "enabled": true,
                     *       "typed": "search"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["BooleanChange"];
                };
            };
            readonly responses: {
                /** @description The revision of the project after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Written"];
                    };
                };
            };
        };
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/gates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Clear the gates of a feature
         * @description Sets every gate to its default. In Production, `typed` must be the key of the feature.
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "typed": "search"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ConfirmedChange"];
                };
            };
            readonly responses: {
                /** @description The revision of the project after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Written"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/percentage-of-actors": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set the percentage of actors
         * @description Set the percentage of actors
         */
        readonly put: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "percentage": 25
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PercentageChange"];
                };
            };
            readonly responses: {
                /** @description The revision of the project after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Written"];
                    };
                };
            };
        };
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/percentage-of-time": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set the percentage of time
         * @description Set the percentage of time
         */
        readonly put: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "percentage": 25
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PercentageChange"];
                };
            };
            readonly responses: {
                /** @description The revision of the project after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Written"];
                    };
                };
            };
        };
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/actors": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Search the actors of a feature
         * @description Search the actors of a feature
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description Finds actors that contain this text in any letter case. */
                    readonly text?: string;
                    /** @description The last actor of the page before. */
                    readonly after?: string;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description A page of the actors */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["FoundActors"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Add and remove actors
         * @description Add and remove actors
         */
        readonly patch: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "add": [
                     *         "User;42"
                     *       ],
                     *       "remove": [
                     *         "User;7"
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ActorsChange"];
                };
            };
            readonly responses: {
                /** @description How many actors were added and removed */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ChangedActors"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/groups": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Add and remove groups
         * @description Add and remove groups
         */
        readonly patch: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "add": [
                     *         "staff"
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["GroupsChange"];
                };
            };
            readonly responses: {
                /** @description The revision of the project after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Written"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/copy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Copy the gates to another environment
         * @description Copies the gates in force here. `typed` is for copies to Production.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "to": 2
                     *     }
                     */
                    readonly "application/json": components["schemas"]["GatesCopy"];
                };
            };
            readonly responses: {
                /** @description The feature in the other environment */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CopiedGates"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make several changes of a feature in one step
         * @description The server applies the changes in order, all of them or none.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "gate": "groups",
                     *           "action": "enable",
                     *           "value": "staff"
                     *         },
                     *         {
                     *           "gate": "percentage_of_actors",
                     *           "action": "enable",
                     *           "value": 25
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewChanges"];
                };
            };
            readonly responses: {
                /** @description The feature after the changes */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ChangedGates"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/changes/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Preview several changes of a feature
         * @description Changes nothing. Only the change itself checks quotas and the policy for groups.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "gate": "groups",
                     *           "action": "enable",
                     *           "value": "staff"
                     *         },
                     *         {
                     *           "gate": "percentage_of_actors",
                     *           "action": "enable",
                     *           "value": 25
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PreviewedChanges"];
                };
            };
            readonly responses: {
                /** @description The gates before and after the changes */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ChangesPreview"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/expression": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set or remove the expression
         * @description Set or remove the expression
         */
        readonly put: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "json": "{\"Equal\":[{\"Property\":[\"plan\"]},\"premium\"]}"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ExpressionChange"];
                };
            };
            readonly responses: {
                /** @description The revision of the project after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Written"];
                    };
                };
            };
        };
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/expressions/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check the text of an expression
         * @description Changes nothing.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "json": "{\"Equal\":[{\"Property\":\"plan\"},\"premium\"]}"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ExpressionText"];
                };
            };
            readonly responses: {
                /** @description The expression in its normalized form */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CheckedExpression"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/try": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check a feature for actors, and explain the result
         * @description The check does not count as an evaluation.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "actors": [
                     *         "User;42"
                     *       ],
                     *       "groups": [
                     *         "staff"
                     *       ],
                     *       "properties": {
                     *         "plan": "premium"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TryQuestion"];
                };
            };
            readonly responses: {
                /** @description The result, with the reason of each gate */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["TryAnswer"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/explain": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check features for actors, and explain the results
         * @description All features are checked for the same moment, with one random number per gate. The check does not count as an evaluation. An unknown feature is disabled.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         "search",
                     *         "unknown"
                     *       ],
                     *       "actors": [
                     *         "User;42"
                     *       ],
                     *       "groups": [
                     *         "staff"
                     *       ],
                     *       "properties": {
                     *         "plan": "premium"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ExplainQuestion"];
                };
            };
            readonly responses: {
                /** @description The results with their reasons, by feature */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ExplainAnswer"];
                    };
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/activity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count the evaluations of each feature
         * @description Count the evaluations of each feature
         */
        readonly get: {
            readonly parameters: {
                readonly query: {
                    /** @description The latest days; at most as many as the server stores telemetry. */
                    readonly days: number;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The evaluations of every feature */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ActivityList"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/telemetry": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count the evaluations of all features
         * @description Count the evaluations of all features
         */
        readonly get: {
            readonly parameters: {
                readonly query: {
                    /** @description The latest days; at most as many as the server stores telemetry. */
                    readonly days: number;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The sums of all features, and unknown keys */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["EnvironmentTelemetry"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/evaluations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the evaluations of features over time
         * @description For one day there is a number per hour, for more days a number per day.
         */
        readonly get: {
            readonly parameters: {
                readonly query: {
                    /** @description The latest days; at most as many as the server stores telemetry. */
                    readonly days: number;
                    /** @description The keys of at most 1,000 features, as a JSON list; all unless sent. */
                    readonly keys?: string;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The evaluations of each feature */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["EvaluationList"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/unknown-keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List unknown keys that were evaluated
         * @description They are misspelt, or their feature is deleted or not created yet. Seven days count unless `days` is sent. The server stores at most 1,000 unknown keys of an environment.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The latest days; at most as many as the server stores telemetry. */
                    readonly days?: number;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The keys */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["UnknownKeyList"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete the counts of an unknown key
         * @description Delete the counts of an unknown key
         */
        readonly delete: {
            readonly parameters: {
                readonly query: {
                    /** @description The unknown key. It is not in the path, because applications may have sent `.` or `..`. */
                    readonly key: string;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The counts are deleted */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["DismissedKey"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/sparklines": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count evaluations for small charts
         * @description Count evaluations for small charts
         */
        readonly get: {
            readonly parameters: {
                readonly query: {
                    /** @description The keys of at most 100 features, as a JSON list. */
                    readonly keys: string;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The evaluations of the last 14 days */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Sparklines"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/features/{key}/evaluations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the evaluations of a feature
         * @description Show the evaluations of a feature
         */
        readonly get: {
            readonly parameters: {
                readonly query: {
                    /** @description The latest days; at most as many as the server stores telemetry. */
                    readonly days: number;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                    /** @description The key of the feature. */
                    readonly key: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The evaluations of the feature */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["EvaluationSeries"];
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Follow the changes of an environment
         * @description Follow the changes of an environment
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The id of the last received event; `Last-Event-ID` takes precedence. */
                    readonly after?: string;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The changes of the environment, as they happen */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example id: 1-1
                         *     data: {"revision":8,"keys":["search"],"topics":[]}
                         */
                        readonly "text/event-stream": string;
                    };
                };
            };
        };
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly About: {
            readonly version: string;
            /** @enum {string} */
            readonly mode: "hosted" | "mountable";
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly startedAt: number;
            readonly dataDirectory: string;
            /** @description The name of this server among those that share a database; null for a data directory. */
            readonly node: string | null;
            readonly databases: readonly {
                readonly file: string;
                readonly bytes: number;
            }[];
            readonly features: number;
            readonly environments: number;
            readonly checks: readonly {
                readonly name: string;
                readonly isOk: boolean;
                readonly reason: string | null;
            }[];
            readonly memoryBytes: number;
        };
        readonly ActivityList: {
            /** @description How many days telemetry is stored; 0 if the plan stores none. */
            readonly retentionDays: number;
            /** @description Empty if telemetry is not stored. */
            readonly activity: readonly components["schemas"]["FeatureActivity"][];
        };
        readonly ActorsChange: {
            readonly add?: readonly string[];
            readonly remove?: readonly string[];
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
        };
        readonly AddedEnvironment: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            readonly environment: components["schemas"]["EnvironmentRow"];
        };
        readonly AddedMember: {
            readonly member: components["schemas"]["Member"];
            /** @description Null for a member who has a password already. */
            readonly link: {
                /** @description The one-time link; it is shown only once. */
                readonly url: string;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly endsAt: number;
            } | null;
        };
        readonly AdminError: {
            /** @description A stable word. */
            readonly code: string;
            /** @description One sentence with the reason and the remedy. */
            readonly message: string;
            /** @description The invalid part of the input, such as `add[3]`. */
            readonly place?: string;
            /** @description The seconds after which the request may be sent again. */
            readonly retry_after?: number;
            /** @description A link to the documentation, a URL or a path. */
            readonly more_info: string;
        };
        readonly AuditAuthors: {
            readonly actors: readonly {
                /** @description Such as `User:1` or `Token:2`. */
                readonly id: string;
                readonly name: string;
            }[];
        };
        readonly AuditPage: {
            readonly audits: readonly components["schemas"]["AuditRow"][];
            /** @description The value of `before` for the next page; null at the end. */
            readonly next: number | null;
            /** @description How many of the latest audits the plan shows; null for all. */
            readonly eventsMax: number | null;
        };
        readonly AuditRow: {
            /** @description Unique in its environment. */
            readonly id: number;
            /** @description Audits of one command, such as an import, share it. An undo covers all of them. */
            readonly step: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly at: number;
            /** @enum {string} */
            readonly action: "enable" | "disable" | "enable_actor" | "disable_actor" | "enable_group" | "disable_group" | "percentage_of_actors" | "percentage_of_time" | "clear" | "create" | "remove" | "mirror" | "rollback" | "enable_expression" | "disable_expression";
            readonly featureKey: string;
            readonly value: string | null;
            readonly actor: {
                /** @enum {string} */
                readonly type: "Token" | "User";
                readonly id: string;
                /** @description The name of the person or the token; null if it was deleted. */
                readonly name: string | null;
            };
            /** @description The earlier value, in the same form; null if it is unknown or was not set. */
            readonly before: string | null;
            /** @description The members that `enable`, `disable` or `clear` removed. */
            readonly removed: {
                readonly actors: number;
                readonly groups: number;
            } | null;
            /** @enum {string|null} */
            readonly cannotUndo: "no_record" | "too_large" | null;
        };
        readonly AuditsOfStep: {
            readonly audits: readonly components["schemas"]["AuditRow"][];
            /** @description The value of `before` for the next page; null at the end. */
            readonly next: number | null;
        };
        readonly BackupList: {
            /** @description Null if no backups are scheduled. */
            readonly schedule: {
                readonly directory: string;
                readonly everyHours: number;
                /** @description How many backups the server keeps. */
                readonly keep: number;
            } | null;
            readonly backups: readonly components["schemas"]["BackupRow"][];
            /** @description Whether the server creates a backup now. */
            readonly isRunning: boolean;
        };
        readonly BackupRow: {
            readonly file: string;
            readonly bytes: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
        };
        readonly BooleanChange: {
            readonly enabled: boolean;
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
            /** @description The tag of the gate that was shown. */
            readonly seen?: string;
        };
        readonly ChangeMark: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly at: number;
            readonly action: string;
            /** @description The id of the audit. */
            readonly id: number;
        };
        readonly ChangedActors: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description How many of the actors are new. */
            readonly added: number;
            /** @description How many of the actors were removed. */
            readonly removed: number;
        };
        readonly ChangedFeature: {
            readonly key: string;
            /** @enum {string} */
            readonly state: "on" | "off" | "conditional";
            readonly gates: components["schemas"]["FeatureGates"];
        };
        readonly ChangedGates: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description Whether the feature did not exist before. */
            readonly created: boolean;
            readonly feature: components["schemas"]["ChangedFeature"];
        };
        readonly ChangedMember: {
            readonly member: components["schemas"]["Member"];
        };
        readonly ChangedWebhook: {
            readonly webhooks: readonly components["schemas"]["Webhook"][];
            readonly webhook: components["schemas"]["Webhook"];
        };
        readonly ChangesPreview: {
            readonly before: {
                /** @enum {string} */
                readonly state: "on" | "off" | "conditional";
                readonly gates: components["schemas"]["SummarizedGates"];
            };
            readonly after: {
                /** @enum {string} */
                readonly state: "on" | "off" | "conditional";
                readonly gates: components["schemas"]["SummarizedGates"];
            };
            /** @description Whether `typed` must be the key of the feature. */
            readonly mustType: boolean;
            /** @description The tag of all gates now; send it as `seen`. */
            readonly tag: string;
        };
        readonly CheckedExpression: {
            readonly expression: components["schemas"]["StoredExpression"];
            /** @description The normalized expression as indented JSON. */
            readonly json: string;
        };
        readonly CheckedUnknownKey: {
            readonly key: string;
            readonly total: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly lastEvaluatedAt: number;
        };
        readonly CleanupRule: {
            /** @description The days for which a feature has been enabled or disabled for everyone. */
            readonly days: number;
            /** @description The longevities of such features; `unset` for features without one. */
            readonly longevities: readonly ("temporary" | "permanent" | "unset")[];
        };
        readonly ComparedEnvironments: {
            readonly featureCount: number;
            readonly differentCount: number;
            /** @description Differences first, then the rest by key; 1,000 together. With `gates=true` all differences, and no others. */
            readonly features: readonly components["schemas"]["ComparedFeature"][];
        };
        readonly ComparedFeature: {
            readonly key: string;
            readonly isDifferent: boolean;
            readonly left: {
                /** @enum {string} */
                readonly state: "on" | "off" | "conditional";
                readonly gates: components["schemas"]["SummarizedGates"];
                readonly allGates?: components["schemas"]["FeatureGates"];
            };
            readonly right: {
                /** @enum {string} */
                readonly state: "on" | "off" | "conditional";
                readonly gates: components["schemas"]["SummarizedGates"];
                readonly allGates?: components["schemas"]["FeatureGates"];
            };
            /** @description How many actors only `left` has. */
            readonly actorsOnlyLeft: number;
            /** @description How many actors only `right` has. */
            readonly actorsOnlyRight: number;
        };
        readonly ConfirmedChange: {
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
            /** @description The tag of the gate that was shown. */
            readonly seen?: string;
        };
        readonly CopiedGates: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description How many gate values were changed. */
            readonly changeCount: number;
            /** @description Whether the other environment followed Production for the feature before. */
            readonly isPinned: boolean;
            readonly feature: components["schemas"]["ChangedFeature"];
        };
        readonly CreatedFeature: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description The key that was stored: white space around it is removed. */
            readonly key: string;
            /** @description False if the feature existed already. */
            readonly created: boolean;
        };
        readonly CreatedPersonalToken: {
            readonly token: components["schemas"]["PersonalToken"];
            /** @description The secret; it is shown only once. */
            readonly value: string;
        };
        readonly CreatedReplica: {
            readonly replica: components["schemas"]["Replica"];
            /** @description The token of the replica; it is shown only once. */
            readonly value: string;
        };
        readonly CreatedToken: {
            readonly token: components["schemas"]["Token"];
            /** @description The secret; it is shown only once. */
            readonly value: string;
        };
        readonly CreatedWebhook: {
            readonly webhook: components["schemas"]["Webhook"];
            /** @description It is shown only once. */
            readonly secret: string;
        };
        readonly CurrentSession: {
            /** @enum {string} */
            readonly mode: "hosted" | "mountable";
            /** @description Null if nobody is signed in; the mountable deployment has no people. */
            readonly user: {
                readonly id: number;
                readonly name: string;
                readonly email: string;
            } | null;
            /**
             * @description What the caller may do; null if the caller must sign in first.
             * @enum {string|null}
             */
            readonly role: "owner" | "admin" | "member" | "viewer" | null;
            /**
             * @description Why everyone has only the role `viewer`: a flag of the server, or a public address.
             * @enum {string|null}
             */
            readonly readOnly: "flag" | "open_address" | null;
            /** @description Whether routes that need a proof can be called without a new proof. */
            readonly isProven: boolean;
            readonly canUsePasskeys: boolean;
            /** @description Whether the first owner of the server has no password yet. */
            readonly needsSetUp: boolean;
            readonly version: string;
            /** @description The path of the Flipper API, such as `/adapter`. */
            readonly apiPath: string;
            /** @description The id of the latest event; empty if the caller may not follow events. */
            readonly newestEvent: string;
        };
        readonly DeletedEnvironment: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            readonly environment: components["schemas"]["EnvironmentRow"];
        };
        readonly DescribedFeature: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            readonly feature: {
                readonly key: string;
                readonly description: string | null;
                /** @enum {string|null} */
                readonly longevity: "temporary" | "permanent" | null;
                readonly tags: readonly string[];
                readonly owner: {
                    readonly id: number;
                    readonly name: string;
                    readonly email: string;
                } | null;
                readonly creator: {
                    readonly id: number;
                    readonly name: string;
                    readonly email: string;
                } | null;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly createdAt: number;
            };
        };
        readonly DismissedKey: {
            /** @enum {boolean} */
            readonly dismissed: true;
        };
        readonly EndedSession: {
            /** @enum {boolean} */
            readonly ended: true;
        };
        readonly EnvironmentList: {
            readonly environments: readonly components["schemas"]["EnvironmentRow"][];
        };
        readonly EnvironmentRow: {
            readonly id: number;
            readonly slug: string;
            readonly name: string;
            /** @enum {string} */
            readonly state: "production" | "personal" | "other";
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description The owner of a personal environment. */
            readonly member: {
                readonly id: number;
                readonly name: string;
                readonly email: string;
            } | null;
            /** @description How many features have their own gates here. */
            readonly overrideCount: number;
            readonly activeTokenCount: number;
        };
        readonly EnvironmentTelemetry: {
            /** @description How many days telemetry is stored; 0 if the plan stores none. */
            readonly retentionDays: number;
            /** @description All evaluations in each part of the time, oldest first. */
            readonly total: readonly number[];
            /** @description The evaluations with the result enabled. */
            readonly enabled: readonly number[];
            /** @description The seconds of one part. */
            readonly stepSeconds: number;
            /** @description The start of the first part, in milliseconds since 1970. */
            readonly start: number;
            readonly unknownKeys: readonly components["schemas"]["CheckedUnknownKey"][];
            /** @description Whether there are more unknown keys than the server stores. */
            readonly unknownIsFull: boolean;
        };
        readonly EvaluationList: {
            /** @description The days: at most as many as the server stores telemetry. */
            readonly days: number;
            /** @description The seconds of one part. */
            readonly stepSeconds: number;
            /** @description The start of the first part, in milliseconds since 1970. */
            readonly start: number;
            /** @description Sorted by key, without unknown keys. */
            readonly features: readonly components["schemas"]["FeatureSeries"][];
        };
        readonly EvaluationSeries: {
            /** @description The seconds of one part. */
            readonly stepSeconds: number;
            /** @description The start of the first part, in milliseconds since 1970. */
            readonly start: number;
            /** @description All evaluations in each part of the time, oldest first. */
            readonly total: readonly number[];
            /** @description The evaluations with the result enabled. */
            readonly enabled: readonly number[];
            /** @description The minute of the latest evaluation, in milliseconds since 1970-01-01T00:00:00Z; null if telemetry has none. */
            readonly lastEvaluatedAt: number | null;
            /** @description Changes of the feature's gates in this time, oldest first, at most 200. */
            readonly changes: readonly components["schemas"]["ChangeMark"][];
            /** @description How many days telemetry is stored; 0 if the plan stores none. */
            readonly retentionDays: number;
        };
        readonly ExplainAnswer: {
            readonly features: readonly components["schemas"]["ExplainedFeature"][];
        };
        readonly ExplainQuestion: {
            /** @description The features. Each is answered once. */
            readonly keys: readonly string[];
            /** @description The ids of the actors, which are checked together. */
            readonly actors?: readonly string[];
            /** @description Groups that the actors are in. */
            readonly groups?: readonly string[];
            /** @description Properties of the actors for expressions. */
            readonly properties?: {
                readonly [key: string]: unknown;
            };
        };
        readonly ExplainedFeature: {
            readonly key: string;
            /** @description Whether the feature exists. */
            readonly known: boolean;
            readonly enabled: boolean;
            /** @description In the order of their evaluation; empty for an unknown feature. */
            readonly gates: readonly components["schemas"]["ExplainedGate"][];
        };
        readonly ExplainedGate: {
            /** @enum {string} */
            readonly gate: "boolean";
            /** @description Whether the gate matches. */
            readonly opens: boolean;
        } | {
            /** @enum {string} */
            readonly gate: "expression";
            /** @description Whether the gate matches. */
            readonly opens: boolean;
            /** @description Empty without an expression. */
            readonly actors: readonly {
                /** @description Null in a check without actors. */
                readonly actor: string | null;
                readonly isTrue: boolean;
                /** @description Whether the evaluation failed: then the gate does not match the actor. */
                readonly failed: boolean;
            }[];
            readonly tree?: components["schemas"]["ExplainedTerm"];
            /** @description Whether the feature and others refer to each other. Then the tree may differ from the result of the gate. */
            readonly isInCycle: boolean;
            /** @description Where and why the stored expression is faulty: Ruby's client raises, or reads it differently. Null if it is not faulty. */
            readonly fault: string | null;
        } | {
            /** @enum {string} */
            readonly gate: "actors";
            /** @description Whether the gate matches. */
            readonly opens: boolean;
            readonly count: number;
            /** @description The actors that the gate has. */
            readonly matched: readonly string[];
        } | {
            /** @enum {string} */
            readonly gate: "percentageOfActors";
            /** @description Whether the gate matches. */
            readonly opens: boolean;
            readonly percentage: number;
            /** @description Of all actors together; null without actors. */
            readonly bucket: number | null;
            /** @description The gate matches buckets below this one. */
            readonly threshold: number;
            /** @description The gate matches at every percentage above this one; null without actors. */
            readonly opensAbove: number | null;
        } | {
            /** @enum {string} */
            readonly gate: "percentageOfTime";
            /** @description Whether the gate matches. */
            readonly opens: boolean;
            readonly percentage: number;
        } | {
            /** @enum {string} */
            readonly gate: "groups";
            /** @description Whether the gate matches. */
            readonly opens: boolean;
            readonly groups: readonly {
                readonly name: string;
                /** @description Whether an actor is in it. */
                readonly matches: boolean;
                /** @description Whether it is registered, or has a predicate in the application. */
                readonly isKnown: boolean;
            }[];
        };
        /** @description The evaluation for the first actor with the result true, otherwise for the first actor. Missing without an expression, and if the answer would be too long. */
        readonly ExplainedTerm: {
            /** @description Null for a constant. */
            readonly operator: string | null;
            /** @description The result; null if the evaluation failed. */
            readonly value: {
                /** @enum {string} */
                readonly type: "text" | "number" | "boolean" | "null" | "time" | "list" | "object";
                /** @description Long values are cut. */
                readonly text: string;
            } | null;
            /** @description Why the evaluation of this operator failed. */
            readonly error: string | null;
            /** @description The first operand that decided the result of `All` or `Any`; null if all did. */
            readonly decidedBy: number | null;
            readonly operands: readonly components["schemas"]["ExplainedTerm"][];
        };
        readonly Export: {
            readonly version?: number;
            readonly features: {
                readonly [key: string]: components["schemas"]["ExportedFeature"];
            };
        };
        /** @description The values of the gates; missing ones are defaults. Other gates are ignored if they hold nothing. */
        readonly ExportedFeature: {
            /** @description Exports have it as text. */
            readonly boolean?: (boolean | null) | ("true" | "false");
            readonly groups?: readonly (string | number)[] | null;
            readonly actors?: readonly (string | number)[] | null;
            readonly expression?: ({
                readonly [key: string]: readonly unknown[] | {
                    readonly [key: string]: unknown;
                } | string | number | boolean;
            } | null) | Record<string, never>;
            /** @description An integer from 0 to 100; exports have it as text. */
            readonly percentage_of_actors?: (number | null) | string;
            /** @description An integer from 0 to 100; exports have it as text. */
            readonly percentage_of_time?: (number | null) | string;
        };
        readonly ExpressionChange: {
            /** @description The JSON text of the expression as it was typed, so that a refusal names the exact place; null removes the expression. */
            readonly json: string | null;
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
            /** @description The tag of the gate that was shown. */
            readonly seen?: string;
        };
        /** @description An operator or a constant of an expression, with its value. */
        readonly ExpressionReason: {
            /** @description Empty for a constant. */
            readonly operator: string;
            /** @description A JSON value; missing if the operand was not needed. */
            readonly value?: unknown;
            /** @description Whether this operand decided the result of the operator above it. */
            readonly decided: boolean;
            readonly error?: string;
            /** @description The value of a constant. */
            readonly constant?: string | number | boolean;
            readonly operands: readonly components["schemas"]["ExpressionReason"][];
        };
        readonly ExpressionText: {
            /** @description The JSON text of the expression as it was typed. */
            readonly json: string;
        };
        readonly FeatureActivity: {
            readonly key: string;
            readonly total: number;
            readonly enabled: number;
            /** @description The minute of the latest evaluation, in milliseconds since 1970-01-01T00:00:00Z; null if telemetry has none. */
            readonly lastEvaluatedAt: number | null;
        };
        readonly FeatureDescriptionChange: {
            readonly description?: string | null;
            /** @enum {string|null} */
            readonly longevity?: "temporary" | "permanent" | null;
            readonly tags?: readonly string[];
            readonly ownerId?: number | null;
            /** @description The e-mail address of a member, instead of `ownerId`. */
            readonly owner?: string | null;
        };
        readonly FeatureDetails: {
            readonly key: string;
            /** @enum {string} */
            readonly state: "on" | "off" | "conditional";
            readonly gates: components["schemas"]["SummarizedGates"];
            readonly description: string | null;
            /** @enum {string|null} */
            readonly longevity: "temporary" | "permanent" | null;
            readonly tags: readonly string[];
            readonly owner: {
                readonly id: number;
                readonly name: string;
                readonly email: string;
            } | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description When the gates in force here last changed, in milliseconds since 1970-01-01T00:00:00Z; null if that is not known. */
            readonly changedAt: number | null;
            /** @description Whether this environment has its own gates; always true in Production. */
            readonly isOverridden: boolean;
            /** @description Longevity, state and the time of the last change say that the feature can be removed. */
            readonly looksFinished: boolean;
            readonly creator: {
                readonly id: number;
                readonly name: string;
                readonly email: string;
            } | null;
            /** @description One member: the name of an operator, with the list of its arguments. An argument is an expression, a text, a number or a boolean. */
            readonly expression: {
                readonly [key: string]: readonly (components["schemas"]["StoredExpression"] | string | number | boolean)[];
            } | null;
            /** @description Where and why the stored expression is faulty; null if it is not. */
            readonly expressionFault: string | null;
            readonly groups: readonly string[];
            /** @description The first 100, sorted; `gates.actorCount` is the number of all actors. */
            readonly actors: readonly string[];
            readonly gateTags: components["schemas"]["GateTags"];
            /** @description Groups that are registered, or known to the application with the server. */
            readonly knownGroups: readonly string[];
            readonly allowsUnknownGroups: boolean;
            /** @description The revision of the project. */
            readonly revision: number;
            readonly allGates?: components["schemas"]["FeatureGates"];
            /** @description The gates in Production, if this environment overrides them. */
            readonly production: {
                readonly boolean: boolean;
                /** @description Null also if it is longer than 1,000 bytes; then `hasExpression` is true. */
                readonly expression: {
                    readonly [key: string]: readonly (components["schemas"]["StoredExpression"] | string | number | boolean)[];
                } | null;
                readonly hasExpression: boolean;
                /** @description The first three. */
                readonly groups: readonly string[];
                readonly groupCount: number;
                readonly actorCount: number;
                readonly percentageOfActors: number;
                readonly percentageOfTime: number;
            } | null;
        };
        /** @description All gates in force here; lists have them with `gates=true`. */
        readonly FeatureGates: {
            readonly boolean: boolean;
            /** @description One member: the name of an operator, with the list of its arguments. An argument is an expression, a text, a number or a boolean. */
            readonly expression: {
                readonly [key: string]: readonly (components["schemas"]["StoredExpression"] | string | number | boolean)[];
            } | null;
            readonly groups: readonly string[];
            readonly actors: readonly string[];
            readonly percentageOfActors: number;
            readonly percentageOfTime: number;
        };
        readonly FeatureRow: {
            readonly key: string;
            /** @enum {string} */
            readonly state: "on" | "off" | "conditional";
            readonly gates: components["schemas"]["SummarizedGates"];
            readonly description: string | null;
            /** @enum {string|null} */
            readonly longevity: "temporary" | "permanent" | null;
            readonly tags: readonly string[];
            readonly owner: {
                readonly id: number;
                readonly name: string;
                readonly email: string;
            } | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description When the gates in force here last changed, in milliseconds since 1970-01-01T00:00:00Z; null if that is not known. */
            readonly changedAt: number | null;
            /** @description Whether this environment has its own gates; always true in Production. */
            readonly isOverridden: boolean;
            /** @description Longevity, state and the time of the last change say that the feature can be removed. */
            readonly looksFinished: boolean;
            /** @description With `gates=true`. */
            readonly creator?: {
                readonly id: number;
                readonly name: string;
                readonly email: string;
            } | null;
            readonly allGates?: components["schemas"]["FeatureGates"];
        };
        readonly FeatureRows: {
            /** @description The revision of the project. */
            readonly revision: number;
            readonly features: readonly components["schemas"]["FeatureRow"][];
        };
        readonly FeatureSeries: {
            readonly key: string;
            /** @enum {string} */
            readonly state: "on" | "off" | "conditional";
            /** @description All evaluations in each part of the time, oldest first. */
            readonly total: readonly number[];
            /** @description The evaluations with the result enabled. */
            readonly enabled: readonly number[];
        };
        readonly FeatureToCreate: {
            readonly key: string;
            readonly description?: string | null;
            /** @enum {string|null} */
            readonly longevity?: "temporary" | "permanent" | null;
            readonly tags?: readonly string[];
            readonly ownerId?: number | null;
            /** @description Whether an existing feature with this key is accepted; it stays unchanged. */
            readonly mayExist?: boolean;
        };
        readonly FormerMember: {
            readonly id: number;
            readonly name: string;
            readonly email: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description The names of the person's projects. */
            readonly projects: readonly string[];
        };
        readonly FoundActors: {
            /** @description At most 200, sorted. */
            readonly actors: readonly string[];
            /** @description How many actors contain the text. */
            readonly matching: number;
            readonly hasMore: boolean;
        };
        readonly GateDifference: {
            readonly key: string;
            readonly changes: readonly {
                /** @enum {string} */
                readonly action: "enable" | "disable" | "enable_actor" | "disable_actor" | "enable_group" | "disable_group" | "percentage_of_actors" | "percentage_of_time" | "clear" | "create" | "remove" | "mirror" | "rollback" | "enable_expression" | "disable_expression";
                /** @description Null without a value, and for more than 1,000 characters; for members the first. */
                readonly value: string | null;
                readonly before: string | null;
                /** @description How many members, if there is more than one. */
                readonly count: number;
            }[];
            /**
             * @description What happens to the feature, or to its gates in this environment.
             * @enum {string|null}
             */
            readonly feature: "created" | "removed" | "mirrored" | "overridden" | null;
        };
        readonly GateReason: {
            /** @enum {string} */
            readonly gate: "boolean" | "expression" | "groups" | "actors" | "percentageOfActors" | "percentageOfTime";
            /** @description Whether the gate matches. */
            readonly opens: boolean;
            /** @description Of `percentageOfActors`. */
            readonly bucket?: number;
            /** @description `percentageOfActors` matches buckets below this number. */
            readonly threshold?: number;
            /** @description Of `percentageOfActors` and `percentageOfTime`. */
            readonly percentage?: number;
            /** @description The actors or groups of the request that match. */
            readonly matched?: readonly string[];
            /** @description Enabled groups that are neither registered nor in the request. */
            readonly unknown?: readonly string[];
            /** @description How many actors or groups the gate has. */
            readonly count?: number;
            readonly expression?: components["schemas"]["ExpressionReason"];
        };
        /** @description One tag for each gate, to be sent as `seen` with a change of that gate. */
        readonly GateTags: {
            readonly boolean: string;
            readonly expression: string;
            readonly groups: string;
            readonly actors: string;
            readonly percentageOfActors: string;
            readonly percentageOfTime: string;
        };
        readonly GateWrite: {
            /** @enum {string} */
            readonly gate: "boolean" | "expression" | "groups" | "actors" | "percentage_of_actors" | "percentage_of_time";
            /** @enum {string} */
            readonly action: "enable" | "disable";
            /** @description An actor, a group, a percentage or an expression, where the gate takes one. */
            readonly value?: unknown;
        };
        readonly GatesCopy: {
            readonly to: number | string;
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
        };
        readonly GroupList: {
            readonly groups: readonly components["schemas"]["KnownGroup"][];
            /** @description Whether gates accept registered groups only. */
            readonly isStrict: boolean;
        };
        readonly GroupsChange: {
            readonly add?: readonly string[];
            readonly remove?: readonly string[];
            /** @description Whether groups may be added that the application with the server did not register. */
            readonly allowUnknown?: boolean;
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
        };
        readonly GroupsPolicy: {
            /** @description Whether gates accept registered groups only. */
            readonly isStrict: boolean;
        };
        readonly ImportResult: {
            readonly created: number;
            readonly changed: number;
            readonly cleared: number;
            readonly removed: number;
            readonly unchanged: number;
            /** @description The first 200. */
            readonly differences: readonly components["schemas"]["GateDifference"][];
            /** @description The first 1,000 that change. */
            readonly features: readonly {
                readonly key: string;
                /** @enum {string} */
                readonly change: "created" | "changed" | "cleared" | "removed";
                /** @description How many audits of each action there are. */
                readonly actions: {
                    readonly [key: string]: number;
                };
            }[];
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
        };
        readonly IssuedSignInLink: {
            readonly member: components["schemas"]["Member"];
            readonly link: components["schemas"]["SignInLink"];
        };
        readonly KnownGroup: {
            readonly name: string;
            /** @description The features whose gates have the group, in any environment. */
            readonly featureCount: number;
            /** @description Whether the application decides who is in the group; it cannot be removed here. */
            readonly isFromHost: boolean;
            readonly isRegistered: boolean;
            /** @description The webhooks whose applications reported the group. */
            readonly toldBy: readonly components["schemas"]["NamedWebhook"][];
        };
        readonly Limit: {
            /** @enum {string} */
            readonly name: "custom_environments" | "tokens_per_environment" | "audit_events" | "telemetry_retention_days" | "audit_retention_days" | "production_bytes" | "environment_bytes" | "project_bytes" | "features_per_project" | "actors_per_gate";
            /** @description Null for no limit. */
            readonly limit: number | null;
            /** @description The largest use, for limits of each environment or gate; null where nothing is counted. */
            readonly used: number | null;
            /** @description Whether the limit differs from the plan's. */
            readonly isOverridden: boolean;
            readonly minimum: number;
            readonly maximum: number;
        };
        readonly LinkOwner: {
            readonly email: string;
            readonly name: string;
            /** @description Whether the person chooses an e-mail address and a name; both are empty then. */
            readonly isFirstOwner: boolean;
        };
        readonly ListedMigration: {
            /** @description Names it in the list; gives no access to the export. */
            readonly id: string;
            /** @description The sender's name of its application; null if it has no name. */
            readonly appName: string | null;
            /** @description The address of the sender, or its network. */
            readonly sender: string;
            readonly featureCount: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly receivedAt: number;
            /** @description When the server deletes it, in milliseconds since 1970-01-01T00:00:00Z. */
            readonly expiresAt: number;
        };
        readonly ListedPersonalTokens: {
            readonly tokens: readonly components["schemas"]["PersonalToken"][];
        };
        readonly Member: {
            readonly id: number;
            readonly name: string;
            readonly email: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @enum {string} */
            readonly role: "owner" | "admin" | "member" | "viewer";
            /** @description The names of the person's projects. */
            readonly projects: readonly string[];
            readonly hasPassword: boolean;
            readonly passkeyCount: number;
            /** @description When the unused one-time link expires; null without such a link. */
            readonly linkEndsAt: number | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly lastSeenAt: number | null;
        };
        readonly MemberList: {
            readonly members: readonly components["schemas"]["Member"][];
            /** @description The value of `after` for the next page; null at the end. */
            readonly next: number | null;
        };
        readonly MemberRemoval: {
            readonly revokeTokens?: boolean;
            /** @description The name of the project that the person leaves; all of them unless sent. */
            readonly project?: string;
        };
        readonly MigrationCode: {
            /** @description The code in the link that `flipper cloud migrate` printed. */
            readonly code: string;
        };
        readonly MigrationList: {
            readonly migrations: readonly components["schemas"]["ListedMigration"][];
        };
        readonly MigrationTarget: {
            /** @description The code in the link that `flipper cloud migrate` printed. */
            readonly code: string;
            readonly typed?: string;
        };
        readonly MirroredFeatures: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description The keys of the features that had their own gates before. */
            readonly features: readonly string[];
        };
        readonly MirroredKeys: {
            /** @description The keys of the features; empty for all features with their own gates. */
            readonly features: readonly string[];
        };
        readonly NamedWebhook: {
            readonly id: number;
            readonly name: string;
        };
        readonly NewBackup: Record<string, never>;
        readonly NewChanges: {
            /** @description In order. The server applies all of them, or none. */
            readonly changes: readonly components["schemas"]["GateWrite"][];
            /** @description The tag of all gates, as a preview or a read of the feature shows it. */
            readonly seen?: string;
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
            /** @description Whether a missing feature is created. */
            readonly createsMissing?: boolean;
            /** @description Whether groups may be added that the application with the server did not register. */
            readonly allowUnknown?: boolean;
        };
        readonly NewCleanupRule: {
            readonly days: number;
            readonly longevities: readonly ("temporary" | "permanent" | "unset")[];
        };
        readonly NewCustomEnvironment: {
            readonly name: string;
        };
        readonly NewGroup: {
            readonly name: string;
        };
        readonly NewLink: {
            /** @description The URL with which the link begins; the server's URL unless sent. */
            readonly publicUrl?: string;
        };
        readonly NewMember: {
            readonly email: string;
            readonly name?: string;
            /** @enum {string} */
            readonly role?: "owner" | "admin" | "member" | "viewer";
            /** @description The name of a project that the person joins too. */
            readonly project?: string;
            /** @description The URL with which the link begins; the server's URL unless sent. */
            readonly publicUrl?: string;
            /**
             * @description Changes the name and the role of a person who is a member already.
             * @enum {string}
             */
            readonly known?: "change";
        };
        readonly NewPasskey: {
            readonly name: string;
            /** @description The JSON form of the credential that the browser returned. */
            readonly response: {
                readonly [key: string]: unknown;
            };
        };
        readonly NewPersonalToken: {
            readonly name: string;
            /** @enum {string} */
            readonly scope: "read" | "write" | "admin";
            readonly expiresInDays: number;
        };
        readonly NewPlan: {
            /** @enum {string} */
            readonly plan: "self_hosted" | "team" | "free";
            /** @description The limits that replace the plan's own; an omitted limit is the plan's own. */
            readonly limits: {
                readonly [key: string]: number | null;
            };
        };
        readonly NewProject: {
            readonly name: string;
        };
        readonly NewReplica: {
            readonly name: string;
        };
        readonly NewRole: {
            /** @enum {string} */
            readonly role: "owner" | "admin" | "member" | "viewer";
        };
        readonly NewToken: {
            readonly name: string;
            /** @enum {string} */
            readonly access: "read_only" | "read_and_write" | "evaluate";
            readonly managesEnvironments?: boolean;
            /** @description How long the token is valid; without limit unless sent. */
            readonly expiresInMs?: number;
            /** @description The e-mail address of the member who owns the token; the caller unless sent, or the first owner if the caller is not a member of the project. */
            readonly owner?: string;
        };
        readonly NewWebhook: {
            readonly name?: string;
            /** @enum {string} */
            readonly kind: "sync" | "events";
            readonly url: string;
            /** @description Empty for all. */
            readonly events: readonly ("feature.created" | "feature.updated" | "feature.deleted" | "environment.created" | "environment.deleted" | "token.created" | "token.revoked" | "member.added" | "member.updated" | "member.removed")[];
            readonly keys?: string;
        };
        readonly OwnPasskeys: {
            readonly passkeys: readonly components["schemas"]["Passkey"][];
        };
        readonly OwnSessions: {
            readonly sessions: readonly components["schemas"]["Session"][];
        };
        readonly Passkey: {
            readonly id: string;
            readonly name: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly lastUsedAt: number | null;
        };
        readonly PasskeyAssertion: {
            /** @description The JSON form of the credential that the browser returned. */
            readonly response: {
                readonly [key: string]: unknown;
            };
        };
        readonly PasskeyOptions: {
            /** @description The JSON form of the options that the browser takes. */
            readonly options: {
                readonly [key: string]: unknown;
            };
        };
        readonly PasswordRequest: {
            readonly current: string;
            readonly password: string;
            readonly removePasskeys?: boolean;
        };
        readonly PasswordSignIn: {
            readonly email: string;
            readonly password: string;
        };
        readonly PercentageChange: {
            readonly percentage: number;
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
            /** @description The tag of the gate that was shown. */
            readonly seen?: string;
        };
        readonly Person: {
            readonly id: number;
            readonly name: string;
            readonly email: string;
        };
        readonly PersonList: {
            readonly people: readonly components["schemas"]["Person"][];
        };
        readonly PersonalToken: {
            readonly id: string;
            readonly name: string;
            /** @enum {string} */
            readonly scope: "read" | "write" | "admin";
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly expiresAt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly lastUsedAt: number | null;
        };
        readonly Plan: {
            /** @enum {string} */
            readonly plan: "self_hosted" | "team" | "free";
            readonly limits: readonly components["schemas"]["Limit"][];
        };
        readonly PreviewedChanges: {
            /** @description In order. The server applies all of them, or none. */
            readonly changes: readonly components["schemas"]["GateWrite"][];
        };
        readonly Project: {
            readonly id: number;
            readonly name: string;
            readonly featureCount: number;
            readonly environmentCount: number;
            readonly memberCount: number;
            /** @description Whether gates accept registered groups only. */
            readonly isStrict: boolean;
        };
        readonly ProjectList: {
            readonly projects: readonly components["schemas"]["Project"][];
        };
        readonly ProofRequest: {
            readonly password: string;
        } | {
            /** @description The JSON form of the credential that the browser returned. */
            readonly response: {
                readonly [key: string]: unknown;
            };
        };
        readonly RegisteredGroup: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description False if the group was registered already. */
            readonly isNew: boolean;
        };
        readonly RemovedMember: {
            /** @enum {boolean} */
            readonly removed: true;
            /** @description The names of the person's tokens that stay active. */
            readonly activeTokens: readonly string[];
            readonly person: components["schemas"]["FormerMember"];
            /** @description The person's tokens that were active after the removal. */
            readonly tokens: readonly components["schemas"]["Token"][];
        };
        readonly RemovedMigration: Record<string, never>;
        readonly Replica: {
            readonly id: number;
            readonly name: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
        };
        readonly ReplicaList: {
            readonly replicas: readonly components["schemas"]["Replica"][];
        };
        readonly RevokedToken: {
            readonly token: components["schemas"]["Token"];
        };
        readonly RollbackAnswer: {
            readonly key: string;
            /**
             * @description What happens to the feature, or to its gates in this environment.
             * @enum {string|null}
             */
            readonly feature: "created" | "removed" | "mirrored" | "overridden" | null;
            /** @description The first 100, as in an audit. */
            readonly changes: readonly {
                /** @enum {string} */
                readonly action: "enable" | "disable" | "enable_actor" | "disable_actor" | "enable_group" | "disable_group" | "percentage_of_actors" | "percentage_of_time" | "clear" | "create" | "remove" | "mirror" | "rollback" | "enable_expression" | "disable_expression";
                readonly value: string | null;
            }[];
            readonly changeCount: number;
            /** @description How many audits are undone. */
            readonly laterCount: number;
            /** @description Whether the rollback needs `typed`. */
            readonly mustType: boolean;
            /** @description Identifies this rollback. */
            readonly tag: string;
            /** @description False for a preview. */
            readonly done: boolean;
            /** @description The revision of the project. */
            readonly revision: number;
        };
        readonly RollbackRequest: {
            /** @description The feature. */
            readonly key: string;
            /** @description The id of an audit: the gates as they were right after it. */
            readonly to?: number;
            /** @description The gates as they were at this time, in milliseconds. Instead of `to`. */
            readonly at?: number;
            /** @description Whether to show the rollback, and change nothing. */
            readonly preview?: boolean;
            /** @description The tag of a preview: any other rollback is refused. */
            readonly tag?: string;
            /** @description The feature's key, for rollbacks in Production that many actors notice. */
            readonly typed?: string;
        };
        readonly SecretRotation: {
            /** @description How long the earlier secret stays valid; a day unless sent. */
            readonly overlapMs?: number;
        };
        readonly Session: {
            readonly id: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly seenAt: number;
            readonly address: string;
            readonly userAgent: string;
            /** @description Whether the request was sent with this session. */
            readonly isThis: boolean;
        };
        readonly SetGroupsPolicy: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description The name of the project. */
            readonly project: string;
        };
        readonly SetPlan: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @enum {string} */
            readonly plan: "self_hosted" | "team" | "free";
            readonly limits: readonly components["schemas"]["Limit"][];
        };
        readonly SetUpCode: {
            readonly code: string;
        };
        readonly SetUpRequest: {
            readonly code: string;
            readonly password: string;
            readonly email?: string;
            readonly name?: string;
        };
        readonly SignInLink: {
            /** @description The one-time link; it is shown only once. */
            readonly url: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly endsAt: number;
        };
        readonly Sparkline: {
            /** @description All evaluations in each part of the time, oldest first. */
            readonly total: readonly number[];
            /** @description The evaluations with the result enabled. */
            readonly enabled: readonly number[];
        };
        readonly Sparklines: {
            /** @description By the feature's key. */
            readonly sparklines: {
                readonly [key: string]: components["schemas"]["Sparkline"];
            };
        };
        readonly StartedBackup: {
            /** @enum {boolean} */
            readonly started: true;
        };
        readonly Status: {
            readonly version: string;
            /** @enum {string} */
            readonly mode: "hosted" | "mountable";
            /** @description False if a command answers, without a running server. */
            readonly serving: boolean;
            /** @description Whether the checks of `/readyz` succeed; null where there are none. */
            readonly ready: boolean | null;
            /** @description What an operator should look at. */
            readonly problems: readonly string[];
            readonly project: string;
            readonly environment: {
                readonly slug: string;
                readonly name: string;
                /** @enum {string} */
                readonly kind: "production" | "personal" | "custom";
            };
            /** @enum {string} */
            readonly access: "owner" | "admin" | "member" | "viewer" | "administrator" | "read_only" | "read_and_write";
            /** @description The revision of the project. */
            readonly revision: number;
            readonly features: number;
            readonly databases: readonly {
                readonly file: string;
                readonly bytes: number;
            }[];
            readonly memoryBytes: number | null;
            /** @description The active ones, the last used first; at most 1,000. */
            readonly tokens: readonly {
                readonly id: number;
                readonly name: string;
                /** @description A slug. */
                readonly environment: string;
                /** @enum {string} */
                readonly access: "read_only" | "read_and_write" | "evaluate";
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly lastUsedAt: number | null;
            }[];
            /** @description All of the project; for the token of an environment, its own. */
            readonly environments: readonly {
                readonly slug: string;
                readonly name: string;
                /** @enum {string} */
                readonly kind: "production" | "personal" | "custom";
                /** @description How many features have their own gates. */
                readonly overrides: number;
            }[];
        };
        readonly StepPage: {
            readonly steps: readonly components["schemas"]["StepRow"][];
            /** @description The value of `before` for the next page; null at the end. */
            readonly next: number | null;
            /** @description How many of the latest audits the plan shows; null for all. */
            readonly eventsMax: number | null;
        };
        readonly StepRow: {
            readonly newest: components["schemas"]["AuditRow"];
            readonly oldest: components["schemas"]["AuditRow"];
            readonly count: number;
        };
        /** @description One member: the name of an operator, with the list of its arguments. An argument is an expression, a text, a number or a boolean. */
        readonly StoredExpression: {
            readonly [key: string]: readonly (components["schemas"]["StoredExpression"] | string | number | boolean)[];
        };
        readonly SummarizedGates: {
            readonly boolean: boolean;
            /** @description Null also if it is longer than 1,000 bytes; then `hasExpression` is true. */
            readonly expression: {
                readonly [key: string]: readonly (components["schemas"]["StoredExpression"] | string | number | boolean)[];
            } | null;
            readonly hasExpression: boolean;
            /** @description The first three. */
            readonly groups: readonly string[];
            readonly groupCount: number;
            readonly actorCount: number;
            readonly percentageOfActors: number;
            readonly percentageOfTime: number;
        };
        readonly Token: {
            readonly id: number;
            readonly name: string;
            /** @description The name of the project. */
            readonly project: string;
            /** @description The slug of the environment. */
            readonly environment: string;
            /** @enum {string} */
            readonly access: "read_only" | "read_and_write" | "evaluate";
            readonly managesEnvironments: boolean;
            readonly owner: {
                readonly id: number;
                readonly name: string;
                readonly email: string;
            } | null;
            readonly isPreview: boolean;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly revokedAt: number | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly expiresAt: number | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly lastUsedAt: number | null;
        };
        readonly TokenList: {
            readonly tokens: readonly components["schemas"]["Token"][];
            /** @description How many tokens are revoked, on all pages together. */
            readonly revokedCount: number;
            /** @description The value of `before` for the next page; null at the end. */
            readonly next: number | null;
        };
        readonly TryAnswer: {
            readonly enabled: boolean;
            readonly gates: readonly components["schemas"]["GateReason"][];
        };
        readonly TryQuestion: {
            readonly actors: readonly string[];
            readonly groups: readonly string[];
            readonly properties: {
                readonly [key: string]: unknown;
            };
        };
        readonly TypedEnvironment: {
            /** @description The name of the environment, or its slug. */
            readonly typed: string;
        };
        readonly UndoDirection: {
            /** @enum {string} */
            readonly to: "before" | "after";
        };
        readonly UndoPreview: {
            /** @description The first 200. */
            readonly differences: readonly components["schemas"]["GateDifference"][];
            /** @description All features that change. */
            readonly featureCount: number;
            /** @description How many later changes of the same features are undone too. */
            readonly laterCount: number;
            /** @description Whether the undo needs the key of the audit's feature as `typed`. */
            readonly mustType: boolean;
            /** @description To be sent with the undo. */
            readonly tag: string;
        };
        readonly UndoRequest: {
            /** @enum {string} */
            readonly to: "before" | "after";
            readonly tag: string;
            readonly typed?: string;
        };
        readonly UnknownKeyList: {
            /** @description The days that count. */
            readonly days: number;
            /** @description At most 1,000; the latest evaluated key is first. */
            readonly keys: readonly {
                readonly key: string;
                readonly enabled: number;
                readonly disabled: number;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly lastEvaluatedAt: number;
            }[];
        };
        readonly WaitingMigration: {
            /** @description The sender's name of its application; null if it has no name. */
            readonly appName: string | null;
            /** @description The address of the sender, or its network. */
            readonly sender: string;
            readonly featureCount: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly receivedAt: number;
            /** @description When the server deletes it, in milliseconds since 1970-01-01T00:00:00Z. */
            readonly expiresAt: number;
        };
        readonly Webhook: {
            readonly id: number;
            readonly name: string;
            /** @description The name of the project. */
            readonly project: string;
            /** @description The slug of the environment. */
            readonly environment: string;
            /** @enum {string} */
            readonly kind: "sync" | "events";
            readonly url: string;
            /** @description The groups that a Flipper application reported last. */
            readonly groups: readonly string[];
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly failingSince: number | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly nextTryAt: number | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly lastSuccessAt: number | null;
            /** @description Empty for all. */
            readonly events: readonly ("feature.created" | "feature.updated" | "feature.deleted" | "environment.created" | "environment.deleted" | "token.created" | "token.revoked" | "member.added" | "member.updated" | "member.removed")[];
            /** @description The pattern of the keys of features; null for all features. */
            readonly keys: string | null;
            /** @enum {string} */
            readonly status: "active" | "failing" | "paused" | "needs_rotate";
            /** @enum {string|null} */
            readonly pausedBy: "person" | "failing" | "gone" | null;
            /** @description Whether events wait to be sent again. */
            readonly isReplaying: boolean;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly pausedAt: number | null;
            /** @description The events that were deleted before they were sent; null once the endpoint is notified. */
            readonly lostEvents: {
                readonly from: number;
                readonly to: number;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly at: number;
            } | null;
            /** @description How many secrets are valid or are being replaced. */
            readonly secretCount: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly earlierSecretEndsAt: number | null;
        };
        readonly WebhookDelivery: {
            readonly messageId: string;
            readonly type: string;
            readonly key: string | null;
            /** @description Null for a test. */
            readonly fromEvent: number | null;
            /** @description Null for a test. */
            readonly toEvent: number | null;
            readonly attempt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly startedAt: number;
            readonly durationMs: number;
            /** @enum {string} */
            readonly outcome: "delivered" | "failed" | "refused" | "gave_up";
            /** @description The status of the answer; null without one. */
            readonly status: number | null;
            readonly problem: string | null;
            /** @description The start of the answer's body. */
            readonly answer: string;
            /** @description Counts from 1 for each webhook. */
            readonly number: number;
        };
        readonly WebhookDeliveryList: {
            readonly deliveries: readonly components["schemas"]["WebhookDelivery"][];
            /** @description Whether there are earlier ones. */
            readonly hasMore: boolean;
        };
        readonly WebhookList: {
            readonly webhooks: readonly components["schemas"]["Webhook"][];
        };
        readonly WebhookPause: {
            readonly isPaused: boolean;
        };
        readonly WebhookRedelivery: {
            /** @description The first event; left out for a sync webhook only, which has no events. */
            readonly from?: number;
            readonly to?: number;
        };
        readonly Written: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
