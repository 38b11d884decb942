/** Written by `make openapi` from docs/openapi-admin.json. */

export interface paths {
    readonly "/account": {
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
         * Change the caller's display name
         * @description Change the caller's display name
         */
        readonly patch: {
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
                     *       "name": "Ada"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["OwnName"];
                };
            };
            readonly responses: {
                /** @description The caller with the new name */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RenamedPerson"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
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
    readonly "/apply": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make features what a file declares
         * @description Changes all of the features in all of the environments, or nothing. Missing features are created. Environments that a feature does not list stay as they are. A change request can be opened for changes of one environment.
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
                     *       "features": [
                     *         {
                     *           "key": "search",
                     *           "tags": [
                     *             "web"
                     *           ],
                     *           "environments": [
                     *             {
                     *               "environment": "production",
                     *               "percentageOfActors": 25,
                     *               "actors": [
                     *                 "User;42"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["AppliedFeatures"];
                };
            };
            readonly responses: {
                /** @description What changed */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["AppliedAnswer"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
    readonly "/apply/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Preview what a file declares
         * @description Changes nothing. The refusals are those of the change.
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
                     *       "features": [
                     *         {
                     *           "key": "search",
                     *           "tags": [
                     *             "web"
                     *           ],
                     *           "environments": [
                     *             {
                     *               "environment": "production",
                     *               "percentageOfActors": 25,
                     *               "actors": [
                     *                 "User;42"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PreviewedFeatures"];
                };
            };
            readonly responses: {
                /** @description What would change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["AppliedPreview"];
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
    readonly "/members/{user}/environments/{environment}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Set the role of a member in one environment
         * @description The role replaces the role in the organization there. Owners are owners everywhere.
         */
        readonly put: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the member, or the e-mail address. */
                    readonly user: string;
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "role": "viewer"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewEnvironmentRole"];
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
        readonly post?: never;
        /**
         * Return to a member's role in the organization
         * @description Deletes the role that the member has in one environment.
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
                    /** @description The id or the slug of the environment, or `slug:` and a slug that may have digits only; `-` is the environment of the token, otherwise Production. */
                    readonly environment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
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
        /**
         * Create a personal token for a member
         * @description Only for commands on the server's machine: nobody else acts in the name of another person.
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
                    /**
                     * @example {
                     *       "name": "Nightly report",
                     *       "scope": "read"
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
    readonly "/environments/{environment}/tokens/{token}/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace a token
         * @description Creates a token with the name, the rights and the lifetime of another one, which stays valid for some hours. The new token is not the creator of environments that the earlier one created.
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
                    /** @description The id of the token. */
                    readonly token: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "overlapHours": 24
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TokenRotation"];
                };
            };
            readonly responses: {
                /** @description The new token with its value, and the earlier one */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RotatedToken"];
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
    readonly "/issue-pattern": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the address of issues that reasons name
         * @description Get the address of issues that reasons name
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
                /** @description The address */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["IssuePattern"];
                    };
                };
            };
        };
        /**
         * Set the address of issues that reasons name
         * @description Set the address of issues that reasons name
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
                     *       "pattern": "https://issues.example.com/{issue}"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewIssuePattern"];
                };
            };
            readonly responses: {
                /** @description The address is set */
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
    readonly "/first-run": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get what is left to do on a new server
         * @description Requests of clients are remembered in memory since the start of this server. Of a shared database each server remembers its own.
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
                /** @description The facts */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["FirstRun"];
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
         * Edit, pause or resume a webhook
         * @description Changes the members of the body. The secret stays. Another URL needs a confirmation by password or passkey in the session, as the creation of a webhook.
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
                     *       "events": [
                     *         "feature.updated"
                     *       ],
                     *       "isPaused": false
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WebhookEdit"];
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
    readonly "/environments/{environment}/webhooks/{webhook}/deliveries/{delivery}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a delivery of a webhook with its payload
         * @description Get a delivery of a webhook with its payload
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
                    /** @description The number of the delivery. */
                    readonly delivery: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The delivery with its payload */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["DeliveredPayload"];
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
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
    readonly "/acts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List who did what besides changes of features
         * @description Lists sign-ins and changes of members, tokens, webhooks and settings in all projects. One request reads a limited number of acts, so a page can have fewer acts although there are more.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    readonly kind?: "audits.exported" | "audits.removed" | "change" | "change.bypass_confirmed" | "change.bypassed" | "change.turned_off" | "checkpoint.signed" | "comment.deleted" | "comment.edited" | "environment.created" | "environment.deleted" | "feature.described" | "group.added" | "group.removed" | "guard.alarm" | "guard.mismatch" | "guard.silent" | "job.signed_in" | "key.freed" | "key.retired" | "installation.moved" | "installation.restored" | "member.account_linked" | "member.account_unlinked" | "member.added" | "member.environment_role_changed" | "member.link_issued" | "member.removed" | "member.renamed" | "member.role_changed" | "passkey.added" | "passkey.removed" | "passkey.renamed" | "password.changed" | "personal_token.created" | "personal_token.revoked" | "plan.changed" | "policy.changed" | "project.changed" | "project.created" | "project.member_added" | "project.member_removed" | "project.retires_keys" | "replica.created" | "replica.removed" | "request.applied" | "request.approved" | "request.changes_asked" | "request.drifted" | "request.expired" | "request.failed" | "request.missed" | "request.opened" | "request.rebased" | "request.vote_withdrawn" | "request.voted" | "request.withdrawn" | "rollout.done" | "rollout.held" | "rollout.paused" | "rollout.resumed" | "rollout.started" | "rollout.stepped" | "rollout.stopped" | "session.ended" | "session.started" | "sign_in.failed" | "sign_on.emergency_added" | "sign_on.emergency_removed" | "sign_on.rule_added" | "sign_on.rule_removed" | "signing_key.created" | "signing_key.rotated" | "token.changed" | "token.created" | "token.revoked" | "trust_rule.added" | "trust_rule.removed" | "webhook.changed" | "webhook.created" | "webhook.deleted";
                    /** @description The author: `User:1`, `Token:2`, `Shell` or `Server`. */
                    readonly actor?: string;
                    /** @description Only acts about this environment, as in a path, or the id of a deleted one. */
                    readonly environment?: string;
                    /** @description A part of the author's name, the reason, a link or a value of the details, in any letter case. People and tokens in the details count by their names. A hash must be whole. */
                    readonly text?: string;
                    /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                    readonly from?: number;
                    /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                    readonly to?: number;
                    /** @description Only acts with a lower number. */
                    readonly before?: number;
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
                /** @description The acts that match, the latest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ActPage"];
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
    readonly "/comments/{subject}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the comments on a request, a feature or an act
         * @description List the comments on a request, a feature or an act
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
                readonly path: {
                    /** @description What the comments are about: `request:7`, `feature:search` or `act:91`; acts need the role `admin`. */
                    readonly subject: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description A page of the comments */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CommentList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Comment on a request, a feature or an act
         * @description A subject can have 1,000 comments. Show the Markdown without HTML and images.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description What the comments are about: `request:7`, `feature:search` or `act:91`; acts need the role `admin`. */
                    readonly subject: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "text": "Enabled for the trial of **OPS-12**."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["CommentText"];
                };
            };
            readonly responses: {
                /** @description The comment */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SavedComment"];
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
    readonly "/comments/{subject}/{comment}": {
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
         * Delete an own comment
         * @description Admins also delete the comments of others. Its act has the hash of the text.
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description What the comments are about: `request:7`, `feature:search` or `act:91`; acts need the role `admin`. */
                    readonly subject: string;
                    /** @description The id of the comment. */
                    readonly comment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The comment is deleted */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["DeletedComment"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        /**
         * Change the text of an own comment
         * @description Its act has the hash of the text before.
         */
        readonly patch: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description What the comments are about: `request:7`, `feature:search` or `act:91`; acts need the role `admin`. */
                    readonly subject: string;
                    /** @description The id of the comment. */
                    readonly comment: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "text": "Enabled for the trial of **OPS-12**."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["CommentText"];
                };
            };
            readonly responses: {
                /** @description The comment with its new text */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SavedComment"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/audit/checkpoints": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List signed checkpoints
         * @description List signed checkpoints
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
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
                /** @description The latest checkpoints, the latest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["CheckpointList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Sign a checkpoint now
         * @description Signs the ends of all chains, unless they have not grown since the latest one.
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
            readonly requestBody?: never;
            readonly responses: {
                /** @description The latest checkpoint */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Checkpoint"];
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
    readonly "/audit/keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the keys that sign checkpoints
         * @description List the keys that sign checkpoints
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
                /** @description The signing keys, the oldest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SigningKeyList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Replace the key that signs checkpoints
         * @description The old key signs the new one, so that old checkpoints stay valid.
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
            readonly requestBody?: never;
            readonly responses: {
                /** @description The new key */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SigningKey"];
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
    readonly "/audit/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export all records with their hashes
         * @description Exports acts, audits, checkpoints and public keys of all projects as lines of JSON, which `gatehouse audit verify` checks. If a read fails, the file has no last line of the type `end`.
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
                /** @description All records with their hashes */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/jsonl": string;
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
    readonly "/environments/{environment}/compare": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Compare an environment at two times
         * @description At most 200,000 changes can be between the earlier time and now. An environment that follows Production is compared with the gates of Production.
         */
        readonly get: {
            readonly parameters: {
                readonly query: {
                    /** @description The earlier time, in milliseconds. */
                    readonly from: number;
                    /** @description The later time; now unless sent. */
                    readonly to?: number;
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
                /** @description The features that differ */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ComparedTimes"];
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
                    /** @description A part of the feature's key, the value, the reason or the author's name, in any letter case. One request searches a limited number of audits, so a page may be short or empty: `next` continues. */
                    readonly text?: string;
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
         * @description `before` returns all features of the command to their state before the command, and undoes later changes of them. `gate` returns only the gates that the command changed in the audit's feature; later changes of other gates stay, and members that were changed again later stay as they are. `after` returns the audit's feature to its state right after the audit.
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
         * @description `before` returns all features of the command to their state before the command, and undoes later changes of them. `gate` returns only the gates that the command changed in the audit's feature; later changes of other gates stay, and members that were changed again later stay as they are. `after` returns the audit's feature to its state right after the audit. Send the tag of the preview: the undo is refused if anything changed since.
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
                        readonly "application/json": components["schemas"]["WrittenStep"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
                    /** @description A part of the feature's key, the value, the reason or the author's name, in any letter case. One request searches a limited number of audits, so a page may be short or empty: `next` continues. */
                    readonly text?: string;
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
    readonly "/environments/{environment}/steps/{audit}/gates": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the gates before and after a command
         * @description Shows what the environment had of the audit's feature, or of `key`, before the command and right after it.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The key of the feature. */
                    readonly key?: string;
                    /** @description How many members of each gate to list at most; 3 unless sent. */
                    readonly members?: number;
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
                /** @description The gates before and after the step */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["GatesAroundStep"];
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
    readonly "/steps": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the commands that changed a project
         * @description Lists the steps of all environments that the caller may see, the latest first. One request reads a limited number of audits, so a page can have fewer steps although there are more.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description Only steps of this environment, as in a path. */
                    readonly environment?: string;
                    /** @description The key of the feature. */
                    readonly key?: string;
                    /** @description One of the actions. */
                    readonly action?: string;
                    /** @description The author, such as `User:1` or `Token:2`. */
                    readonly actor?: string;
                    /** @description A part of the feature's key, the value, the reason or the author's name, in any letter case. One request searches a limited number of audits, so a page may be short or empty: `next` continues. */
                    readonly text?: string;
                    /** @description The time of the first audits, in milliseconds since 1970-01-01T00:00:00Z. */
                    readonly from?: number;
                    /** @description The time of the last audits, in milliseconds since 1970-01-01T00:00:00Z. */
                    readonly to?: number;
                    /** @description The `next` of the page before, with the same filter. */
                    readonly before?: string;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
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
                        readonly "application/json": components["schemas"]["ProjectStepPage"];
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
    readonly "/audits/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export audits as a file
         * @description Exports at most 100000 audits, environment by environment, the latest first. `csv` has a header, and an apostrophe before cells that a spreadsheet would take for a formula. `jsonl` has one audit in a line, as lists of audits have it. If a read fails, or the caller's right ends, the server closes the connection before the end of the file.
         */
        readonly get: {
            readonly parameters: {
                readonly query: {
                    readonly format: "csv" | "jsonl";
                    /** @description Only audits of this environment, as in a path. */
                    readonly environment?: string;
                    /** @description The key of the feature. */
                    readonly key?: string;
                    /** @description One of the actions. */
                    readonly action?: string;
                    /** @description The author, such as `User:1` or `Token:2`. */
                    readonly actor?: string;
                    /** @description A part of the feature's key, the value, the reason or the author's name, in any letter case. One request searches a limited number of audits, so a page may be short or empty: `next` continues. */
                    readonly text?: string;
                    /** @description The time of the first audits, in milliseconds since 1970-01-01T00:00:00Z. */
                    readonly from?: number;
                    /** @description The time of the last audits, in milliseconds since 1970-01-01T00:00:00Z. */
                    readonly to?: number;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The audits that match */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "text/csv": string;
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
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
         * Make all features equal to an export, or add its features
         * @description The body is an export, as JSON. With `from` it is a file of another system, as JSON or YAML, or `{document, segments}` with a file and its segments. While another import runs, the server refuses it with 503.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description `1` changes nothing, and shows what the import would change; `0` unless sent. */
                    readonly preview?: "1" | "0";
                    /** @description `replace` makes all features equal to the export; `merge` leaves features that the export lacks. `replace` unless sent. */
                    readonly mode?: "replace" | "merge";
                    /** @description The system that wrote the file, which may be JSON or YAML; `auto` recognizes it. Other systems than `flipper` always merge. Without it, the body is an export of Flipper or Gatehouse. */
                    readonly from?: "auto" | "flipper" | "unleash" | "launchdarkly" | "flagsmith" | "growthbook" | "flagd" | "goff" | "flipt" | "posthog";
                    /** @description `1` gives existing features the gates of another system; `0` unless sent. */
                    readonly overwrite?: "1" | "0";
                    /** @description The environment in the file; needed if it has more than one. */
                    readonly peer_environment?: string;
                    /** @description How ids become ids of actors, such as `User;{id}`; `{id}` unless sent. */
                    readonly actor_id?: string;
                    /** @description A page's import into Production needs it: the number of features that are deleted, or the environment's name if none is. */
                    readonly typed?: string;
                    /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
                    readonly reason?: string;
                    /** @description A JSON list. Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
                    readonly links?: string;
                    /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
                    readonly request?: "true";
                    /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
                    readonly bypass?: "true";
                    /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
                    readonly pause_rollout?: "true";
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
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
         * @description Makes all features equal to the export, and deletes the migration. Production needs `typed`: the number of features that are deleted, or its name if none is.
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
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
                    /** @description Up to four other environments, each as in a path, separated by commas. Not with `gates`. */
                    readonly columns?: string;
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
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
         * @description Deletes the feature in every environment. `typed` of a page must be its key. Without `force`, a feature that was checked in the last 7 days stays.
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
                     *       "typed": "search",
                     *       "retire": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["FeatureRemoval"];
                };
            };
            readonly responses: {
                /** @description The revision of the project after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["WrittenStep"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
                    /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
                    readonly reason?: string;
                    /** @description A JSON list. Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
                    readonly links?: string;
                    /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
                    readonly request?: "true";
                    /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
                    readonly bypass?: "true";
                    /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
                    readonly pause_rollout?: "true";
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
                        readonly "application/json": components["schemas"]["WrittenStep"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/environments/{environment}/bulk": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make one change to many features in one step
         * @description The server changes all of the features that exist, or none. One undo of `audit` reverts the change of all features.
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
                     *         "checkout"
                     *       ],
                     *       "change": {
                     *         "tags": {
                     *           "add": [
                     *             "web"
                     *           ],
                     *           "remove": [
                     *             "old"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewBulkChange"];
                };
            };
            readonly responses: {
                /** @description What changed */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["BulkAnswer"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
    readonly "/environments/{environment}/bulk/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Preview one change of many features
         * @description Changes nothing. The refusals are those of the change.
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
                     *         "checkout"
                     *       ],
                     *       "change": {
                     *         "tags": {
                     *           "add": [
                     *             "web"
                     *           ],
                     *           "remove": [
                     *             "old"
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PreviewedBulkChange"];
                };
            };
            readonly responses: {
                /** @description What would change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["BulkPreview"];
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
    readonly "/retired-keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the retired keys
         * @description List the retired keys
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description Lists keys that contain this text in any letter case. */
                    readonly text?: string;
                    /** @description The `next` of the page before. */
                    readonly after?: string;
                    /** @description How many keys to list at most; 1000 unless sent. */
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
                /** @description The retired keys */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RetiredKeyList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Retire a key without a feature
         * @description To retire the key of a feature, delete the feature with `retire`.
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
                     *       "key": "old_search"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewRetiredKey"];
                };
            };
            readonly responses: {
                /** @description The key is retired */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Written"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
                    };
                };
            };
        };
        /**
         * Free a retired key
         * @description An undo of the deletion frees the key too.
         */
        readonly delete: {
            readonly parameters: {
                readonly query: {
                    /** @description The key. It is not in the path, because it may be `.` or `..`. */
                    readonly key: string;
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description Features can have the key again */
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
    readonly "/retired-keys/policy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Choose whether deletions retire keys
         * @description Holds for deletions that do not say it themselves, such as those of Flipper clients.
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
                     *       "retireOnDelete": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RetirementPolicy"];
                };
            };
            readonly responses: {
                /** @description The choice is stored */
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
    readonly "/views": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the saved views of the list of features
         * @description Lists all views: at most 50 own and 50 shared ones.
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
                /** @description The views that the caller sees */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ViewList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Save a view of the list of features
         * @description Save a view of the list of features
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
                     *       "name": "Stale",
                     *       "query": "state=on&sort=changed",
                     *       "isShared": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewView"];
                };
            };
            readonly responses: {
                /** @description The view */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SavedView"];
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
    readonly "/views/{view}": {
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
         * Delete a saved view
         * @description Delete a saved view
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the view. */
                    readonly view: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The view is deleted */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RemovedView"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a saved view
         * @description The author changes a view. Admins also change the shared views of others.
         */
        readonly patch: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the view. */
                    readonly view: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "name": "Stale for a month"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ViewChange"];
                };
            };
            readonly responses: {
                /** @description The view after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SavedView"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/environments/{environment}/policy": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show the policy of an environment
         * @description Show the policy of an environment
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
                /** @description The policy */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Policy"];
                    };
                };
            };
        };
        /**
         * Set or remove the policy of an environment
         * @description A policy that allows something that the current one refuses needs a request under the current one. Refuses rules that too few people or tokens could meet.
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
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "policy": {
                     *         "rules": [
                     *           {
                     *             "count": 2,
                     *             "roles": [
                     *               "admin"
                     *             ],
                     *             "members": [],
                     *             "tokens": []
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PolicyChange"];
                };
            };
            readonly responses: {
                /** @description The policy after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SavedPolicy"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
    readonly "/environments/{environment}/policy/confirmations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Confirm that an approver has looked at changes without approval
         * @description Confirm that an approver has looked at changes without approval
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
                     *       "until": 1700000000000
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ConfirmedBypasses"];
                };
            };
            readonly responses: {
                /** @description The policy after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Policy"];
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
    readonly "/requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the open requests of all environments
         * @description List the open requests of all environments
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
                /** @description The open requests of the project */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["OpenRequests"];
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
    readonly "/environments/{environment}/requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the requests of an environment
         * @description List the requests of an environment
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description `open` unless sent. */
                    readonly state?: "open" | "ended" | "all";
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
                /** @description A page of the requests */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Open a request for changes of an environment
         * @description The commands are tried first: a request that could not be applied is refused.
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
                     *       "title": "Enable search",
                     *       "commands": [
                     *         {
                     *           "kind": "enable",
                     *           "key": "search"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewRequest"];
                };
            };
            readonly responses: {
                /** @description The request */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestOutcome"];
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
    readonly "/requests/{request}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show a request
         * @description Show a request
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the request. */
                    readonly request: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The request, and what it would change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestAnswer"];
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
         * Edit a request
         * @description Only its author may. Every edit costs all votes, and bases the request on the current state.
         */
        readonly patch: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the request. */
                    readonly request: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "title": "Enable search for staff"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RequestEdit"];
                };
            };
            readonly responses: {
                /** @description The request after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestOutcome"];
                    };
                };
            };
        };
        readonly trace?: never;
    };
    readonly "/requests/{request}/votes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Approve a request, or ask for changes
         * @description `hash` is that of the request as it was shown. Another one is refused with `gate_changed`. A second vote replaces the first.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the request. */
                    readonly request: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "vote": "approve",
                     *       "hash": "0000000000000000000000000000000000000000000000000000000000000000"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewVote"];
                };
            };
            readonly responses: {
                /** @description The request after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestOutcome"];
                    };
                };
            };
        };
        /**
         * Take the own vote back
         * @description Take the own vote back
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the request. */
                    readonly request: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The request after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestOutcome"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/requests/{request}/rebase": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Base a request on the current state
         * @description Costs all votes.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the request. */
                    readonly request: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The request after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestOutcome"];
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
    readonly "/requests/{request}/apply": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Apply an approved request
         * @description Its author and admins may.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the request. */
                    readonly request: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The request after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestOutcome"];
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
    readonly "/requests/{request}/withdraw": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Withdraw a request
         * @description Its author and admins may.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the request. */
                    readonly request: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The request after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestOutcome"];
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
    readonly "/requests/{request}/adopt": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Become the author of a request whose author has left
         * @description Costs all votes.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the request. */
                    readonly request: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The request after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestOutcome"];
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
    readonly "/environments/{environment}/rollouts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the rollouts of an environment
         * @description List the rollouts of an environment
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description `active` unless sent. */
                    readonly state?: "active" | "ended" | "all";
                    /** @description Only those of this feature. */
                    readonly key?: string;
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
                /** @description A page of the rollouts */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RolloutList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Start a rollout of a feature
         * @description A schedule is a rollout of one step with `start`. A protected environment needs approval: with `request` the plan becomes a change request, whose approval covers all steps.
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
                     *       "steps": [
                     *         {
                     *           "change": {
                     *             "kind": "percentage_of_actors",
                     *             "value": 5
                     *           },
                     *           "for": 86400
                     *         },
                     *         {
                     *           "change": {
                     *             "kind": "percentage_of_actors",
                     *             "value": 25
                     *           },
                     *           "for": 86400
                     *         },
                     *         {
                     *           "change": {
                     *             "kind": "percentage_of_actors",
                     *             "value": 100
                     *           }
                     *         }
                     *       ],
                     *       "guards": [
                     *         {
                     *           "name": "checkout",
                     *           "tolerate": {
                     *             "relative": 0.1
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewRollout"];
                };
            };
            readonly responses: {
                /** @description The rollout */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RolloutOutcome"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
    readonly "/rollouts/{rollout}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show a rollout
         * @description Show a rollout
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the rollout. */
                    readonly rollout: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The rollout */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RolloutAnswer"];
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
    readonly "/rollouts/{rollout}/pause": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Pause a rollout
         * @description The gates stay as they are. The remaining time of the step is kept.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the rollout. */
                    readonly rollout: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "reason": "Wait for the fix"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RolloutTransition"];
                };
            };
            readonly responses: {
                /** @description The rollout after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RolloutOutcome"];
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
    readonly "/rollouts/{rollout}/resume": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Let a paused or held rollout go on
         * @description If the gates were changed, the rollout goes on from the changed gates. A protected environment then needs approval.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the rollout. */
                    readonly rollout: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "reason": "The fix is deployed"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RolloutResume"];
                };
            };
            readonly responses: {
                /** @description The rollout after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RolloutOutcome"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
    readonly "/rollouts/{rollout}/skip": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make the next step at once
         * @description Needs a `reason`, and in a protected environment the right to approve. After the last step the rollout is done.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the rollout. */
                    readonly rollout: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "reason": "No errors in the first hour"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RolloutResume"];
                };
            };
            readonly responses: {
                /** @description The rollout after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RolloutOutcome"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
    readonly "/rollouts/{rollout}/stop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Stop a rollout and restore the gates before it
         * @description Needs a `reason`, but no approval. Gates that something else has changed stay as they are.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the rollout. */
                    readonly rollout: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "reason": "Orders fail"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RolloutTransition"];
                };
            };
            readonly responses: {
                /** @description The rollout after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RolloutOutcome"];
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
    readonly "/rollouts/{rollout}/adopt": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Become the author of a rollout whose author has left
         * @description Become the author of a rollout whose author has left
         */
        readonly post: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the rollout. */
                    readonly rollout: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody: {
                readonly content: {
                    /**
                     * @example {
                     *       "reason": "Grace has left"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RolloutTransition"];
                };
            };
            readonly responses: {
                /** @description The rollout after the change */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RolloutOutcome"];
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
    readonly "/environments/{environment}/rollouts/preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Preview a rollout
         * @description Changes nothing.
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
                     *       "steps": [
                     *         {
                     *           "change": {
                     *             "kind": "enable"
                     *           }
                     *         }
                     *       ],
                     *       "start": {
                     *         "at": "2027-03-28T09:00",
                     *         "zone": "Europe/Berlin"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PreviewedRollout"];
                };
            };
            readonly responses: {
                /** @description What to expect of the plan */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RolloutPreview"];
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
    readonly "/rollouts/{rollout}/guards": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Show what the guards of a rollout see
         * @description Computed from the minutes that the guards have read, which are stored until 30 days after the latest one.
         */
        readonly get: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the rollout. */
                    readonly rollout: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description What each guard sees */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RolloutGuards"];
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
                        readonly "application/json": components["schemas"]["WrittenStep"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
                        readonly "application/json": components["schemas"]["WrittenStep"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
                        readonly "application/json": components["schemas"]["WrittenStep"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
                        readonly "application/json": components["schemas"]["WrittenStep"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
                        readonly "application/json": components["schemas"]["WrittenStep"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
    readonly "/environments/{environment}/impact": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Estimate the impact of changes
         * @description Changes nothing. A rollout has the impact of all its steps together. An answer without telemetry has no counts.
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
                     *       "changes": [
                     *         {
                     *           "gate": "percentage_of_actors",
                     *           "action": "enable",
                     *           "value": 25
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["AskedImpact"];
                };
            };
            readonly responses: {
                /** @description The checks that the changes affect */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["Impact"];
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
    readonly "/actor-sample": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get whether actors are sampled
         * @description Get whether actors are sampled
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
                /** @description The choice */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SamplePolicy"];
                    };
                };
            };
        };
        /**
         * Choose whether actors are sampled
         * @description Turned off, each server deletes its sample at once.
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
                     *       "samplesActors": true
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SamplePolicy"];
                };
            };
            readonly responses: {
                /** @description The choice is stored */
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
                        readonly "application/json": components["schemas"]["WrittenStep"];
                    };
                };
                /** @description The request that asks for the change */
                readonly 202: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["RequestedChange"];
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
    readonly "/environments/{environment}/properties": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List properties that expressions and checks use
         * @description Properties of the expressions of the project, and of checks by this server in the environment, which it remembers in memory.
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
                /** @description The properties */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["PropertyList"];
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
         * @description All features are checked for the same moment, with one random number per gate. The check does not count as an evaluation. An unknown feature is disabled. With `changes` the answer also has the feature as it would be. With `at` or `audit` the features are those of that moment, which is also the time of the operator `Now`.
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
    readonly "/environments/{environment}/actors/features": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * List all features with their results for an actor
         * @description All features are checked for the same moment, in all environments with the same random numbers. The checks do not count as evaluations. With `at` or `audit` the features are those of that moment, also in the other environments.
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
                     *       "actor": "User;42",
                     *       "groups": [
                     *         "staff"
                     *       ],
                     *       "properties": {
                     *         "plan": "premium"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ActorFeaturesQuestion"];
                };
            };
            readonly responses: {
                /** @description The features with their results for the actor */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["ActorFeatures"];
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
    readonly "/group-rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the rules for groups of the provider
         * @description Lists all rules: at most 500.
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
                /** @description The rules, the oldest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["GroupRuleList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Add a rule for a group of the provider
         * @description A rule for the same group and environment gets the new role. Rules apply at the next sign-in of each person.
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
                     *       "group": "platform",
                     *       "role": "admin"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewGroupRule"];
                };
            };
            readonly responses: {
                /** @description The rule */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SavedGroupRule"];
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
    readonly "/group-rules/{rule}": {
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
         * Delete a rule for a group of the provider
         * @description Delete a rule for a group of the provider
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the rule. */
                    readonly rule: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The rules that are left */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["GroupRuleList"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/emergency-access": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the owners with emergency access
         * @description With `--sso-only` these owners, at most 2, still sign in with a password.
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
                /** @description The owners with emergency access */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["EmergencyAccess"];
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
    readonly "/members/{user}/emergency-access": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Give an owner emergency access
         * @description Give an owner emergency access
         */
        readonly put: {
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
                /** @description The owners with emergency access */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["EmergencyAccess"];
                    };
                };
            };
        };
        readonly post?: never;
        /**
         * Take emergency access from an owner
         * @description Take emergency access from an owner
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
            readonly requestBody?: never;
            readonly responses: {
                /** @description The owners with emergency access */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["EmergencyAccess"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sign-in/oidc": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start a sign-in at the provider
         * @description The browser goes to the URL. The provider sends it back to `/sign-in` with an answer, which `POST /sign-in/oidc/finish` takes within 10 minutes.
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
                    readonly "application/json": components["schemas"]["SignOnRequest"];
                };
            };
            readonly responses: {
                /** @description The way to the provider; a cookie is set */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SignOnWay"];
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
    readonly "/sign-in/oidc/finish": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Finish a sign-in at the provider
         * @description Takes the query with which the provider sent the browser back: once, and only from the browser that started.
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
                     *       "answer": "code=q83vEjRW&state=c29tZQ"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SignOnAnswer"];
                };
            };
            readonly responses: {
                /** @description The session, whose cookie is set */
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
    readonly "/account/identities": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List your accounts at the provider
         * @description Lists all linked accounts: one for each account at a provider.
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
                /** @description The linked accounts, the oldest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["OwnIdentities"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Link your account at the provider
         * @description As `POST /sign-in/oidc`; at its end the account is linked to the caller.
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
                    readonly "application/json": components["schemas"]["SignOnRequest"];
                };
            };
            readonly responses: {
                /** @description The way to the provider; a cookie is set */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SignOnWay"];
                    };
                };
            };
        };
        /**
         * Unlink an account at the provider
         * @description Unlink an account at the provider
         */
        readonly delete: {
            readonly parameters: {
                readonly query: {
                    readonly issuer: string;
                    readonly subject: string;
                };
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The linked accounts that are left */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["OwnIdentities"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/trust-rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the trust rules for CI jobs
         * @description Lists all rules: at most 200.
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
                /** @description The trust rules, the oldest first */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["TrustRuleList"];
                    };
                };
            };
        };
        readonly put?: never;
        /**
         * Trust the jobs of a CI system
         * @description Jobs whose token has the issuer, the audience and the claims get a token of the environment for 15 minutes. A token of the environment with the name of the rule stands for all of them in lists and audits.
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
                     *       "name": "deploy",
                     *       "issuer": "https://token.actions.githubusercontent.com",
                     *       "audience": "https://flags.example.com",
                     *       "claims": [
                     *         {
                     *           "name": "repository_id",
                     *           "value": "123456"
                     *         }
                     *       ],
                     *       "environment": "staging",
                     *       "access": "read_and_write"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["NewTrustRule"];
                };
            };
            readonly responses: {
                /** @description The trust rule */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SavedTrustRule"];
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
    readonly "/trust-rules/{rule}": {
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
         * Delete a trust rule
         * @description The tokens of its jobs are refused immediately.
         */
        readonly delete: {
            readonly parameters: {
                readonly query?: {
                    /** @description The name of the project; the first project unless sent. */
                    readonly project?: string;
                };
                readonly header?: never;
                readonly path: {
                    /** @description The id of the trust rule. */
                    readonly rule: string;
                };
                readonly cookie?: never;
            };
            readonly requestBody?: never;
            readonly responses: {
                /** @description The trust rules that are left */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["TrustRuleList"];
                    };
                };
            };
        };
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sign-in/ci": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Exchange the token of a CI job
         * @description Takes a token of an issuer with a trust rule, signed with RS256 or ES256, at most 10 minutes old, once.
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
                     *       "token": "eyJhbGciOiJSUzI1NiJ9…"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["CiSignIn"];
                };
            };
            readonly responses: {
                /** @description A token for 15 minutes */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content: {
                        readonly "application/json": components["schemas"]["SignedInJob"];
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
        readonly Act: {
            /** @description The number of the act in the installation. */
            readonly n: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly at: number;
            /** @enum {string} */
            readonly kind: "audits.exported" | "audits.removed" | "change" | "change.bypass_confirmed" | "change.bypassed" | "change.turned_off" | "checkpoint.signed" | "comment.deleted" | "comment.edited" | "environment.created" | "environment.deleted" | "feature.described" | "group.added" | "group.removed" | "guard.alarm" | "guard.mismatch" | "guard.silent" | "job.signed_in" | "key.freed" | "key.retired" | "installation.moved" | "installation.restored" | "member.account_linked" | "member.account_unlinked" | "member.added" | "member.environment_role_changed" | "member.link_issued" | "member.removed" | "member.renamed" | "member.role_changed" | "passkey.added" | "passkey.removed" | "passkey.renamed" | "password.changed" | "personal_token.created" | "personal_token.revoked" | "plan.changed" | "policy.changed" | "project.changed" | "project.created" | "project.member_added" | "project.member_removed" | "project.retires_keys" | "replica.created" | "replica.removed" | "request.applied" | "request.approved" | "request.changes_asked" | "request.drifted" | "request.expired" | "request.failed" | "request.missed" | "request.opened" | "request.rebased" | "request.vote_withdrawn" | "request.voted" | "request.withdrawn" | "rollout.done" | "rollout.held" | "rollout.paused" | "rollout.resumed" | "rollout.started" | "rollout.stepped" | "rollout.stopped" | "session.ended" | "session.started" | "sign_in.failed" | "sign_on.emergency_added" | "sign_on.emergency_removed" | "sign_on.rule_added" | "sign_on.rule_removed" | "signing_key.created" | "signing_key.rotated" | "token.changed" | "token.created" | "token.revoked" | "trust_rule.added" | "trust_rule.removed" | "webhook.changed" | "webhook.created" | "webhook.deleted";
            readonly actor: {
                /** @enum {string} */
                readonly type: "User" | "Token" | "Shell" | "Server";
                readonly id: string | null;
                /** @description The name of the person or the token; null if there is none any more. */
                readonly name: string | null;
            };
            /** @description The id of the environment that the act is about. */
            readonly environment: number | null;
            /** @description Further members, which depend on the kind; never a secret. */
            readonly details: {
                readonly [key: string]: unknown;
            };
            readonly reason: string | null;
            /** @description The addresses that were sent with the reason. */
            readonly links: readonly string[];
            /** @description The last audit that the act removed, with its hash. */
            readonly head: {
                readonly sequence: number;
                /** @description SHA-256 in hexadecimal. */
                readonly hash: string | null;
            } | null;
            /** @description SHA-256 in hexadecimal. */
            readonly hash: string;
        };
        readonly ActPage: {
            readonly acts: readonly components["schemas"]["Act"][];
            /** @description The `before` of the next page, which may have no acts; null at the end. */
            readonly next: number | null;
        };
        readonly ActivityList: {
            /** @description How many days telemetry is stored; 0 if the plan stores none. */
            readonly retentionDays: number;
            /** @description Empty if telemetry is not stored. */
            readonly activity: readonly components["schemas"]["FeatureActivity"][];
        };
        readonly Actor: {
            /** @enum {string} */
            readonly type: "User" | "Token";
            readonly id: string;
            readonly name: string | null;
        };
        readonly ActorFeature: {
            readonly key: string;
            readonly enabled: boolean;
            /**
             * @description The first gate that matches; null if the feature is disabled.
             * @enum {string|null}
             */
            readonly gate: "boolean" | "expression" | "groups" | "actors" | "percentageOfActors" | "percentageOfTime" | null;
            /** @description Whether a percentage of time or the operator `Random` decides, so that the next check may have another result. */
            readonly chance: boolean;
            readonly bucket: number;
            /** @description The percentage of actors. */
            readonly percentage: number;
            /** @description The lowest whole percentage of actors that includes the actor. */
            readonly opensFrom: number;
            /** @description For a disabled feature with a percentage of actors: how many points more enable it. */
            readonly pointsMissing: number | null;
            /** @description Whether at most 10 points are missing. */
            readonly isClose: boolean;
            readonly reason: components["schemas"]["ActorFeatureReason"];
            /** @description In the order of `environments` of the answer. */
            readonly environments: readonly {
                readonly enabled: boolean;
                /** @description Whether the environment has no own gates for the feature. */
                readonly mirrorsProduction: boolean;
            }[];
        };
        readonly ActorFeatureReason: {
            /** @description How many actors the gate `actors` has. */
            readonly actorCount: number;
            /** @description How many groups the gate `groups` has. */
            readonly groupCount: number;
            /** @description The first enabled group that the actor is in. */
            readonly group: string | null;
            readonly percentageOfTime: number;
            /** @description Null without an expression. */
            readonly expression: {
                /** @description Whether its evaluation failed for the actor. */
                readonly failed: boolean;
                /** @description Why it failed; null also if the answer would be too long. */
                readonly error: string | null;
                /** @description Null if it is longer than 1,000 bytes. */
                readonly expression: {
                    readonly [key: string]: readonly (components["schemas"]["StoredExpression"] | string | number | boolean)[];
                } | null;
            } | null;
        };
        readonly ActorFeatures: {
            /** @description Of all features, whatever the page and its filters. */
            readonly counts: {
                readonly all: number;
                readonly on: number;
                readonly off: number;
                readonly close: number;
            };
            /** @description The slugs of the other environments, in the order of the request. */
            readonly environments: readonly string[];
            /** @description Sorted by key. */
            readonly features: readonly components["schemas"]["ActorFeature"][];
            readonly moment?: components["schemas"]["Moment"];
            /** @description The value of `after` for the next page; null at the end. */
            readonly next: string | null;
        };
        readonly ActorFeaturesQuestion: {
            readonly actor: string;
            /** @description Groups that the actor is in. */
            readonly groups?: readonly string[];
            /** @description Properties of the actor for expressions. */
            readonly properties?: {
                readonly [key: string]: unknown;
            };
            /** @description Other environments of the project. */
            readonly environments?: readonly string[];
            /** @description A time of the past, in milliseconds: the features as they were then. */
            readonly at?: number;
            /** @description The id of an audit: the features right after it. Instead of `at`. */
            readonly audit?: number;
            /** @enum {string} */
            readonly only?: "on" | "off" | "close";
            /** @description Lists features whose keys contain this text in any letter case. */
            readonly text?: string;
            /** @description The `next` of the page before. */
            readonly after?: string;
            /** @description How many features to list at most; 1000 unless sent. */
            readonly limit?: number;
        };
        readonly ActorsChange: {
            readonly add?: readonly string[];
            readonly remove?: readonly string[];
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
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
        readonly AppliedAnswer: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description Without features that stay as they are. */
            readonly changes: readonly components["schemas"]["AppliedChange"][];
            /** @description What the features were before. */
            readonly base: readonly components["schemas"]["AppliedBase"][];
        };
        readonly AppliedBase: {
            readonly key: string;
            /** @description The slug of the environment. */
            readonly environment: string | null;
            readonly tag: string;
        };
        readonly AppliedChange: {
            readonly key: string;
            /** @enum {string} */
            readonly kind: "created" | "changed" | "deleted";
            /** @description The parts that differ. */
            readonly described: {
                readonly before: {
                    readonly description?: string | null;
                    readonly longevity?: string | null;
                    readonly tags?: readonly string[];
                };
                readonly after: {
                    readonly description?: string | null;
                    readonly longevity?: string | null;
                    readonly tags?: readonly string[];
                };
            } | null;
            readonly environments: readonly {
                /** @description The slug of the environment. */
                readonly environment: string;
                /** @description Whether the feature followed Production there before. */
                readonly pins: boolean;
                readonly gates: readonly components["schemas"]["AppliedGateDifference"][];
            }[];
        };
        readonly AppliedFeatures: {
            readonly features: readonly components["schemas"]["DeclaredFeature"][];
            /** @description Deletes the features with this tag that are not in `features`. */
            readonly prune?: string;
            /** @description The `base` of a preview. If a feature has changed since, nothing is applied, and the answer is 409 `gate_changed`. */
            readonly base?: readonly components["schemas"]["AppliedBase"][];
            /** @description Whether features that were checked in the last 7 days are deleted too. */
            readonly force?: boolean;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
        };
        readonly AppliedGateDifference: {
            /** @enum {string} */
            readonly gate: "groups" | "actors";
            /** @description At most 100. */
            readonly added: readonly string[];
            readonly addedCount: number;
            /** @description At most 100. */
            readonly removed: readonly string[];
            readonly removedCount: number;
        } | {
            /** @enum {string} */
            readonly gate: "boolean" | "expression" | "percentageOfActors" | "percentageOfTime";
            readonly before: unknown;
            readonly after: unknown;
        };
        readonly AppliedPreview: {
            /** @description Without features that stay as they are. */
            readonly changes: readonly components["schemas"]["AppliedChange"][];
            /** @description What the features were before. */
            readonly base: readonly components["schemas"]["AppliedBase"][];
            /** @description The slugs of environments with changes that need approval. */
            readonly protected: readonly string[];
        };
        readonly ApprovalRule: {
            /** @description How many approvals the rule needs. */
            readonly count: number;
            /** @description Members with one of these roles, or with more rights. */
            readonly roles: readonly ("owner" | "admin" | "member" | "viewer")[];
            /** @description The ids of members. */
            readonly members: readonly number[];
            /** @description The ids of tokens: numbers of environments, texts of personal tokens. */
            readonly tokens: readonly (number | string)[];
        };
        /** @description Changes of one feature, or the commands of a change request. */
        readonly AskedImpact: {
            readonly key: string;
            /** @description In order. The server applies all of them, or none. */
            readonly changes: readonly components["schemas"]["GateWrite"][];
        } | {
            /** @description The changes, in order. */
            readonly commands: readonly components["schemas"]["RequestCommand"][];
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
            /** @description Whether the change was only one of gates, which `gate` can undo: it created or deleted neither the feature nor its own gates in this environment. */
            readonly isOfGates: boolean;
            /** @description The id of the audit that this undo undid; null for other changes. */
            readonly undoes: number | null;
            /** @description Why the author made the change; all audits of a step have the same reason. */
            readonly reason: string | null;
            /** @description The addresses that were sent with the reason. */
            readonly links: readonly string[];
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
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
        };
        readonly BulkAnswer: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description The id of the change's first audit, for an undo; null if nothing changed. It belongs to the environment that changed: Production for a deletion. */
            readonly audit: number | null;
            /** @description The environment that has the audits: the other one for `copyTo`, Production for `delete`. */
            readonly environmentId: number;
            /** @description How many features the change affects. */
            readonly changed: number;
            /** @description How many features stay as they are. */
            readonly unchanged: number;
            /** @description Why features stay as they are: they are like that already, or would have over 20 tags. */
            readonly unchangedBecause: readonly {
                /** @enum {string} */
                readonly reason: "same" | "tags_full";
                readonly count: number;
            }[];
            /** @description The keys without a feature. */
            readonly missing: readonly string[];
            /** @description How many of the changed features followed Production in the environment before. */
            readonly pinned: number;
            /** @description The values that a change of tags, owner or longevity replaced; send them as `describe` to revert it. Empty for other changes. */
            readonly before: readonly components["schemas"]["DescriptionOfFeature"][];
        };
        /** @description Exactly one of the members. */
        readonly BulkChange: {
            /**
             * @description Enables the features for everyone.
             * @enum {boolean}
             */
            readonly enable?: true;
            /**
             * @description Clears all gates of the features in the environment.
             * @enum {boolean}
             */
            readonly clear?: true;
            readonly percentageOfActors?: number;
            /** @description Copies the gates in force here to another environment. */
            readonly copyTo?: number | string;
            /**
             * @description Deletes the environment's own gates, so that the features follow Production.
             * @enum {boolean}
             */
            readonly mirror?: true;
            /** @description Deletes the features in every environment. With `retire` true their keys are retired; as the project chose unless sent. */
            readonly delete?: true | {
                readonly retire?: boolean;
                /** @description Whether features that were checked in the last 7 days are deleted too. */
                readonly force?: boolean;
            };
            readonly tags?: {
                readonly add?: readonly string[];
                readonly remove?: readonly string[];
            };
            /** @description Null removes the owner. */
            readonly ownerId?: number | null;
            /** @enum {string|null} */
            readonly longevity?: "temporary" | "permanent" | null;
            /** @description Values for each of `keys`. The `before` of an answer reverts a change of descriptions. */
            readonly describe?: readonly components["schemas"]["DescriptionOfFeature"][];
        };
        readonly BulkPreview: {
            /** @description How many features the change affects. */
            readonly changed: number;
            /** @description How many features stay as they are. */
            readonly unchanged: number;
            /** @description Why features stay as they are: they are like that already, or would have over 20 tags. */
            readonly unchangedBecause: readonly {
                /** @enum {string} */
                readonly reason: "same" | "tags_full";
                readonly count: number;
            }[];
            /** @description The keys without a feature. */
            readonly missing: readonly string[];
            /** @description How many of the changed features followed Production in the environment before. */
            readonly pinned: number;
            /** @description Whether `typed` must be the number of `keys`. */
            readonly mustType: boolean;
            /** @description How many of the features to change were checked in the environment in the last 7 days; for `delete`, in Production or the 19 oldest other environments of the project. Null if telemetry is off or unavailable, and for changes of descriptions. */
            readonly checked: number | null;
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
            /** @description The id of the change's first audit, for an undo; null if nothing changed. It belongs to the environment that changed: Production for a deletion. */
            readonly audit: number | null;
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
            readonly gateTags: components["schemas"]["GateTags"];
        };
        readonly ChangedGates: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description The id of the change's first audit, for an undo; null if nothing changed. It belongs to the environment that changed: Production for a deletion. */
            readonly audit: number | null;
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
            /** @description Whether the key is retired and still checked. */
            readonly isRetired: boolean;
        };
        readonly Checkpoint: {
            readonly number: number;
            /** @description The ends of all chains as JSON, exactly as it is signed. */
            readonly text: string;
            /** @description The id of the signing key. */
            readonly key: string;
            /** @description Ed25519, in base64. */
            readonly signature: string;
        };
        readonly CheckpointList: {
            readonly checkpoints: readonly components["schemas"]["Checkpoint"][];
        };
        readonly CiSignIn: {
            readonly token: string;
            /** @description The slug of the environment, if rules for several environments match. */
            readonly environment?: string;
        };
        readonly CleanupRule: {
            /** @description The days for which a feature has been enabled or disabled for everyone. */
            readonly days: number;
            /** @description The longevities of such features; `unset` for features without one. */
            readonly longevities: readonly ("temporary" | "permanent" | "unset")[];
        };
        readonly Comment: {
            readonly id: number;
            readonly author: components["schemas"]["Actor"];
            readonly text: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly at: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly editedAt: number | null;
            /** @description What the caller may do with it. */
            readonly can: {
                readonly edit: boolean;
                readonly delete: boolean;
            };
        };
        readonly CommentList: {
            /** @description Oldest first. */
            readonly comments: readonly components["schemas"]["Comment"][];
            /** @description Whether the caller may comment on the subject. */
            readonly mayAdd: boolean;
            /** @description The value of `after` for the next page; null at the end. */
            readonly next: number | null;
        };
        readonly CommentText: {
            /** @description At most 4000 characters of Markdown, without HTML and images. */
            readonly text: string;
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
        readonly ComparedTimes: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly from: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly to: number;
            /** @description How many features existed at one of both times. */
            readonly featureCount: number;
            readonly differentCount: number;
            /** @description The features whose gates in force differ, by key: the first 1,000, or all of them with `gates=true`. */
            readonly features: readonly components["schemas"]["FeatureAtTwoTimes"][];
        };
        readonly ConfirmedBypasses: {
            /** @description The time of the latest change that was looked at. */
            readonly until: number;
        };
        readonly ConfirmedChange: {
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
            /** @description The tag of the gate that was shown. */
            readonly seen?: string;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
        };
        readonly CopiedGates: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description The id of the change's first audit, for an undo; null if nothing changed. It belongs to the environment that changed: Production for a deletion. */
            readonly audit: number | null;
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
            /** @description The environments in which the caller has another role. */
            readonly environmentRoles: readonly components["schemas"]["OwnEnvironmentRole"][];
            /**
             * @description Why everyone has only the role `viewer`: a flag of the server, or a public address.
             * @enum {string|null}
             */
            readonly readOnly: "flag" | "open_address" | null;
            /** @description The provider with which people sign in; null without one. */
            readonly signOn: {
                /** @description The host name of the provider. */
                readonly provider: string;
                /** @description Whether passwords are for owners with emergency access alone. */
                readonly isOnly: boolean;
                /** @description Whether the provider started this session. */
                readonly isUsed: boolean;
            } | null;
            /** @description Whether routes that need a proof can be called without a new proof. */
            readonly isProven: boolean;
            readonly canUsePasskeys: boolean;
            /** @description Whether the first owner of the server has no password yet. */
            readonly needsSetUp: boolean;
            readonly version: string;
            /** @description The path of the Flipper API, such as `/adapter`. */
            readonly apiPath: string;
            /** @description The address of the documentation: a path of this server, or that of `--docs-url`. */
            readonly docsUrl: string;
            /** @description The id of the latest event; empty if the caller may not follow events. */
            readonly newestEvent: string;
        };
        readonly DeclaredFeature: {
            readonly key: string;
            readonly description?: string | null;
            /** @enum {string|null} */
            readonly longevity?: "temporary" | "permanent" | null;
            readonly tags?: readonly string[];
            readonly environments: readonly components["schemas"]["DeclaredGates"][];
            /** @description The gates that stay as they are. */
            readonly ignore?: readonly ("boolean" | "expression" | "groups" | "actors" | "percentageOfActors" | "percentageOfTime")[];
        };
        /** @description All gates in one environment; a gate that is left out has its default. */
        readonly DeclaredGates: {
            /** @description The slug of the environment. */
            readonly environment: string;
            readonly boolean?: boolean;
            /** @description The expression, as JSON. */
            readonly expression?: unknown;
            readonly groups?: readonly string[];
            readonly actors?: readonly string[];
            readonly percentageOfActors?: number;
            readonly percentageOfTime?: number;
        };
        readonly DeletedComment: {
            /** @enum {boolean} */
            readonly deleted: true;
        };
        readonly DeletedEnvironment: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            readonly environment: components["schemas"]["EnvironmentRow"];
        };
        readonly DeliveredPayload: {
            readonly delivery: components["schemas"]["WebhookDelivery"];
            /** @description The exact body of the request; null if it is missing. */
            readonly payload: string | null;
            /** @description The exact text that the signatures were computed from. */
            readonly signed: string | null;
            /**
             * @description Why the payload is missing: tests and reports of lost events are not stored, and events are deleted after a while.
             * @enum {string|null}
             */
            readonly missing: "test" | "lost_events" | "event_deleted" | null;
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
        readonly DescriptionOfFeature: {
            readonly key: string;
            readonly tags?: readonly string[];
            readonly ownerId?: number | null;
            /** @enum {string|null} */
            readonly longevity?: "temporary" | "permanent" | null;
        };
        readonly DismissedKey: {
            /** @enum {boolean} */
            readonly dismissed: true;
        };
        readonly EmergencyAccess: {
            readonly owners: readonly components["schemas"]["EmergencyOwner"][];
        };
        readonly EmergencyOwner: {
            readonly id: number;
            readonly name: string;
            readonly email: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly lastUsedAt: number | null;
        };
        /** @description The share of actors for which the gates are enabled. */
        readonly EnabledShare: {
            /** @description The share of actors; null if it is unknown. */
            readonly share: number | null;
            /** @description The share is in this interval with a confidence of 95 %. Null for an unknown share, and for one that percentages give in expectation. */
            readonly interval: {
                readonly low: number;
                readonly high: number;
            } | null;
            /** @description The gates on which an unknown share depends. */
            readonly unknownBecause: readonly ("expression" | "actors" | "groups")[];
        };
        readonly EndedSession: {
            /** @enum {boolean} */
            readonly ended: true;
            /** @description The URL that ends the session at the provider too; null if there is none. */
            readonly providerUrl: string | null;
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
        /** @description `features` as they are saved, and with `changes` of the request also `changed`. */
        readonly ExplainAnswer: {
            readonly features: readonly components["schemas"]["ExplainedFeature"][];
            readonly moment?: components["schemas"]["Moment"];
            readonly changed?: components["schemas"]["ExplainedFeature"];
            /** @description In the order of the request. */
            readonly each?: readonly {
                readonly actor: string;
                readonly saved: components["schemas"]["ExplainedFeature"];
                readonly changed?: components["schemas"]["ExplainedFeature"];
            }[];
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
            /** @description A time of the past, in milliseconds: the features as they were then. */
            readonly at?: number;
            /** @description The id of an audit: the features right after it. Instead of `at`. */
            readonly audit?: number;
            /** @description Changes that are not saved, of the only feature in `keys`. The answer then has `changed` too. */
            readonly changes?: readonly components["schemas"]["GateWrite"][];
            /** @description Actors that are checked one by one, for the only feature in `keys`. */
            readonly each?: readonly {
                readonly actor: string;
                readonly groups?: readonly string[];
                /** @description Properties of the actors for expressions. */
                readonly properties?: {
                    readonly [key: string]: unknown;
                };
            }[];
        };
        readonly ExplainedFeature: {
            readonly key: string;
            /** @description Whether the feature exists. */
            readonly known: boolean;
            readonly enabled: boolean;
            /** @description Only for a moment of the past: whether a percentage of time or the operator `Random` decided, so that the result of that moment is unknown. */
            readonly chance?: boolean;
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
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
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
        readonly FeatureAtTwoTimes: {
            readonly key: string;
            /** @description Null if the feature did not exist. */
            readonly left: {
                /** @enum {string} */
                readonly state: "on" | "off" | "conditional";
                readonly gates: components["schemas"]["SummarizedGates"];
                readonly allGates?: components["schemas"]["FeatureGates"];
            } | null;
            /** @description Null if the feature did not exist. */
            readonly right: {
                /** @enum {string} */
                readonly state: "on" | "off" | "conditional";
                readonly gates: components["schemas"]["SummarizedGates"];
                readonly allGates?: components["schemas"]["FeatureGates"];
            } | null;
            /** @description How many actors only `left` has. */
            readonly actorsOnlyLeft: number;
            /** @description How many actors only `right` has. */
            readonly actorsOnlyRight: number;
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
            /** @description The active rollout of the feature here; null without one. */
            readonly rollout: {
                readonly id: number;
                /** @enum {string} */
                readonly state: "waiting" | "running" | "held" | "paused" | "stopped" | "done";
                readonly step: number;
                /** @description How many steps it has. */
                readonly steps: number;
            } | null;
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
            /** @description Production and the environments with their own gates of this feature, at most 100; all others follow Production. */
            readonly overrides: readonly {
                readonly environment: number;
                /** @enum {string} */
                readonly state: "on" | "off" | "conditional";
                readonly gates: components["schemas"]["SummarizedGates"];
            }[];
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
        readonly FeatureImpact: {
            readonly key: string;
            /** @description The evaluations of yesterday (UTC); null without telemetry of that day. */
            readonly checks: number | null;
            /** @description The share of the evaluations of yesterday with the result enabled. */
            readonly enabledShare: number | null;
            readonly before: components["schemas"]["EnabledShare"];
            readonly after: components["schemas"]["EnabledShare"];
            /** @description The share of actors for which the feature becomes enabled. */
            readonly gained: {
                /** @description The share of actors; null if it is unknown. */
                readonly share: number | null;
                /** @description The share is in this interval with a confidence of 95 %. Null for an unknown share, and for one that percentages give in expectation. */
                readonly interval: {
                    readonly low: number;
                    readonly high: number;
                } | null;
            };
            /** @description The share of actors for which the feature becomes disabled. */
            readonly lost: {
                /** @description The share of actors; null if it is unknown. */
                readonly share: number | null;
                /** @description The share is in this interval with a confidence of 95 %. Null for an unknown share, and for one that percentages give in expectation. */
                readonly interval: {
                    readonly low: number;
                    readonly high: number;
                } | null;
            };
            /** @description How many other environments have the gates of Production for this feature; 0 for changes of another environment. */
            readonly mirroringCount: number;
        };
        readonly FeatureRemoval: {
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
            /** @description The tag of the gate that was shown. */
            readonly seen?: string;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
            /** @description Whether the key is retired: clients cannot create the feature again. As the project chose unless sent. */
            readonly retire?: boolean;
            /** @description Whether features that were checked in the last 7 days are deleted too. */
            readonly force?: boolean;
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
            /** @description The active rollout of the feature here; null without one. */
            readonly rollout: {
                readonly id: number;
                /** @enum {string} */
                readonly state: "waiting" | "running" | "held" | "paused" | "stopped" | "done";
                readonly step: number;
                /** @description How many steps it has. */
                readonly steps: number;
            } | null;
            /** @description With `gates=true`. */
            readonly creator?: {
                readonly id: number;
                readonly name: string;
                readonly email: string;
            } | null;
            readonly allGates?: components["schemas"]["FeatureGates"];
            /** @description With `columns=…`: the feature in each of these environments; null where it mirrors Production. */
            readonly columns?: readonly ({
                /**
                 * @description `percentage` if a percentage is above 0; `chosen` for groups, actors or an expression alone.
                 * @enum {string}
                 */
                readonly kind: "everyone" | "percentage" | "chosen" | "off";
                /** @enum {string} */
                readonly state: "on" | "off" | "conditional";
                readonly percentageOfActors?: number;
                readonly percentageOfTime?: number;
                readonly actorCount?: number;
                readonly groupCount?: number;
                /** @enum {boolean} */
                readonly hasExpression?: true;
            } | null)[];
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
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
        };
        readonly FirstRun: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly since: number | null;
            /** @description The first check, read of all features or submission since then. */
            readonly firstRequest: {
                /** @description The slug of the environment. */
                readonly environment: string;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly at: number;
                /** @description The feature of a check of one feature; null otherwise. */
                readonly key: string | null;
                /** @description By the header `User-Agent`; null without it. */
                readonly client: {
                    readonly name: string;
                    readonly version: string | null;
                } | null;
            } | null;
            readonly latestCheck: {
                /** @description The slug of the environment. */
                readonly environment: string;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly at: number;
                /** @description The feature of a check of one feature; null otherwise. */
                readonly key: string | null;
                /** @description By the header `User-Agent`; null without it. */
                readonly client: {
                    readonly name: string;
                    readonly version: string | null;
                } | null;
            } | null;
            /** @description The latest time a client read the features, to check them itself. */
            readonly latestRead: {
                /** @description The slug of the environment. */
                readonly environment: string;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly at: number;
                /** @description The feature of a check of one feature; null otherwise. */
                readonly key: string | null;
                /** @description By the header `User-Agent`; null without it. */
                readonly client: {
                    readonly name: string;
                    readonly version: string | null;
                } | null;
            } | null;
            /** @description The environments of the project that clients have used, latest first. */
            readonly environments: readonly {
                readonly environment: string;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly checkedAt: number | null;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly readAt: number | null;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly submittedAt: number | null;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly tokenUsedAt: number | null;
            }[];
            /** @description The latest evaluation in the stored telemetry of Production, of 500 features. */
            readonly latestEvaluation: {
                readonly key: string;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly at: number;
            } | null;
            /** @description Refused attempts to use the API in the last 10 minutes, at most 20. */
            readonly refused: readonly components["schemas"]["RefusedAttempt"][];
            readonly featureCount: number;
            /** @description Custom environments. */
            readonly otherEnvironmentCount: number;
            /** @description Members other than the caller. */
            readonly otherMemberCount: number;
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
                /** @description The first of the members, if there are members. */
                readonly values?: readonly string[];
            }[];
            /**
             * @description What happens to the feature, or to its gates in this environment.
             * @enum {string|null}
             */
            readonly feature: "created" | "removed" | "mirrored" | "overridden" | null;
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
            /** @description Several actors or groups instead of `value`; all lists of a request have at most 10000 together. */
            readonly values?: readonly string[];
        };
        readonly GatesAroundStep: {
            readonly before: {
                /** @enum {string} */
                readonly kind: "missing" | "mirrored" | "own";
                readonly gates: {
                    readonly boolean: boolean;
                    /** @description As JSON text. */
                    readonly expression: string | null;
                    readonly percentageOfActors: number;
                    readonly percentageOfTime: number;
                    readonly actors: {
                        readonly count: number;
                        /** @description The first members; those that the step added or removed come first. */
                        readonly first: readonly string[];
                    };
                    readonly groups: {
                        readonly count: number;
                        /** @description The first members; those that the step added or removed come first. */
                        readonly first: readonly string[];
                    };
                } | null;
            };
            readonly after: {
                /** @enum {string} */
                readonly kind: "missing" | "mirrored" | "own";
                readonly gates: {
                    readonly boolean: boolean;
                    /** @description As JSON text. */
                    readonly expression: string | null;
                    readonly percentageOfActors: number;
                    readonly percentageOfTime: number;
                    readonly actors: {
                        readonly count: number;
                        /** @description The first members; those that the step added or removed come first. */
                        readonly first: readonly string[];
                    };
                    readonly groups: {
                        readonly count: number;
                        /** @description The first members; those that the step added or removed come first. */
                        readonly first: readonly string[];
                    };
                } | null;
            };
        };
        readonly GatesCopy: {
            readonly to: number | string;
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
        };
        readonly GroupList: {
            readonly groups: readonly components["schemas"]["KnownGroup"][];
            /** @description Whether gates accept registered groups only. */
            readonly isStrict: boolean;
        };
        readonly GroupRule: {
            readonly id: string;
            /** @description The name of the group, as the provider sends it. */
            readonly group: string;
            /** @enum {string} */
            readonly role: "owner" | "admin" | "member" | "viewer";
            /** @description Null for the role in the organization. */
            readonly environmentId: number | null;
            /** @description The slug of the environment. */
            readonly environment: string | null;
            /** @description The name of the environment's project. */
            readonly project: string | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
        };
        readonly GroupRuleList: {
            readonly rules: readonly components["schemas"]["GroupRule"][];
        };
        readonly GroupsChange: {
            readonly add?: readonly string[];
            readonly remove?: readonly string[];
            /** @description Whether groups may be added that the application with the server did not register. */
            readonly allowUnknown?: boolean;
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
        };
        readonly GroupsPolicy: {
            /** @description Whether gates accept registered groups only. */
            readonly isStrict: boolean;
        };
        readonly GuardStanding: {
            readonly guard: components["schemas"]["RolloutGuard"];
            /**
             * @description `no_data`: no outcome of both sides has arrived in the rollout. The others are those of holds.
             * @enum {string}
             */
            readonly state: "within" | "alarm" | "silent" | "mismatch" | "no_data";
            /** @description Checks with the feature, in this step. */
            readonly enabled: {
                /** @description How many outcomes were counted. */
                readonly total: number;
                /** @description How many of them were bad. */
                readonly bad: number;
                /** @description The bad share; null without outcomes. */
                readonly rate: number | null;
            };
            /** @description Checks without it, in this step. */
            readonly disabled: {
                /** @description How many outcomes were counted. */
                readonly total: number;
                /** @description How many of them were bad. */
                readonly bad: number;
                /** @description The bad share; null without outcomes. */
                readonly rate: number | null;
            };
            /** @description An alarm needs at least `limit`. */
            readonly evidence: number;
            readonly limit: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly through: number | null;
            /** @description The last 24 hours, five minutes each; none where nothing arrived. */
            readonly points: readonly {
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly at: number;
                readonly enabled: {
                    /** @description How many outcomes were counted. */
                    readonly total: number;
                    /** @description How many of them were bad. */
                    readonly bad: number;
                };
                readonly disabled: {
                    /** @description How many outcomes were counted. */
                    readonly total: number;
                    /** @description How many of them were bad. */
                    readonly bad: number;
                };
            }[];
        };
        readonly Identity: {
            readonly issuer: string;
            /** @description The id of the account at the provider. */
            readonly subject: string;
            /** @description Whether groups of the provider made the member. */
            readonly isManaged: boolean;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly lastUsedAt: number;
        };
        readonly Impact: {
            /** @description How many sampled actors were evaluated; null if the project keeps no sample of actors. */
            readonly sampleSize: number | null;
            /** @description Each changed feature, in order. */
            readonly features: readonly components["schemas"]["FeatureImpact"][];
        };
        readonly ImportResult: {
            readonly peer?: components["schemas"]["PeerReport"];
            readonly created: number;
            readonly changed: number;
            readonly cleared: number;
            readonly removed: number;
            readonly unchanged: number;
            /** @description Features that are left out because their keys are retired. */
            readonly retired: number;
            /** @description The first 200 of their keys. */
            readonly retiredKeys: readonly string[];
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
        readonly IssuePattern: {
            /** @description The address of an issue, with `{issue}` for its name, such as OPS-12; null if names are no links. */
            readonly pattern: string | null;
        };
        readonly IssuedSignInLink: {
            readonly member: components["schemas"]["Member"];
            readonly link: components["schemas"]["SignInLink"];
        };
        readonly KnownGroup: {
            readonly name: string;
            /** @description The features whose gates have the group, in any environment. */
            readonly featureCount: number;
            /** @description The first 20 of these features, by key. */
            readonly features: readonly string[];
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
            /** @description The environments in which the member has another role. Owners are owners everywhere. */
            readonly environmentRoles: readonly components["schemas"]["MemberInEnvironment"][];
            /** @description The names of the person's projects. */
            readonly projects: readonly string[];
            readonly hasPassword: boolean;
            readonly passkeyCount: number;
            /** @description When the unused one-time link expires; null without such a link. */
            readonly linkEndsAt: number | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly lastSeenAt: number | null;
        };
        readonly MemberInEnvironment: {
            readonly environmentId: number;
            /** @description The slug of the environment. */
            readonly environment: string;
            /** @description The name of the project. */
            readonly project: string;
            /** @enum {string} */
            readonly role: "admin" | "member" | "viewer";
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
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
        };
        readonly MirroredFeatures: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description The id of the change's first audit, for an undo; null if nothing changed. It belongs to the environment that changed: Production for a deletion. */
            readonly audit: number | null;
            /** @description The keys of the features that had their own gates before. */
            readonly features: readonly string[];
        };
        readonly MirroredKeys: {
            /** @description The keys of the features; empty for all features with their own gates. */
            readonly features: readonly string[];
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
        };
        /** @description The moment of the past that was asked for. */
        readonly Moment: {
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly at: number;
            /** @description The latest audit of the environment at this moment; null if it had none. */
            readonly audit: number | null;
        };
        readonly NamedWebhook: {
            readonly id: number;
            readonly name: string;
        };
        readonly NewBackup: Record<string, never>;
        readonly NewBulkChange: {
            /** @description The keys of the features. Keys without a feature are skipped. */
            readonly keys: readonly string[];
            readonly change: components["schemas"]["BulkChange"];
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
            /** @description The number of `keys`, for deletions, and for changes in Production that many actors notice. */
            readonly typed?: string;
        };
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
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
        };
        readonly NewCleanupRule: {
            readonly days: number;
            readonly longevities: readonly ("temporary" | "permanent" | "unset")[];
        };
        readonly NewCustomEnvironment: {
            readonly name: string;
        };
        readonly NewEnvironmentRole: {
            /** @enum {string} */
            readonly role: "admin" | "member" | "viewer";
        };
        readonly NewGroup: {
            readonly name: string;
        };
        readonly NewGroupRule: {
            readonly group: string;
            /** @enum {string} */
            readonly role: "owner" | "admin" | "member" | "viewer";
            /** @description The id or the slug of an environment; without it the role is everywhere. */
            readonly environment?: string;
        };
        readonly NewIssuePattern: {
            /** @description The address of an issue, with `{issue}` for its name, such as OPS-12; null if names are no links. It is an https address of at most 500 characters with {issue} in its path or query. */
            readonly pattern: string | null;
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
            /** @description Whether it may vote on requests, where a rule names it. */
            readonly approves?: boolean;
            /** @description The ids or slugs of the only environments of the token; all unless sent. */
            readonly environments?: readonly string[];
            /** @description 90 unless sent. */
            readonly expiresInDays?: number;
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
        readonly NewRequest: {
            /** @description One line of 1 to 200 characters. */
            readonly title: string;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description The changes, in order. */
            readonly commands: readonly components["schemas"]["RequestCommand"][];
            readonly apply?: components["schemas"]["RequestApply"];
        };
        readonly NewRetiredKey: {
            /** @description A key without a feature. */
            readonly key: string;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
        };
        readonly NewRole: {
            /** @enum {string} */
            readonly role: "owner" | "admin" | "member" | "viewer";
        };
        readonly NewRollout: {
            /** @description The key of the feature. */
            readonly key: string;
            /** @description The steps, in order. */
            readonly steps: readonly components["schemas"]["SentRolloutStep"][];
            readonly guards?: readonly components["schemas"]["SentGuard"][];
            readonly start?: components["schemas"]["RolloutStart"];
            /**
             * @description What happens to a step that is more than an hour late, as after a time without a server; `hold` unless sent.
             * @enum {string}
             */
            readonly late?: "hold" | "run";
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
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
        readonly NewTrustRule: {
            readonly name: string;
            readonly issuer: string;
            readonly audience: string;
            /** @description The claims that a token must have, with exactly these values. */
            readonly claims: readonly components["schemas"]["TrustedClaim"][];
            /** @enum {string} */
            readonly access: "read_only" | "read_and_write" | "evaluate";
            /** @description The id or the slug of the environment of the jobs. */
            readonly environment: string;
        };
        readonly NewView: {
            /** @description One line of 1 to 60 characters. */
            readonly name: string;
            /** @description The query of the list's URL, without `?`. The server stores it as it is. */
            readonly query: string;
            /** @description Whether everyone sees the view; always true in the mountable deployment. */
            readonly isShared: boolean;
        };
        readonly NewVote: {
            /**
             * @description `ask` asks for changes, and blocks.
             * @enum {string}
             */
            readonly vote: "approve" | "ask";
            /** @description The `hash` of the request that was shown. */
            readonly hash: string;
            readonly text?: string;
        };
        readonly NewWebhook: {
            readonly name?: string;
            /** @enum {string} */
            readonly kind: "sync" | "events";
            readonly url: string;
            /** @description Empty for all. */
            readonly events: readonly ("feature.created" | "feature.updated" | "feature.deleted" | "key.retired" | "key.freed" | "environment.created" | "environment.deleted" | "token.created" | "token.revoked" | "member.added" | "member.updated" | "member.removed" | "policy.changed" | "request.opened" | "request.approved" | "request.changes_asked" | "request.drifted" | "request.rebased" | "request.missed" | "request.applied" | "request.expired" | "request.withdrawn" | "rollout.started" | "rollout.stepped" | "rollout.held" | "rollout.paused" | "rollout.resumed" | "rollout.stopped" | "rollout.done" | "guard.alarm" | "guard.silent" | "guard.mismatch" | "change.bypassed" | "change.turned_off" | "audit.checkpoint" | "audit.key_rotated" | "sign_in.break_glass")[];
            readonly keys?: string;
        };
        readonly OpenRequests: {
            /** @description Latest first; at most 1,000 an environment. */
            readonly requests: readonly components["schemas"]["RequestRow"][];
        };
        readonly OwnEnvironmentRole: {
            readonly environmentId: number;
            /** @enum {string} */
            readonly role: "admin" | "member" | "viewer";
        };
        readonly OwnIdentities: {
            readonly identities: readonly components["schemas"]["Identity"][];
        };
        readonly OwnName: {
            readonly name: string;
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
        /** @description How much of each feature of another system is kept; with `from` only. */
        readonly PeerReport: {
            /** @description The system of the file, such as `Unleash`. */
            readonly system: string;
            /** @description The form of the file, such as `export, version 5`. */
            readonly format: string;
            /** @description What concerns the whole file. */
            readonly notes: readonly string[];
            readonly exact: number;
            readonly share: number;
            readonly narrower: number;
            readonly dropped: number;
            /** @description How many features get the gates of the import. */
            readonly written: number;
            /** @description The first 1,000 features of the file. */
            readonly features: readonly {
                readonly key: string;
                /** @description The key in the other system. */
                readonly peerKey: string;
                /**
                 * @description `exact`: the same results. `share`: the same percentage, of other actors. `narrower`: enabled for fewer. `dropped`: not imported.
                 * @enum {string}
                 */
                readonly class: "exact" | "share" | "narrower" | "dropped";
                /**
                 * @description `kept`: it exists with other gates, and `overwrite` is not sent. `left_out`: it refers to a feature that does not get the gates of the import. `retired`: its key is retired.
                 * @enum {string}
                 */
                readonly outcome: "written" | "kept" | "left_out" | "retired" | "dropped";
                /** @description Why it is not exact. */
                readonly reasons: readonly string[];
                readonly notes: readonly string[];
            }[];
        };
        readonly PercentageChange: {
            readonly percentage: number;
            /** @description The feature's key, for changes in Production that many actors notice. */
            readonly typed?: string;
            /** @description The tag of the gate that was shown. */
            readonly seen?: string;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
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
            /** @description Whether it may vote on requests. */
            readonly approves: boolean;
            /** @description The only environments that it may read and change; null for all. */
            readonly environments: readonly {
                readonly id: number;
                /** @description The slug of the environment. */
                readonly environment: string;
                /** @description The name of the project. */
                readonly project: string;
            }[] | null;
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
        readonly Policy: {
            /** @description Null for an environment that is not protected. */
            readonly policy: {
                /** @description Every rule must be met. No approval counts for two rules. */
                readonly rules: readonly components["schemas"]["ApprovalRule"][];
                /** @description After so many days an open request expires; 14 unless sent. */
                readonly expiresDays: number;
                /** @description The ids of the tokens that write without a request; none unless sent. */
                readonly directTokens: readonly number[];
                /** @description Roles that may change the environment without approval; owners unless sent. */
                readonly bypass: {
                    readonly roles: readonly ("owner" | "admin" | "member" | "viewer")[];
                };
                /** @description Whether a person with a reason may close the gates of a feature without approval; true unless sent. */
                readonly turnOff: boolean;
                /**
                 * @description Whether every change of a person needs a reason, or only one without approval; `bypass` unless sent.
                 * @enum {string}
                 */
                readonly reason: "always" | "bypass";
                /** @description Whether the approval of a request's author counts; false unless sent. */
                readonly selfApproval: boolean;
            } | null;
            /** @description The latest changes without approval that no approver has confirmed, at most 100. */
            readonly bypasses: readonly {
                readonly audit: number | null;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly at: number;
                readonly actor: components["schemas"]["Actor"];
                readonly reason: string;
                /** @description The addresses that were sent with the reason. */
                readonly links: readonly string[];
            }[];
            /** @description The personal tokens that a rule names. For admins also the tokens that a rule may name. */
            readonly personalTokens: readonly {
                readonly id: string;
                readonly name: string;
                /** @description The name of its member; null for a former one. */
                readonly member: string | null;
            }[];
        };
        readonly PolicyChange: {
            /** @description Null removes the policy. */
            readonly policy: {
                /** @description Every rule must be met. No approval counts for two rules. */
                readonly rules: readonly components["schemas"]["ApprovalRule"][];
                /** @description After so many days an open request expires; 14 unless sent. */
                readonly expiresDays?: number;
                /** @description The ids of the tokens that write without a request; none unless sent. */
                readonly directTokens?: readonly number[];
                /** @description Roles that may change the environment without approval; owners unless sent. */
                readonly bypass?: {
                    readonly roles: readonly ("owner" | "admin" | "member" | "viewer")[];
                };
                /** @description Whether a person with a reason may close the gates of a feature without approval; true unless sent. */
                readonly turnOff?: boolean;
                /**
                 * @description Whether every change of a person needs a reason, or only one without approval; `bypass` unless sent.
                 * @enum {string}
                 */
                readonly reason?: "always" | "bypass";
                /** @description Whether the approval of a request's author counts; false unless sent. */
                readonly selfApproval?: boolean;
            } | null;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
        };
        readonly PreviewedBulkChange: {
            /** @description The keys of the features. Keys without a feature are skipped. */
            readonly keys: readonly string[];
            readonly change: components["schemas"]["BulkChange"];
        };
        readonly PreviewedChanges: {
            /** @description In order. The server applies all of them, or none. */
            readonly changes: readonly components["schemas"]["GateWrite"][];
        };
        readonly PreviewedFeatures: {
            readonly features: readonly components["schemas"]["DeclaredFeature"][];
            /** @description Deletes the features with this tag that are not in `features`. */
            readonly prune?: string;
        };
        readonly PreviewedRollout: {
            /** @description The key of the feature. */
            readonly key: string;
            /** @description The steps, in order. */
            readonly steps: readonly components["schemas"]["SentRolloutStep"][];
            readonly guards?: readonly components["schemas"]["SentGuard"][];
            readonly start?: components["schemas"]["RolloutStart"];
            /**
             * @description What happens to a step that is more than an hour late, as after a time without a server; `hold` unless sent.
             * @enum {string}
             */
            readonly late?: "hold" | "run";
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
        readonly ProjectStepPage: {
            readonly steps: readonly components["schemas"]["ProjectStepRow"][];
            /** @description The `before` of the next page, which may have no steps; null at the end. */
            readonly next: string | null;
            /** @description How many steps match; null if there is more than one page. */
            readonly stepCount: number | null;
            /** @description How many audits the steps have; null if there is more than one page. */
            readonly auditCount: number | null;
        };
        readonly ProjectStepRow: {
            readonly environment: {
                readonly id: number;
                readonly name: string;
                readonly slug: string;
                /** @enum {string} */
                readonly state: "production" | "personal" | "other";
            };
            readonly newest: components["schemas"]["AuditRow"];
            readonly oldest: components["schemas"]["AuditRow"];
            readonly count: number;
            /** @description What the undo of one feature did; null for other steps, and if it is unknown. */
            readonly undone: {
                /**
                 * @description What happens to the feature, or to its gates in this environment.
                 * @enum {string|null}
                 */
                readonly feature: "created" | "removed" | "mirrored" | "overridden" | null;
                readonly changes: readonly {
                    /** @enum {string} */
                    readonly action: "enable" | "disable" | "enable_actor" | "disable_actor" | "enable_group" | "disable_group" | "percentage_of_actors" | "percentage_of_time" | "clear" | "create" | "remove" | "mirror" | "rollback" | "enable_expression" | "disable_expression";
                    /** @description The percentage before the undo. */
                    readonly before: string | null;
                    /** @description How many members, if the gate has members. */
                    readonly count: number;
                }[];
            } | null;
            /** @description Why the author made the change; all audits of a step have the same reason. */
            readonly reason: string | null;
            /** @description The addresses that were sent with the reason. */
            readonly links: readonly string[];
        };
        readonly ProofRequest: {
            readonly password: string;
        } | {
            /** @description The JSON form of the credential that the browser returned. */
            readonly response: {
                readonly [key: string]: unknown;
            };
        };
        readonly PropertyList: {
            /** @description Since when this server has recorded checks; null if it records none. */
            readonly since: number | null;
            /** @description The recorded checks with properties in the last 7 days: a sample. */
            readonly checkCount: number;
            /** @description The most frequent first. */
            readonly properties: readonly components["schemas"]["PropertySuggestion"][];
        };
        readonly PropertySuggestion: {
            readonly name: string;
            /**
             * @description The most frequent type; null if neither checks nor expressions show it.
             * @enum {string|null}
             */
            readonly type: "text" | "number" | "boolean" | "other" | null;
            /** @description How many of the recorded checks had a value of each type. */
            readonly types: {
                readonly text: number;
                readonly number: number;
                readonly boolean: number;
                readonly other: number;
            };
            /** @description The share of recorded checks that had the property; null without any. */
            readonly share: number | null;
            /** @description How many expressions of the project read it. */
            readonly expressionCount: number;
            /** @description Short values; empty for private properties, and after too many values. */
            readonly values: readonly (string | number | boolean)[];
            /** @description Whether its name or a value looks like a secret, or like data of a person. */
            readonly isPrivate: boolean;
        };
        readonly RefusedAttempt: {
            /**
             * @description `none`: the request had no token.
             * @enum {string}
             */
            readonly kind: "none" | "wrong" | "expired" | "revoked";
            /** @description When the latest of these requests arrived. */
            readonly at: number;
            readonly count: number;
            /** @description The address of the client, as in the log; null for callers below admin. */
            readonly address: string | null;
            /** @description The token that expired or was revoked. */
            readonly token: {
                readonly id: number;
                readonly name: string;
            } | null;
            /** @description The last four characters of that token. */
            readonly ending: string | null;
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
        readonly RemovedView: {
            /** @enum {boolean} */
            readonly removed: true;
        };
        readonly RenamedPerson: {
            readonly user: components["schemas"]["Person"];
        };
        readonly Replica: {
            readonly id: number;
            readonly name: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
        };
        readonly ReplicaList: {
            readonly replicas: readonly components["schemas"]["Replica"][];
        };
        readonly RequestAnswer: {
            readonly request: components["schemas"]["RequestRow"];
            /** @description As in `RequestCommand`. */
            readonly commands: readonly unknown[];
            /** @description Every feature and environment that the request touches. */
            readonly features: readonly {
                /** @description The slug of the environment. */
                readonly environment: string;
                readonly key: string;
                /** @description What the request is based on. */
                readonly base: {
                    /** @enum {string} */
                    readonly own: "own" | "mirrored" | "missing";
                    /** @description All gates in force here; lists have them with `gates=true`. */
                    readonly gates: {
                        readonly boolean: boolean;
                        /** @description One member: the name of an operator, with the list of its arguments. An argument is an expression, a text, a number or a boolean. */
                        readonly expression: {
                            readonly [key: string]: readonly (components["schemas"]["StoredExpression"] | string | number | boolean)[];
                        } | null;
                        readonly groups: readonly string[];
                        readonly actors: readonly string[];
                        readonly percentageOfActors: number;
                        readonly percentageOfTime: number;
                    } | null;
                    /** @description SHA-256 of the gates; empty for a missing feature. */
                    readonly sha256: string;
                } | null;
                /** @description What is in force now; null after the end. */
                readonly now: {
                    /** @enum {string} */
                    readonly own: "own" | "mirrored" | "missing";
                    /** @description All gates in force here; lists have them with `gates=true`. */
                    readonly gates: {
                        readonly boolean: boolean;
                        /** @description One member: the name of an operator, with the list of its arguments. An argument is an expression, a text, a number or a boolean. */
                        readonly expression: {
                            readonly [key: string]: readonly (components["schemas"]["StoredExpression"] | string | number | boolean)[];
                        } | null;
                        readonly groups: readonly string[];
                        readonly actors: readonly string[];
                        readonly percentageOfActors: number;
                        readonly percentageOfTime: number;
                    } | null;
                    /** @description SHA-256 of the gates; empty for a missing feature. */
                    readonly sha256: string;
                } | null;
                /** @description What the request would leave now; null after the end, and if it cannot. */
                readonly proposed: {
                    /** @enum {string} */
                    readonly own: "own" | "mirrored" | "missing";
                    /** @description All gates in force here; lists have them with `gates=true`. */
                    readonly gates: {
                        readonly boolean: boolean;
                        /** @description One member: the name of an operator, with the list of its arguments. An argument is an expression, a text, a number or a boolean. */
                        readonly expression: {
                            readonly [key: string]: readonly (components["schemas"]["StoredExpression"] | string | number | boolean)[];
                        } | null;
                        readonly groups: readonly string[];
                        readonly actors: readonly string[];
                        readonly percentageOfActors: number;
                        readonly percentageOfTime: number;
                    } | null;
                    /** @description SHA-256 of the gates; empty for a missing feature. */
                    readonly sha256: string;
                } | null;
            }[];
            /** @description Null unless the request changes the policy. */
            readonly policy: {
                readonly base: {
                    /** @description Every rule must be met. No approval counts for two rules. */
                    readonly rules: readonly components["schemas"]["ApprovalRule"][];
                    /** @description After so many days an open request expires; 14 unless sent. */
                    readonly expiresDays: number;
                    /** @description The ids of the tokens that write without a request; none unless sent. */
                    readonly directTokens: readonly number[];
                    /** @description Roles that may change the environment without approval; owners unless sent. */
                    readonly bypass: {
                        readonly roles: readonly ("owner" | "admin" | "member" | "viewer")[];
                    };
                    /** @description Whether a person with a reason may close the gates of a feature without approval; true unless sent. */
                    readonly turnOff: boolean;
                    /**
                     * @description Whether every change of a person needs a reason, or only one without approval; `bypass` unless sent.
                     * @enum {string}
                     */
                    readonly reason: "always" | "bypass";
                    /** @description Whether the approval of a request's author counts; false unless sent. */
                    readonly selfApproval: boolean;
                } | null;
                readonly now: {
                    /** @description Every rule must be met. No approval counts for two rules. */
                    readonly rules: readonly components["schemas"]["ApprovalRule"][];
                    /** @description After so many days an open request expires; 14 unless sent. */
                    readonly expiresDays: number;
                    /** @description The ids of the tokens that write without a request; none unless sent. */
                    readonly directTokens: readonly number[];
                    /** @description Roles that may change the environment without approval; owners unless sent. */
                    readonly bypass: {
                        readonly roles: readonly ("owner" | "admin" | "member" | "viewer")[];
                    };
                    /** @description Whether a person with a reason may close the gates of a feature without approval; true unless sent. */
                    readonly turnOff: boolean;
                    /**
                     * @description Whether every change of a person needs a reason, or only one without approval; `bypass` unless sent.
                     * @enum {string}
                     */
                    readonly reason: "always" | "bypass";
                    /** @description Whether the approval of a request's author counts; false unless sent. */
                    readonly selfApproval: boolean;
                } | null;
                readonly proposed: {
                    /** @description Every rule must be met. No approval counts for two rules. */
                    readonly rules: readonly components["schemas"]["ApprovalRule"][];
                    /** @description After so many days an open request expires; 14 unless sent. */
                    readonly expiresDays: number;
                    /** @description The ids of the tokens that write without a request; none unless sent. */
                    readonly directTokens: readonly number[];
                    /** @description Roles that may change the environment without approval; owners unless sent. */
                    readonly bypass: {
                        readonly roles: readonly ("owner" | "admin" | "member" | "viewer")[];
                    };
                    /** @description Whether a person with a reason may close the gates of a feature without approval; true unless sent. */
                    readonly turnOff: boolean;
                    /**
                     * @description Whether every change of a person needs a reason, or only one without approval; `bypass` unless sent.
                     * @enum {string}
                     */
                    readonly reason: "always" | "bypass";
                    /** @description Whether the approval of a request's author counts; false unless sent. */
                    readonly selfApproval: boolean;
                } | null;
            } | null;
            /** @description Why the request cannot be applied now, as codes: `request_drifted`, `request_not_approved`, `changes_asked`, `request_held`, `request_scheduled`, or a refusal of its changes. */
            readonly blocks: readonly string[];
        };
        /** @description When the approved request is applied: when its author says so, at once, or at a time. */
        readonly RequestApply: {
            /** @enum {string} */
            readonly kind: "author" | "approved";
        } | {
            /** @enum {string} */
            readonly kind: "at";
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly at: number;
        };
        readonly RequestCommand: {
            /** @enum {string} */
            readonly kind: "enable" | "disable" | "clear";
            /** @description The key of the feature. */
            readonly key: string;
        } | {
            /** @enum {string} */
            readonly kind: "mirror" | "create" | "remove";
            /** @description The key of the feature. */
            readonly key: string;
        } | {
            /** @enum {string} */
            readonly kind: "rollout";
            /** @description The key of the feature. */
            readonly key: string;
            /** @description The steps, in order. */
            readonly steps: readonly components["schemas"]["SentRolloutStep"][];
            readonly guards?: readonly components["schemas"]["SentGuard"][];
            readonly start?: components["schemas"]["RolloutStart"];
            /**
             * @description What happens to a step that is more than an hour late, as after a time without a server; `hold` unless sent.
             * @enum {string}
             */
            readonly late?: "hold" | "run";
        } | {
            /** @enum {string} */
            readonly kind: "resume";
            /** @description The key of the feature. */
            readonly key: string;
            readonly rolloutId: number;
            /** @description The step from which the rollout goes on. */
            readonly step: number;
        } | {
            /** @enum {string} */
            readonly kind: "actors" | "groups";
            /** @description The key of the feature. */
            readonly key: string;
            readonly add: readonly string[];
            readonly remove: readonly string[];
        } | {
            /** @enum {string} */
            readonly kind: "percentage_of_actors" | "percentage_of_time";
            /** @description The key of the feature. */
            readonly key: string;
            readonly value: number;
        } | {
            /** @enum {string} */
            readonly kind: "expression";
            /** @description The key of the feature. */
            readonly key: string;
            /** @description The expression; null removes it. */
            readonly value: unknown;
        } | {
            /** @enum {string} */
            readonly kind: "set";
            /** @description The key of the feature. */
            readonly key: string;
            readonly gates: components["schemas"]["WholeGates"];
        } | {
            /** @enum {string} */
            readonly kind: "policy";
            readonly rules: {
                /** @description Every rule must be met. No approval counts for two rules. */
                readonly rules: readonly components["schemas"]["ApprovalRule"][];
                /** @description After so many days an open request expires; 14 unless sent. */
                readonly expiresDays?: number;
                /** @description The ids of the tokens that write without a request; none unless sent. */
                readonly directTokens?: readonly number[];
                /** @description Roles that may change the environment without approval; owners unless sent. */
                readonly bypass?: {
                    readonly roles: readonly ("owner" | "admin" | "member" | "viewer")[];
                };
                /** @description Whether a person with a reason may close the gates of a feature without approval; true unless sent. */
                readonly turnOff?: boolean;
                /**
                 * @description Whether every change of a person needs a reason, or only one without approval; `bypass` unless sent.
                 * @enum {string}
                 */
                readonly reason?: "always" | "bypass";
                /** @description Whether the approval of a request's author counts; false unless sent. */
                readonly selfApproval?: boolean;
            } | null;
        };
        readonly RequestEdit: {
            /** @description One line of 1 to 200 characters. */
            readonly title?: string;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description The changes, in order. */
            readonly commands?: readonly components["schemas"]["RequestCommand"][];
            readonly apply?: components["schemas"]["RequestApply"];
        };
        readonly RequestList: {
            /** @description Latest first. */
            readonly requests: readonly components["schemas"]["RequestRow"][];
            /** @description The value of `before` for the next page; null at the end. */
            readonly next: number | null;
        };
        readonly RequestOutcome: {
            readonly request: components["schemas"]["RequestRow"];
        };
        readonly RequestRow: {
            readonly id: number;
            /** @description The name of the project. */
            readonly project: string;
            /** @description The slug of the environment. */
            readonly environment: string;
            readonly environmentId: number;
            readonly title: string;
            readonly reason: string | null;
            /** @description The addresses that were sent with the reason. */
            readonly links: readonly string[];
            /**
             * @description `waiting` for approvals, `approved`, `changes_asked` by an approver, `drifted`: the features have changed since, `held`: its author has left; or how the request ended.
             * @enum {string}
             */
            readonly state: "waiting" | "approved" | "changes_asked" | "drifted" | "held" | "applied" | "withdrawn" | "expired";
            readonly revision: number;
            /** @description What an approval covers; a vote sends it. Empty for a drifted request. */
            readonly hash: string;
            readonly author: components["schemas"]["Actor"];
            readonly apply: components["schemas"]["RequestApply"];
            /** @description The keys of the features, at most 100. */
            readonly keys: readonly string[];
            readonly commandCount: number;
            /** @description Empty for a request that has ended. */
            readonly rules: readonly {
                /** @description The slug of the environment. */
                readonly environment: string;
                readonly rule: components["schemas"]["ApprovalRule"];
                /** @description How many approvals count for it now. */
                readonly approvals: number;
            }[];
            readonly votes: readonly {
                readonly voter: {
                    /** @enum {string} */
                    readonly type: "User" | "Token" | "PersonalToken";
                    readonly id: number | string;
                    readonly name: string | null;
                };
                /** @enum {string} */
                readonly kind: "approve" | "ask";
                readonly text: string | null;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly at: number;
                /** @description Whether it counts now: rights may have ended since. */
                readonly counts: boolean;
            }[];
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly openedAt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly expiresAt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly missedAt: number | null;
            /** @description Why the server could not apply the request by itself; null otherwise. */
            readonly failure: string | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly endedAt: number | null;
            /** @description Null for the server. */
            readonly endedBy: {
                /** @enum {string} */
                readonly type: "User" | "Token";
                readonly id: string;
                readonly name: string | null;
            } | null;
            readonly firstAudit: number | null;
            readonly lastAudit: number | null;
            /** @description What the caller may do with the request now. */
            readonly can: {
                readonly vote: boolean;
                readonly edit: boolean;
                /** @description Once it is approved. */
                readonly apply: boolean;
                readonly withdraw: boolean;
                readonly adopt: boolean;
            };
        };
        readonly RequestedChange: {
            readonly request: components["schemas"]["RequestRow"];
        };
        readonly RetiredKey: {
            readonly key: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly retiredAt: number;
            readonly author: {
                /** @description Such as `User:1` or `Token:2`. */
                readonly id: string;
                readonly name: string;
            };
            readonly reason: string | null;
        };
        readonly RetiredKeyList: {
            /** @description Whether deletions retire the key unless they say otherwise. */
            readonly retireOnDelete: boolean;
            /** @description Of all retired keys of the project. */
            readonly count: number;
            /** @description Sorted by key. */
            readonly keys: readonly components["schemas"]["RetiredKey"][];
            /** @description The value of `after` for the next page; null at the end. */
            readonly next: string | null;
        };
        readonly RetirementPolicy: {
            readonly retireOnDelete: boolean;
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
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
        };
        readonly RolloutAnswer: {
            readonly rollout: components["schemas"]["RolloutRow"];
        };
        readonly RolloutChange: {
            /** @enum {string} */
            readonly kind: "enable" | "disable" | "clear";
        } | {
            /** @enum {string} */
            readonly kind: "actors" | "groups";
            readonly add: readonly string[];
            readonly remove: readonly string[];
        } | {
            /** @enum {string} */
            readonly kind: "percentage_of_actors" | "percentage_of_time";
            readonly value: number;
        } | {
            /** @enum {string} */
            readonly kind: "expression";
            /** @description The expression; null removes it. */
            readonly value: unknown;
        } | {
            /** @enum {string} */
            readonly kind: "set";
            readonly gates: components["schemas"]["WholeGates"];
        };
        readonly RolloutGuard: {
            /** @description The name of the outcomes, such as `checkout`. */
            readonly name: string;
            /**
             * @description Which outcomes are bad: the errors, or all others.
             * @enum {string}
             */
            readonly bad: "errors" | "rest";
            /** @description The bad share with the feature may be (1 + relative) times the share without it, plus `absolute`. */
            readonly tolerate: {
                /** @description 0.1 for a bad share that is 10 % higher. */
                readonly relative: number;
                /** @description 0.001 for 0.1 percentage points more. */
                readonly absolute: number;
            };
            /** @description 1 minus the chance of a false alarm in the whole rollout. */
            readonly confidence: number;
            /**
             * @description What an alarm does: `hold` the rollout, go `back` to the step before, or `return` to the gates before the rollout.
             * @enum {string}
             */
            readonly action: "hold" | "back" | "return";
        };
        readonly RolloutGuards: {
            /** @description As in the plan, in order. */
            readonly guards: readonly components["schemas"]["GuardStanding"][];
        };
        readonly RolloutList: {
            /** @description Latest first. */
            readonly rollouts: readonly components["schemas"]["RolloutRow"][];
            /** @description The value of `before` for the next page; null at the end. */
            readonly next: number | null;
        };
        readonly RolloutOutcome: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            readonly rollout: components["schemas"]["RolloutRow"];
        };
        readonly RolloutPreview: {
            /** @description Null for a start at once. */
            readonly start: {
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly at: number;
                readonly local: string | null;
                readonly zone: string | null;
                /**
                 * @description `skipped`: the clock skips the local time, so the start is later; `repeated`: the local time comes twice, and the first is taken.
                 * @enum {string|null}
                 */
                readonly note: "skipped" | "repeated" | null;
            } | null;
            readonly steps: readonly {
                readonly change: components["schemas"]["RolloutChange"];
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly plannedAt: number | null;
                /** @description How many more enabled checks a day are expected than before the step; null if that is not known. */
                readonly addedChecks: number | null;
            }[];
            readonly guards: readonly {
                readonly name: string;
                /** @description The bad share in the last 7 days; null without outcomes. */
                readonly rate: number | null;
                /** @description How many outcomes an hour arrived in the last 7 days; null without any. */
                readonly outcomesPerHour: number | null;
                /** @description How long the guard is expected to need for an alarm: half of the time, and 9 of 10 times at most. */
                readonly delays: readonly {
                    /** @description The index of the step. */
                    readonly step: number;
                    /** @description How many times as high the bad share becomes with the feature. */
                    readonly rise: number;
                    /** @description In minutes; null for more than 30 days, or never. */
                    readonly median: number | null;
                    /** @description In minutes; null for more than 30 days, or never. */
                    readonly ninety: number | null;
                }[];
            }[];
        };
        readonly RolloutResume: {
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
        };
        readonly RolloutRow: {
            readonly id: number;
            /** @description The name of the project. */
            readonly project: string;
            /** @description The slug of the environment. */
            readonly environment: string;
            readonly environmentId: number;
            readonly key: string;
            readonly author: components["schemas"]["Actor"];
            /** @description The request that was approved. */
            readonly requestId: number | null;
            readonly reason: string | null;
            /** @description The addresses that were sent with the reason. */
            readonly links: readonly string[];
            /** @enum {string} */
            readonly state: "waiting" | "running" | "held" | "paused" | "stopped" | "done";
            /** @description The index of the latest step whose change was made; -1 before the first. */
            readonly step: number;
            /** @description Rises with each transition. */
            readonly epoch: number;
            readonly steps: readonly components["schemas"]["RolloutStep"][];
            readonly guards: readonly components["schemas"]["RolloutGuard"][];
            readonly start: components["schemas"]["ShownRolloutStart"];
            /** @enum {string} */
            readonly late: "hold" | "run";
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly nextAt: number | null;
            /** @description Why the rollout does not go on, or why it was stopped. */
            readonly hold: {
                /**
                 * @description `alarm`: a guard saw more bad outcomes with the feature; `silent`: outcomes stopped while checks went on; `mismatch`: one side reports fewer outcomes for its checks; `changed`: something else changed the gates; `undone`: a step was undone; `approval`: the step asks for a person; `late`: the step was over an hour late; `clock`: the clock jumped; `author`: the author has left or may no longer write; `refused`: the change of the step was refused.
                 * @enum {string}
                 */
                readonly kind: "alarm" | "silent" | "mismatch" | "changed" | "undone" | "approval" | "late" | "clock" | "author" | "refused";
                /** @description The name of the guard. */
                readonly guard: string | null;
                /** @description What the guard saw, or the refusal. */
                readonly text: string | null;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly at: number;
            } | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly startedAt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly endedAt: number | null;
            /** @description Null for the server. */
            readonly endedBy: {
                /** @enum {string} */
                readonly type: "User" | "Token";
                readonly id: string;
                readonly name: string | null;
            } | null;
            /** @description What the caller may do with the rollout now. */
            readonly can: {
                readonly pause: boolean;
                readonly resume: boolean;
                readonly skip: boolean;
                readonly stop: boolean;
                readonly adopt: boolean;
            };
        };
        /** @description When the first step is made; at once unless sent. */
        readonly RolloutStart: {
            /** @description A local time, such as `2027-03-28T09:00`. */
            readonly at: string;
            /** @description A time zone, such as `Europe/Berlin`. */
            readonly zone: string;
        } | {
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly at: number;
        };
        readonly RolloutStep: {
            readonly change: components["schemas"]["RolloutChange"];
            /** @description How many seconds the step lasts at least; null for no wait. */
            readonly for: number | null;
            /** @description How many enabled checks must be counted in the step; null for none. */
            readonly sample: number | null;
            /** @description Whether a person must let the rollout go on after the step. */
            readonly approval: boolean;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly enteredAt: number | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly plannedAt: number | null;
        };
        readonly RolloutTransition: {
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
        };
        readonly RotatedToken: {
            readonly token: components["schemas"]["Token"];
            /** @description The secret of the new token; it is shown only once. */
            readonly value: string;
            readonly earlier: components["schemas"]["Token"];
        };
        readonly SamplePolicy: {
            /** @description Whether servers keep a sample of the actors that they check, in memory. */
            readonly samplesActors: boolean;
        };
        readonly SavedComment: {
            readonly comment: components["schemas"]["Comment"];
        };
        readonly SavedGroupRule: {
            readonly rule: components["schemas"]["GroupRule"];
        };
        readonly SavedPolicy: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description Null for an environment that is not protected. */
            readonly policy: {
                /** @description Every rule must be met. No approval counts for two rules. */
                readonly rules: readonly components["schemas"]["ApprovalRule"][];
                /** @description After so many days an open request expires; 14 unless sent. */
                readonly expiresDays: number;
                /** @description The ids of the tokens that write without a request; none unless sent. */
                readonly directTokens: readonly number[];
                /** @description Roles that may change the environment without approval; owners unless sent. */
                readonly bypass: {
                    readonly roles: readonly ("owner" | "admin" | "member" | "viewer")[];
                };
                /** @description Whether a person with a reason may close the gates of a feature without approval; true unless sent. */
                readonly turnOff: boolean;
                /**
                 * @description Whether every change of a person needs a reason, or only one without approval; `bypass` unless sent.
                 * @enum {string}
                 */
                readonly reason: "always" | "bypass";
                /** @description Whether the approval of a request's author counts; false unless sent. */
                readonly selfApproval: boolean;
            } | null;
            /** @description The latest changes without approval that no approver has confirmed, at most 100. */
            readonly bypasses: readonly {
                readonly audit: number | null;
                /** @description Milliseconds since 1970-01-01T00:00:00Z. */
                readonly at: number;
                readonly actor: components["schemas"]["Actor"];
                readonly reason: string;
                /** @description The addresses that were sent with the reason. */
                readonly links: readonly string[];
            }[];
            /** @description The personal tokens that a rule names. For admins also the tokens that a rule may name. */
            readonly personalTokens: readonly {
                readonly id: string;
                readonly name: string;
                /** @description The name of its member; null for a former one. */
                readonly member: string | null;
            }[];
        };
        readonly SavedTrustRule: {
            readonly rule: components["schemas"]["TrustRule"];
        };
        readonly SavedView: {
            readonly view: components["schemas"]["View"];
        };
        readonly SecretRotation: {
            /** @description How long the earlier secret stays valid; a day unless sent. */
            readonly overlapMs?: number;
        };
        /** @description Unless sent: `bad` is `errors`, nothing is tolerated, `confidence` is 0.95, and `action` is `return`. */
        readonly SentGuard: {
            /** @description The name of the outcomes, such as `checkout`. */
            readonly name: string;
            /**
             * @description Which outcomes are bad: the errors, or all others.
             * @enum {string}
             */
            readonly bad?: "errors" | "rest";
            /** @description 1 minus the chance of a false alarm in the whole rollout. */
            readonly confidence?: number;
            /**
             * @description What an alarm does: `hold` the rollout, go `back` to the step before, or `return` to the gates before the rollout.
             * @enum {string}
             */
            readonly action?: "hold" | "back" | "return";
            /** @description The bad share with the feature may be (1 + relative) times the share without it, plus `absolute`. */
            readonly tolerate?: {
                /** @description 0.1 for a bad share that is 10 % higher. */
                readonly relative?: number;
                /** @description 0.001 for 0.1 percentage points more. */
                readonly absolute?: number;
            };
        };
        readonly SentRolloutStep: {
            readonly change: components["schemas"]["RolloutChange"];
            /** @description How many seconds the step lasts at least; null for no wait. */
            readonly for?: number | null;
            /** @description How many enabled checks must be counted in the step; null for none. */
            readonly sample?: number | null;
            /** @description Whether a person must let the rollout go on after the step. */
            readonly approval?: boolean;
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
        readonly ShownRolloutStart: {
            /** @enum {string} */
            readonly kind: "now";
        } | {
            /** @enum {string} */
            readonly kind: "at";
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly at: number;
            /** @description The local time as it was sent. */
            readonly local: string | null;
            /** @description The time zone of `local`. */
            readonly zone: string | null;
        };
        readonly SignInLink: {
            /** @description The one-time link; it is shown only once. */
            readonly url: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly endsAt: number;
        };
        readonly SignOnAnswer: {
            readonly answer: string;
        };
        readonly SignOnRequest: {
            /** @description Signs in again, as a proof; the current session is replaced. */
            readonly again?: boolean;
        };
        readonly SignOnWay: {
            /** @description The URL at the provider, to which the browser goes. */
            readonly url: string;
        };
        readonly SignedInJob: {
            /** @description A token of the environment; it is shown only once. */
            readonly token: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly expiresAt: number;
            /** @description The slug of the environment. */
            readonly environment: string;
            /** @description The name of the project. */
            readonly project: string;
            /** @enum {string} */
            readonly access: "read_only" | "read_and_write" | "evaluate";
        };
        readonly SigningKey: {
            readonly id: string;
            /** @description Ed25519, as PEM. */
            readonly publicKey: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly replacedAt: number | null;
        };
        readonly SigningKeyList: {
            readonly keys: readonly components["schemas"]["SigningKey"][];
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
            /** @description What the undo of one feature did; null for other steps, and if it is unknown. */
            readonly undone: {
                /**
                 * @description What happens to the feature, or to its gates in this environment.
                 * @enum {string|null}
                 */
                readonly feature: "created" | "removed" | "mirrored" | "overridden" | null;
                readonly changes: readonly {
                    /** @enum {string} */
                    readonly action: "enable" | "disable" | "enable_actor" | "disable_actor" | "enable_group" | "disable_group" | "percentage_of_actors" | "percentage_of_time" | "clear" | "create" | "remove" | "mirror" | "rollback" | "enable_expression" | "disable_expression";
                    /** @description The percentage before the undo. */
                    readonly before: string | null;
                    /** @description How many members, if the gate has members. */
                    readonly count: number;
                }[];
            } | null;
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
        readonly TokenRotation: {
            /** @description How long the earlier token stays valid; 24 unless sent. With 0 it is revoked at once. */
            readonly overlapHours?: number;
        };
        readonly TrustRule: {
            readonly id: string;
            readonly name: string;
            readonly issuer: string;
            readonly audience: string;
            /** @description The claims that a token must have, with exactly these values. */
            readonly claims: readonly components["schemas"]["TrustedClaim"][];
            /** @enum {string} */
            readonly access: "read_only" | "read_and_write" | "evaluate";
            readonly environmentId: number;
            /** @description The slug of the environment. */
            readonly environment: string;
            /** @description The name of the project. */
            readonly project: string;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
        };
        readonly TrustRuleList: {
            readonly rules: readonly components["schemas"]["TrustRule"][];
        };
        readonly TrustedClaim: {
            readonly name: string;
            readonly value: string;
        };
        readonly TypedEnvironment: {
            /** @description The name of the environment, or its slug. */
            readonly typed: string;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
        };
        readonly UndoDirection: {
            /** @enum {string} */
            readonly to: "before" | "after" | "gate";
            /** @description How many members of each gate to list at most; 3 unless sent. */
            readonly members?: number;
        };
        readonly UndoPreview: {
            /** @description The first 200. */
            readonly differences: readonly components["schemas"]["GateDifference"][];
            /** @description All features that change. */
            readonly featureCount: number;
            /** @description How many later changes of the same features are undone too. */
            readonly laterCount: number;
            /** @description With `gate`: how many later changes of the feature stay. */
            readonly stayCount: number;
            /** @description With `gate`: how many of the change's actors and groups were changed again later, and stay as they are. */
            readonly changedAgainCount: number;
            /** @description Whether the undo needs `typed`: `featureCount`, or the key of the feature if only one changes. */
            readonly mustType: boolean;
            /** @description To be sent with the undo. */
            readonly tag: string;
        };
        readonly UndoRequest: {
            /** @enum {string} */
            readonly to: "before" | "after" | "gate";
            readonly tag: string;
            readonly typed?: string;
            /** @description Why the change is made: 1 to 1000 characters, without control characters except line breaks. Last lines that are https addresses are links. It is stored with the audits of the change. */
            readonly reason?: string;
            /** @description Addresses with more about the reason, each an https address of at most 1000 characters, without user name and password; they need a `reason`. */
            readonly links?: readonly string[];
            /** @description Whether to open a change request if the environment is protected: then the answer is 202. */
            readonly request?: boolean;
            /** @description Whether to change a protected environment without approval, which the policy may allow; needs a `reason` of at least 10 characters. */
            readonly bypass?: boolean;
            /** @description Whether the change pauses the rollout of the feature; otherwise it is refused with `rollout_running`. */
            readonly pause_rollout?: boolean;
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
                /** @description Whether the key is retired and still checked, not misspelt. */
                readonly isRetired: boolean;
            }[];
        };
        readonly View: {
            readonly id: string;
            /** @description One line of 1 to 60 characters. */
            readonly name: string;
            /** @description The query of the list's URL, without `?`. The server stores it as it is. */
            readonly query: string;
            /** @description Whether everyone sees the view; always true in the mountable deployment. */
            readonly isShared: boolean;
            readonly author: {
                readonly id: number;
                readonly name: string;
                readonly email: string;
            } | null;
            /** @description Milliseconds since 1970-01-01T00:00:00Z. */
            readonly createdAt: number;
            /** @description Whether the caller may change and delete the view. */
            readonly canChange: boolean;
        };
        readonly ViewChange: {
            /** @description One line of 1 to 60 characters. */
            readonly name?: string;
            /** @description The query of the list's URL, without `?`. The server stores it as it is. */
            readonly query?: string;
            /** @description Whether everyone sees the view; always true in the mountable deployment. */
            readonly isShared?: boolean;
        };
        readonly ViewList: {
            /** @description The caller's own views and the shared ones, oldest first: at most 50 each. */
            readonly views: readonly components["schemas"]["View"][];
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
            readonly events: readonly ("feature.created" | "feature.updated" | "feature.deleted" | "key.retired" | "key.freed" | "environment.created" | "environment.deleted" | "token.created" | "token.revoked" | "member.added" | "member.updated" | "member.removed" | "policy.changed" | "request.opened" | "request.approved" | "request.changes_asked" | "request.drifted" | "request.rebased" | "request.missed" | "request.applied" | "request.expired" | "request.withdrawn" | "rollout.started" | "rollout.stepped" | "rollout.held" | "rollout.paused" | "rollout.resumed" | "rollout.stopped" | "rollout.done" | "guard.alarm" | "guard.silent" | "guard.mismatch" | "change.bypassed" | "change.turned_off" | "audit.checkpoint" | "audit.key_rotated" | "sign_in.break_glass")[];
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
        readonly WebhookEdit: {
            readonly isPaused?: boolean;
            readonly name?: string;
            readonly url?: string;
            /** @description Empty for all. */
            readonly events?: readonly ("feature.created" | "feature.updated" | "feature.deleted" | "key.retired" | "key.freed" | "environment.created" | "environment.deleted" | "token.created" | "token.revoked" | "member.added" | "member.updated" | "member.removed" | "policy.changed" | "request.opened" | "request.approved" | "request.changes_asked" | "request.drifted" | "request.rebased" | "request.missed" | "request.applied" | "request.expired" | "request.withdrawn" | "rollout.started" | "rollout.stepped" | "rollout.held" | "rollout.paused" | "rollout.resumed" | "rollout.stopped" | "rollout.done" | "guard.alarm" | "guard.silent" | "guard.mismatch" | "change.bypassed" | "change.turned_off" | "audit.checkpoint" | "audit.key_rotated" | "sign_in.break_glass")[];
            /** @description The pattern of the keys of features; null for all features. */
            readonly keys?: string | null;
        };
        readonly WebhookList: {
            readonly webhooks: readonly components["schemas"]["Webhook"][];
        };
        readonly WebhookRedelivery: {
            /** @description The first event; left out for a sync webhook only, which has no events. */
            readonly from?: number;
            readonly to?: number;
        };
        /** @description All gates in force here; lists have them with `gates=true`. */
        readonly WholeGates: {
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
        readonly Written: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
        };
        readonly WrittenStep: {
            /** @description The revision of the project after the write; an event with the same revision is not new. */
            readonly revision: number;
            /** @description The id of the change's first audit, for an undo; null if nothing changed. It belongs to the environment that changed: Production for a deletion. */
            readonly audit: number | null;
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
