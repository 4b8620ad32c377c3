// Generated from docs/openapi.json by `npm run docs:openapi`: do not edit.

export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Public keys of the tokens
         * @description What is needed to verify an authToken without asking this service.
         */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process answers
         * @description For the supervisor of the process.
         */
        get: operations["isLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service can work
         * @description For the load balancer: also its event store is within reach.
         */
        get: operations["isReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description The contract of this API, for programs. People read it at `/docs`.
         */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/2fa/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a two-factor secret
         * @description Makes a secret and its QR code. It is enabled by the first right code; until then, asking again replaces the secret.
         */
        post: operations["enableTwoFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/2fa/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a code
         * @description Judges a code of the authenticator app (RFC 6238, 30 s, one step to either side). Each code is right once; after it only later ones are.
         */
        post: operations["verifyTwoFactorCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in
         * @description Exchanges an API key and the credentials of a partner user for tokens.
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log out
         * @description Ends the sign-in that this token is of: within a second neither this authToken nor its refreshToken, nor any earlier one, opens anything. Other sign-ins of the same user go on.
         */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Renew the tokens
         * @description Takes an authToken that has not expired, in header and body alike, with its refreshToken. Each refreshToken works once: presenting a used one signs the whole family out. When an answer is lost, log in again.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a verification
         * @description Announces a document that will prove a user’s identity or address. Upload it before `expiresAt`. A user has one open verification of each type.
         */
        post: operations["startVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/verify/{verificationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a verification
         * @description How the verification stands now.
         */
        get: operations["getVerification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/verify/{verificationId}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the documents of a verification
         * @description Sends the sides of the announced document, at most 42 MiB in all. Passports, bills and statements need `front`; the other documents `front` and `back`; a `selfie` may come with any. The images go to the identity provider and are kept nowhere else. Safe to repeat after a 5xx or no answer.
         */
        post: operations["uploadDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/funding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List funding transactions
         * @description Your transactions, the oldest first. Filters may be combined.
         */
        get: operations["listFundingTransactions"];
        put?: never;
        /**
         * Fund a user
         * @description Credits a user’s investment account from the pre-funded account; you settle the total later. Safe to repeat: the `externalId` decides whether it is a new transaction.
         */
        post: operations["requestDeposit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/funding/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a funding transaction
         * @description The transaction in its present state.
         */
        get: operations["getFundingTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onboarding/{userId}/session-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an onboarding session token
         * @description Opens a session at the identity provider. Send what you already hold, an empty string (or nothing) for what you do not.
         */
        post: operations["issueOnboardingSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onboarding/{userId}/trader-profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a trader profile
         * @description There from the moment the identity provider reports completion. Poll it until `brokerAccountStatus` is `ACTIVE`; then the user can be funded and traded for.
         */
        get: operations["getTraderProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/onboarding/trading-countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the countries that are served
         * @description Users of these countries can be registered, whichever endpoint does it.
         */
        get: operations["listTradingCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Your orders, the oldest first. Filters may be combined.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Place an order
         * @description A market order for the day, by quantity (up to nine decimals) or by money amount (up to two, a buy at least 1.00). Safe to repeat: the `externalId` decides whether it is a new order. An unknown or untradable symbol makes a `rejected` order.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description The order in its present state.
         */
        get: operations["getOrder"];
        put?: never;
        post?: never;
        /**
         * Cancel an order
         * @description Asks for the end of an order; its `status` follows, and until then `statusReason` says that it was asked for. An order that was not sent yet is never sent; one at the broker is canceled there, unless it is filled first. What was filled until then stays. Asking again changes nothing.
         */
        delete: operations["cancelOrder"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List settlement periods
         * @description Your periods with their totals, newest first.
         */
        get: operations["listSettlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settlements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a settlement period
         * @description One period with its totals. Those of a closed period never change.
         */
        get: operations["getSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settlements/{id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the statement of a period
         * @description One line for each deposit and adjustment, page by page; of an open period the lines so far. With `Accept: text/csv` the whole statement in one download, whatever `limit` and `offset` say.
         */
        get: operations["getStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a user by your own id
         * @description Sees every registration that was answered before.
         */
        get: operations["findRegisteredUser"];
        put?: never;
        /**
         * Register a user
         * @description Makes the same kind of user as `POST /v1/users`. With an `externalId`, asking again with the same content answers 200 with the same user as it is now and makes no second one.
         */
        post: operations["registerUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/user/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user in the words of the registration family
         * @description Shows every change that was answered before, whichever family made the user.
         */
        get: operations["getRegisteredUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description The oldest first; `metadata.total` counts all that match. A user keeps its place for ever and new ones come last, so pages of the whole list neither miss nor repeat a user, whatever happens in between. With `status`, users that leave the filter between two pages let those behind them move up, and users that enter it take their place by creation: to see each user once for certain, read the whole list. May trail by under a second.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Makes the same kind of user as `POST /v1/user`. There is no `externalId` here: send an `Idempotency-Key`, or a repeat after a lost answer meets `email_already_exists`.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description Shows every change that was answered before, whichever family made the user.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a user’s name or phone number
         * @description Give at least one field; what is left out stays. Nothing else can be changed.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/v1/webhooks/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Notifications of the identity provider
         * @description Not for partners: the identity provider calls it, and signs each call (`svix-id`, `svix-timestamp`, `svix-signature`). What nobody waits for is acknowledged, too.
         */
        post: operations["receiveIdentityNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        CreateUserBody: {
            /**
             * @description Two letters, ISO 3166 alpha-2, of a country of `GET /v1/onboarding/trading-countries` (which lists alpha-3).
             * @example US
             */
            country: string;
            /**
             * @description A real date, 18 to 150 years ago.
             * @example 1990-12-10
             */
            dateOfBirth: string;
            /**
             * Format: email
             * @description Unique among your users, compared without case.
             * @example grace@users.example
             */
            email: string;
            /**
             * @description Given name. 1 to 100 characters as people count them.
             * @example Grace
             */
            firstName: string;
            /**
             * @description Family name. 1 to 100 characters as people count them.
             * @example Hopper
             */
            lastName: string;
            /**
             * @description E.164.
             * @example +12025550144
             */
            phoneNumber: string;
        };
        EnableTwoFactorBody: {
            /**
             * @description Always this word.
             * @enum {string}
             */
            type: "authenticator";
            /**
             * Format: uuid
             * @description Whom to enable it for.
             * @example 0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90
             */
            userId: string;
        };
        /** @description One fault of a request. */
        Fault: {
            /** @description Stable word for programs. */
            code: string;
            /** @description What is allowed. */
            detail: string;
            /** @description JSON Pointer to the field in the body, `""` for the body as a whole, `/name` for a query parameter. Absent for a header. */
            pointer?: string;
        };
        /** @description A deposit into a user’s investment account. */
        FundingTransaction: {
            /**
             * @description US dollars you owe for it.
             * @example 250
             */
            amount: number;
            /**
             * Format: date-time
             * @description When the user was credited, null until then.
             * @example 2026-03-02T14:05:06.789Z
             */
            completedAt: string | null;
            /**
             * Format: date-time
             * @description When it was accepted.
             * @example 2026-03-02T14:05:06.789Z
             */
            createdAt: string;
            /**
             * @description Always `DEPOSIT`.
             * @example DEPOSIT
             * @enum {string}
             */
            direction: "DEPOSIT";
            /**
             * @description Your own id for the transaction.
             * @example deposit-0001
             */
            externalId: string;
            /**
             * @description US dollars kept back, by your schedule.
             * @example 1.5
             */
            fee: number;
            /**
             * Format: uuid
             * @description The id of the transaction.
             * @example 6f6d7e1c-9e59-552a-9b53-e8e7183a298d
             */
            id: string;
            /**
             * @description US dollars the user is credited: amount less fee.
             * @example 248.5
             */
            netAmount: number;
            /**
             * Format: uuid
             * @description You.
             * @example f4f5e9cb-7679-56b8-821f-ef2fd5345785
             */
            partnerId: string;
            /**
             * @description `pending` (accepted), `processing` (the broker was asked), then `completed` or `failed`; `reversed` when the broker took it back. Seldom, `failed` becomes `completed`: the broker had moved the money after all.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "failed" | "reversed";
            /**
             * @description Why it waits, failed or was reversed; else empty.
             * @example
             */
            statusReason: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:06.789Z
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description The user who is credited.
             * @example f36408bd-2621-5851-988a-2a12295955b1
             */
            userId: string;
        };
        /** @description A page of your funding transactions. */
        FundingTransactions: {
            metadata: components["schemas"]["PageMetadata"];
            /** @description The oldest first. */
            transactions: components["schemas"]["FundingTransaction"][];
        };
        /** @description All is well. */
        Health: {
            /**
             * @description Always `ok`.
             * @example ok
             */
            status: string;
        };
        /** @description The public keys that verify an authToken. */
        KeySet: {
            /**
             * @description JSON Web Keys (RFC 7517), each with its `kid`.
             * @example []
             */
            keys: {
                [key: string]: unknown;
            }[];
        };
        LogInBody: {
            /**
             * @description Of a partner user.
             * @example integration@partner.example
             */
            email: string;
            /**
             * @description As issued by the operator.
             * @example correct-horse-battery
             */
            password: string;
        };
        /** @description Tokens, and whose they are. */
        LoginResult: {
            /**
             * @description Signed token for `Authorization: bearer <authToken>`.
             * @example eyJhbGciOiJFUzI1NiJ9…
             */
            authToken: string;
            /**
             * @description E-mail of the partner user.
             * @example integration@partner.example
             */
            email: string;
            /**
             * Format: date-time
             * @description When the authToken expires.
             * @example 2026-03-02T14:35:06.789+00:00
             */
            expiration: string;
            /**
             * Format: uuid
             * @description You.
             * @example f4f5e9cb-7679-56b8-821f-ef2fd5345785
             */
            partnerId: string;
            /**
             * Format: uuid
             * @description The partner user who logged in.
             * @example 49d36070-4d3d-5089-82e2-fe2facd96abe
             */
            partnerUserId: string;
            /**
             * Format: uuid
             * @description Good for one refresh before the authToken expires.
             * @example 29de0de9-343a-511f-851f-116adae5eb01
             */
            refreshToken: string;
        };
        /** @description The notification is kept and will be worked. */
        NotificationReceived: {
            /**
             * @description The notification is kept.
             * @example true
             */
            received: boolean;
        };
        /** @description What the front end needs to verify a user. */
        OnboardingSession: {
            /**
             * Format: date-time
             * @description When the token stops working.
             * @example 2026-03-02T14:35:06.789+00:00
             */
            expiresAt: string;
            /**
             * @description The same without code: a page for first tests.
             * @example https://verify.example/#vtok_UxM6
             */
            link: string;
            /**
             * @description Initialises the front-end SDK of the identity provider.
             * @example vtok_UxM6Vbvk2Rcy1gzcSuXgk3sj3L9I0pAnNH
             */
            token: string;
        };
        /** @description A market order, good for the day. */
        Order: {
            /**
             * @description US dollars wanted, 0 when wanted by quantity. Spelled exactly so.
             * @example 100
             */
            ammount: number;
            /**
             * @description US dollars, of the filled value; 0 until the order has ended.
             * @example 0
             */
            commission: number;
            /**
             * Format: date-time
             * @description When it was accepted here.
             * @example 2026-03-02T14:05:06.789Z
             */
            createdAt: string;
            /**
             * @description Your own id for the order.
             * @example order-0001
             */
            externalId: string;
            /**
             * @description Average price, null until something is filled.
             * @example 200
             */
            filledAvgPrice: number | null;
            /**
             * @description Shares filled so far.
             * @example 0
             */
            filledQty: number;
            /**
             * Format: uuid
             * @description The id of the order.
             * @example e8b1ce2c-9e08-5a64-8f6d-81064c4e1158
             */
            id: string;
            /**
             * @description Shares wanted, 0 when wanted by amount.
             * @example 0
             */
            qty: number;
            /**
             * @description `buy` or `sell`.
             * @example buy
             * @enum {string}
             */
            side: "buy" | "sell";
            /**
             * @description `pending`, `submitted`, `accepted`, `partially_filled`, then `filled`; or `rejected`, `canceled`, `expired`. Seldom, the broker breaks or changes a trade: then quantity, price and status follow it, also after an end.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "submitted" | "accepted" | "partially_filled" | "filled" | "rejected" | "canceled" | "expired";
            /**
             * @description Why it was rejected, canceled or expired; else empty.
             * @example
             */
            statusReason: string;
            /**
             * @description Ticker symbol.
             * @example AAPL
             */
            symbol: string;
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:06.789Z
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description The user it is for.
             * @example d06e323c-9518-5774-a4c5-f36d4862a3a5
             */
            userId: string;
        };
        /** @description A page of your orders. */
        Orders: {
            metadata: components["schemas"]["PageMetadata"];
            /** @description The oldest first. */
            orders: components["schemas"]["Order"][];
        };
        /** @description Where this page lies in the whole list. */
        PageMetadata: {
            /**
             * @description The largest number of objects in this answer.
             * @example 100
             */
            limit: number;
            /**
             * @description How many objects were skipped.
             * @example 0
             */
            offset: number;
            /**
             * @description How many objects match in all.
             * @example 1
             */
            total: number;
        };
        PlaceOrderBody: {
            /**
             * @description US dollars. Exactly one of qty and amount is above 0; an absent one counts as 0.
             * @example 100
             */
            amount?: number;
            /**
             * @description Your own id, unique for ever: the same request again places nothing twice.
             * @example order-0001
             */
            externalId: string;
            /**
             * @description Shares. Exactly one of qty and amount is above 0; an absent one counts as 0.
             * @example 0
             */
            qty?: number;
            /**
             * @description Buy or sell.
             * @enum {string}
             */
            side: "buy" | "sell";
            /**
             * @description Ticker symbol.
             * @example AAPL
             */
            symbol: string;
            /**
             * Format: uuid
             * @description The user to trade for.
             * @example 0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90
             */
            userId: string;
        };
        /** @description Why a request was refused (RFC 9457). Programs rely on `code` and on nothing else. */
        Problem: {
            /** @description Stable word for programs. */
            code: string;
            /** @description What was wrong, for people. May change. */
            detail: string;
            /** @description Every fault of the request (400 and 422). */
            errors?: components["schemas"]["Fault"][];
            /** @description The `X-Request-Id` of this answer: quote it to us. */
            requestId: string;
            /** @description The HTTP status, once more. */
            status: number;
            /** @description The code in words. */
            title: string;
            /**
             * Format: uri
             * @description Names the kind of problem; ends in the code.
             */
            type: string;
        };
        RefreshTokenBody: {
            /**
             * @description The token of the Authorization header.
             * @example eyJhbGciOiJFUzI1NiJ9…
             */
            authToken: string;
            /**
             * @description Its refresh token.
             * @example 7c9e6679-7425-40de-944b-e07fc1f90ae7
             */
            refreshToken: string;
        };
        /** @description A user in the words of the registration family. */
        RegisteredUser: {
            /**
             * @description ISO 3166 alpha-3; null once the user is erased.
             * @example USA
             */
            countryCode: string | null;
            /**
             * Format: date-time
             * @description When the user was registered.
             * @example 2026-03-02T14:05:06.789Z
             */
            dateCreated: string;
            /**
             * Format: date-time
             * @description When anything about the user changed last.
             * @example 2026-03-02T14:05:06.789Z
             */
            dateModified: string;
            /**
             * @description As it was registered; null once the user is erased.
             * @example ada@users.example
             */
            email: string | null;
            /**
             * @description Your id for the user; null when you gave none, and once the user is erased.
             * @example customer-4711
             */
            externalId: string | null;
            /**
             * @description Family name; null once the user is erased.
             * @example Lovelace
             */
            familyName: string | null;
            /**
             * Format: uuid
             * @description The user’s id: keep it, most other endpoints take it.
             * @example d99b0008-a8e1-57d6-a39c-6d0d45a3e719
             */
            id: string;
            /**
             * @description Given name; null once the user is erased.
             * @example Ada
             */
            name: string | null;
            /**
             * Format: uuid
             * @description Your own id as a partner.
             * @example 0d7a2c35-648e-5cb0-85a0-f1f132794fd9
             */
            partnerId: string;
            /**
             * @description E.164; null while unknown.
             * @example +12025550143
             */
            phone: string | null;
        };
        RegisterUserBody: {
            /**
             * @description Three letters, ISO 3166 alpha-3, one of `GET /v1/onboarding/trading-countries`.
             * @example USA
             */
            countryCode: string;
            /**
             * Format: email
             * @description Unique among your users, compared without case.
             * @example alan@users.example
             */
            email: string;
            /**
             * @description Your own id for the user, unique among your users.
             * @example customer-4712
             */
            externalId?: string;
            /**
             * @description Family name. 1 to 100 characters as people count them.
             * @example Turing
             */
            familyName: string;
            /**
             * @description Given name. 1 to 100 characters as people count them.
             * @example Alan
             */
            name: string;
        };
        RequestDepositBody: {
            /**
             * @description US dollars as decimal text, above 0, with at most two decimals.
             * @example 250.00
             */
            amount: string;
            /**
             * @description Always this word.
             * @enum {string}
             */
            direction: "DEPOSIT";
            /**
             * @description Your own id, unique for ever: the same request again credits nobody twice.
             * @example deposit-0001
             */
            externalId: string;
            /**
             * Format: uuid
             * @description The user to credit.
             * @example 0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90
             */
            userId: string;
        };
        SessionBody: {
            /**
             * @description Street and number, at most 255.
             * @example 1 Market Street
             */
            addressLine1?: string;
            /**
             * @description Unit, at most 255 characters.
             * @example Apt 5
             */
            addressLine2?: string;
            /**
             * @description City, at most 255 characters.
             * @example San Francisco
             */
            city?: string;
            /**
             * @description YYYY-MM-DD, 18 to 150 years ago.
             * @example 1990-05-15
             */
            dateOfBirth?: string;
            /**
             * @description `M`, `F` or `X`.
             * @example F
             */
            gender?: string;
            /**
             * @description `S`, `M`, `D` or `W`.
             * @example S
             */
            maritalStatus?: string;
            /**
             * @description State, at most 50 characters.
             * @example CA
             */
            state?: string;
            /**
             * @description Letters, digits, spaces, dashes; at most 20.
             * @example 94105
             */
            zipCode?: string;
        };
        /** @description One period of your account with the operator. */
        Settlement: {
            /**
             * @description Amounts of deposits taken back in the period: negative.
             * @example -100.00
             */
            adjustments: string;
            /**
             * @description Credit of yours that was used when the period closed.
             * @example 50.00
             */
            carried: string;
            /**
             * Format: date-time
             * @description When its totals were fixed, null until then.
             * @example 2026-03-03T05:00:00.480Z
             */
            closedAt: string | null;
            /**
             * @description Deposits completed in the period.
             * @example 3
             */
            count: number;
            /**
             * Format: date-time
             * @description When it is to end; then when it ended.
             * @example 2026-03-03T05:00:00.080Z
             */
            cutOffAt: string;
            /**
             * @description gross plus adjustments.
             * @example 650.00
             */
            due: string;
            /**
             * Format: date-time
             * @description When your transfer is due.
             * @example 2026-03-05T05:00:00.000Z
             */
            dueAt: string;
            /**
             * @description Their fees.
             * @example 4.50
             */
            fees: string;
            /**
             * @description Their amounts.
             * @example 750.00
             */
            gross: string;
            /**
             * Format: uuid
             * @description The id of the period.
             * @example ed4b4952-ddf8-5d71-8b7c-1fda707300cc
             */
            id: string;
            /** @description What may still come into the open period; of any other, nothing. */
            inFlight: {
                /**
                 * @description Their amounts, before fees.
                 * @example 50.00
                 */
                amount: string;
                /**
                 * @description Deposits accepted and not yet decided.
                 * @example 1
                 */
                count: number;
            };
            /**
             * @description What the users were credited.
             * @example 745.50
             */
            net: string;
            /**
             * Format: date-time
             * @description When the period began.
             * @example 2026-03-02T05:00:00.120Z
             */
            opensAt: string;
            /**
             * @description due less carried less received.
             * @example 200.00
             */
            outstanding: string;
            /**
             * Format: uuid
             * @description You.
             * @example f4f5e9cb-7679-56b8-821f-ef2fd5345785
             */
            partnerId: string;
            /**
             * @description Your transfers for this period.
             * @example 400.00
             */
            received: string;
            /**
             * @description `open`; `closed` when its totals are fixed; `settled` when nothing is outstanding; `overdue` when it is not paid in time.
             * @example open
             * @enum {string}
             */
            status: "open" | "closed" | "settled" | "overdue";
        };
        /** @description One page of periods. */
        SettlementList: {
            metadata: components["schemas"]["PageMetadata"];
            /** @description Newest first. */
            settlements: components["schemas"]["Settlement"][];
        };
        /** @description A verification that waits for documents. */
        StartedVerification: {
            /**
             * Format: date-time
             * @description When it was started.
             * @example 2026-03-02T14:05:06.789Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until when documents may be uploaded.
             * @example 2026-03-09T14:05:06.789Z
             */
            expiresAt: string;
            /**
             * @description `pending` (waits for documents, until it is `expired`), `under_review`, then `approved` or `rejected`.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "under_review" | "approved" | "rejected" | "expired";
            /**
             * Format: uuid
             * @description The id of the verification.
             * @example 8c033944-c529-5076-abcd-7b4587f1edac
             */
            verificationId: string;
        };
        StartVerificationBody: {
            /**
             * @description Who issued the document: ISO 3166-1 alpha-2.
             * @example US
             */
            country: string;
            /**
             * @description The document that will prove it; a bill or statement proves an address.
             * @example passport
             * @enum {string}
             */
            documentType: "passport" | "id_card" | "drivers_license" | "residence_permit" | "utility_bill" | "bank_statement";
            /**
             * Format: uuid
             * @description The user to verify.
             * @example 0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90
             */
            userId: string;
            /**
             * @description What is to be verified.
             * @example identity
             * @enum {string}
             */
            verificationType: "identity" | "address";
        };
        /** @description One page of a statement. */
        Statement: {
            /** @description In the order in which they were booked. */
            lines: components["schemas"]["StatementLine"][];
            metadata: components["schemas"]["PageMetadata"];
        };
        /**
         * @description The whole statement: RFC 4180, a header row, lines ending with CRLF. A text that begins with =, +, -, @, one of these in full width, a tab or a carriage return has an apostrophe before it.
         * @example type,transactionId,externalId,userId,gross,fee,net,completedAt,journalId
         *     deposit,9b2f6f0e-0d55-5c1f-8a3c-3f0a4f3c2b1d,deposit-4711,9b2f6f0e-0d55-5c1f-8a3c-3f0a4f3c2b1d,100.00,1.50,98.50,2026-03-02T14:05:06.789Z,6d2cba43-cb57-4534-9603-a6e159167c0a
         */
        StatementFile: string;
        /** @description One deposit or adjustment of a period. */
        StatementLine: {
            /**
             * Format: date-time
             * @description When it was credited, or taken back.
             * @example 2026-03-02T14:05:06.789Z
             */
            completedAt: string;
            /**
             * @description Your own id of it.
             * @example deposit-4711
             */
            externalId: string;
            /**
             * @description Our fee.
             * @example 1.50
             */
            fee: string;
            /**
             * @description The amount; in an adjustment, negative, like fee and net.
             * @example 100.00
             */
            gross: string;
            /**
             * @description The movement at the broker.
             * @example 6d2cba43-cb57-4534-9603-a6e159167c0a
             */
            journalId: string;
            /**
             * @description What the user was credited.
             * @example 98.50
             */
            net: string;
            /**
             * Format: uuid
             * @description The id of the funding transaction.
             * @example ddf2194f-dfda-513a-81bf-39e6ebd58c58
             */
            transactionId: string;
            /**
             * @description `deposit`, or `adjustment` for one that was taken back.
             * @example deposit
             * @enum {string}
             */
            type: "deposit" | "adjustment";
            /**
             * Format: uuid
             * @description Whose account was credited.
             * @example 1c16dd51-6307-59d2-9adb-8bab8323edb9
             */
            userId: string;
        };
        /** @description Who the user is for the broker, and the account there. All that tells who it is is null once the user is erased. */
        TraderProfile: {
            /**
             * @description `EMPLOYMENT_INCOME`, `INVESTMENTS`, `INHERITANCE`, `BUSINESS_INCOME`, `SAVINGS` or `FAMILY`.
             * @example EMPLOYMENT_INCOME
             */
            accountFundingSource: string | null;
            /**
             * @description Dollars a year: `LT_25K`, `25K_50K`, `50K_100K`, `100K_250K`, `250K_500K`, `500K_1M` or `GT_1M`.
             * @example 50K_100K
             */
            annualHouseholdIncomeRange: string | null;
            /**
             * @description Empty until the broker gives one.
             * @example 936253751
             */
            brokerAccountNumber: string;
            /**
             * @description State of the account at the broker: `PENDING` (not yet sent), then the broker’s own words, such as `SUBMITTED`, `ACTION_REQUIRED`, `APPROVAL_PENDING`, `APPROVED`, `ACTIVE`, `ACCOUNT_UPDATED`, `REJECTED`, `SUBMISSION_FAILED`, `INACTIVE`, `ACCOUNT_CLOSED`. Be ready for others. Funding and trading need `ACTIVE`, and that nothing holds the account: see `statusReason`.
             * @example ACTIVE
             */
            brokerAccountStatus: string;
            /**
             * @description City.
             * @example San Francisco
             */
            city: string | null;
            /**
             * @description Country of residence, ISO 3166-1 alpha-3.
             * @example USA
             */
            country: string | null;
            /**
             * @description Name of the country of residence.
             * @example United States of America
             */
            countryName: string | null;
            /**
             * @description Country of birth, ISO 3166-1 alpha-3.
             * @example USA
             */
            countryOfBirth: string | null;
            /**
             * @description Country of citizenship, ISO 3166-1 alpha-3.
             * @example USA
             */
            countryOfCitizenship: string | null;
            /**
             * @description Country of tax residence, ISO 3166-1 alpha-3.
             * @example USA
             */
            countryOfTaxResidence: string | null;
            /**
             * @description When the profile was made (UTC), without an offset.
             * @example 2026-03-02T14:05:06.789
             */
            dateCreated: string;
            /**
             * @description When it last changed (UTC), without an offset.
             * @example 2026-03-02T14:05:07.123
             */
            dateModified: string;
            /**
             * @description Day of birth at midnight, without an offset.
             * @example 1990-05-15T00:00:00
             */
            dateOfBirth: string | null;
            /**
             * @description Planned departure.
             * @example 2028-01-31
             */
            dateOfDepartureFromUSA: string | null;
            /**
             * @description E-mail address.
             * @example ada@example.com
             */
            emailAddress: string | null;
            /**
             * @description May be empty.
             * @example 2 Market Street
             */
            employerAddress: string | null;
            /**
             * @description `EMPLOYED`, `UNEMPLOYED`, `STUDENT` or `RETIRED`.
             * @example EMPLOYED
             */
            employmentStatus: string | null;
            /**
             * @description `M`, `F` or `X`.
             * @example F
             */
            gender: string | null;
            /**
             * Format: uuid
             * @description The id of the profile.
             * @example 5e3f202f-f1f3-5941-8369-aba84afeecde
             */
            id: string;
            /**
             * @description Close family is. The name is spelled exactly so.
             * @example false
             */
            inmediateFamilyExposed: boolean | null;
            /**
             * @description Dollars: `LT_25K`, `25K_50K`, `50K_100K`, `100K_250K`, `250K_500K`, `500K_1M` or `GT_1M`.
             * @example 50K_100K
             */
            investibleLiquidAssetsRange: string | null;
            /**
             * @description Works for an exchange or a FINRA member.
             * @example false
             */
            isAffiliatedExchangeOrFinra: boolean | null;
            /**
             * @description Controls a listed company.
             * @example false
             */
            isControlPerson: boolean | null;
            /**
             * @description Politically exposed.
             * @example false
             */
            isPoliticallyExposed: boolean | null;
            /**
             * @description Lives there on a visa.
             * @example false
             */
            isVisaHolder: boolean | null;
            /**
             * @description Given name.
             * @example Ada
             */
            legalFirstName: string | null;
            /**
             * @description Family name.
             * @example Lovelace
             */
            legalLastName: string | null;
            /**
             * @description `S`, `M`, `D` or `W`.
             * @example S
             */
            maritalStatus: string | null;
            /**
             * @description May be empty.
             * @example Analytical Engines
             */
            nameOfEmployer: string | null;
            /**
             * @description May be empty.
             * @example Engineer
             */
            occupationJobTitle: string | null;
            /**
             * @description Has permanent residence.
             * @example true
             */
            permanentResident: boolean | null;
            /**
             * @description International phone number.
             * @example +14155550123
             */
            phone: string | null;
            /**
             * @description Postal code.
             * @example 94105
             */
            postalCode: string | null;
            /**
             * @description Street and number.
             * @example 1 Market Street
             */
            residentialAddress: string | null;
            /**
             * @description State, as a code where there is one.
             * @example CA
             */
            state: string | null;
            /**
             * @description Name of the state.
             * @example California
             */
            stateName: string | null;
            /**
             * @description Why the account is not on the usual path, or what holds it though it is `ACTIVE`.
             * @example The broker has blocked trading in the account
             */
            statusReason: string | null;
            /**
             * @description Masked but for the last four characters, unless agreed otherwise.
             * @example *****6789
             */
            taxID: string | null;
            /**
             * @description Their e-mail address.
             * @example grace@example.com
             */
            trustedContactEmailAddress: string | null;
            /**
             * @description Somebody to ask about the user.
             * @example Grace
             */
            trustedContactFirstName: string | null;
            /**
             * @description Their family name.
             * @example Hopper
             */
            trustedContactLastName: string | null;
            /**
             * @description Their phone number.
             * @example +14155550124
             */
            trustedContactPhoneNumber: string | null;
            /**
             * @description Unit, may be empty.
             * @example Apt 5
             */
            unitAptNumber: string | null;
            /**
             * Format: uuid
             * @description The user whose profile it is.
             * @example 4aa9d3bb-d4de-53e0-b6a5-77e4315e625f
             */
            userId: string;
            /**
             * @description End of the visa.
             * @example 2028-01-31
             */
            visaExpirationDate: string | null;
            /**
             * @description The visa, in the broker’s words.
             * @example H1B
             */
            visaType: string | null;
        };
        /** @description What the user puts into an authenticator app. */
        TwoFactorSecret: {
            /**
             * @description A PNG as a data URL: the `otpauth://totp/` URI of the secret, for an authenticator app.
             * @example data:image/png;base64,iVBORw0KGgo…
             */
            qrCode: string;
            /**
             * @description The secret in base32, for users who type it in. Shown once.
             * @example GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ
             */
            secret: string;
        };
        /** @description The verdict on one code. */
        TwoFactorVerification: {
            /**
             * Format: date-time
             * @description When it was judged.
             * @example 2026-03-02T14:05:06.789Z
             */
            timestamp: string;
            /**
             * @description Whether the code is right and was not used before.
             * @example true
             */
            verified: boolean;
        };
        /** @description A user after a change. */
        UpdatedUser: {
            /**
             * @description As it was registered; null once the user is erased.
             * @example ada@users.example
             */
            email: string | null;
            /**
             * @description Given name; null once the user is erased.
             * @example Ada
             */
            firstName: string | null;
            /**
             * @description Family name; null once the user is erased.
             * @example Lovelace
             */
            lastName: string | null;
            /**
             * @description `active` once the identity is verified; an operator may suspend or close.
             * @example pending_verification
             * @enum {string}
             */
            status: "pending_verification" | "active" | "suspended" | "closed";
            /**
             * Format: date-time
             * @description When anything about the user changed last.
             * @example 2026-03-02T14:05:06.789Z
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description The user’s id: keep it, most other endpoints take it.
             * @example d99b0008-a8e1-57d6-a39c-6d0d45a3e719
             */
            userId: string;
        };
        UpdateUserBody: {
            /**
             * @description Given name. 1 to 100 characters as people count them.
             * @example Ada
             */
            firstName?: string;
            /**
             * @description Family name. 1 to 100 characters as people count them.
             * @example King
             */
            lastName?: string;
            /**
             * @description E.164.
             * @example +12025550143
             */
            phoneNumber?: string;
        };
        UploadDocumentsBody: {
            /**
             * @description The document that was announced at the start.
             * @example passport
             * @enum {string}
             */
            documentType: "passport" | "id_card" | "drivers_license" | "residence_permit" | "utility_bill" | "bank_statement";
            /** @description Its sides, each once. */
            files: components["schemas"]["UploadedFile"][];
        };
        UploadedFile: {
            /**
             * @description A JPEG or PNG image of at most 5 MiB in base64 without line breaks; `data:image/jpeg;base64,` or `data:image/png;base64,`, whichever it is, may stand before it.
             * @example iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==
             */
            content: string;
            /**
             * @description Which side of the document this is.
             * @example front
             * @enum {string}
             */
            type: "front" | "back" | "selfie";
        };
        /** @description A verification whose documents have come. */
        UploadedVerification: {
            /**
             * @description `pending` (waits for documents, until it is `expired`), `under_review`, then `approved` or `rejected`.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "under_review" | "approved" | "rejected" | "expired";
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:06.789Z
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description The id of the verification.
             * @example 8c033944-c529-5076-abcd-7b4587f1edac
             */
            verificationId: string;
        };
        /** @description A user as it was created and is listed. */
        User: {
            /**
             * Format: date-time
             * @description When the user was registered.
             * @example 2026-03-02T14:05:06.789Z
             */
            createdAt: string;
            /**
             * @description As it was registered; null once the user is erased.
             * @example ada@users.example
             */
            email: string | null;
            /**
             * @description Given name; null once the user is erased.
             * @example Ada
             */
            firstName: string | null;
            /**
             * @description Family name; null once the user is erased.
             * @example Lovelace
             */
            lastName: string | null;
            /**
             * @description `active` once the identity is verified; an operator may suspend or close.
             * @example pending_verification
             * @enum {string}
             */
            status: "pending_verification" | "active" | "suspended" | "closed";
            /**
             * Format: uuid
             * @description The user’s id: keep it, most other endpoints take it.
             * @example d99b0008-a8e1-57d6-a39c-6d0d45a3e719
             */
            userId: string;
        };
        /** @description A page of users, the oldest first. */
        UserList: {
            metadata: components["schemas"]["PageMetadata"];
            /** @description The users of this page. */
            users: components["schemas"]["User"][];
        };
        /** @description A user and how its verification stands. */
        UserWithVerification: {
            /**
             * Format: date-time
             * @description When the user was registered.
             * @example 2026-03-02T14:05:06.789Z
             */
            createdAt: string;
            /**
             * @description As it was registered; null once the user is erased.
             * @example ada@users.example
             */
            email: string | null;
            /**
             * @description Given name; null once the user is erased.
             * @example Ada
             */
            firstName: string | null;
            /**
             * @description Family name; null once the user is erased.
             * @example Lovelace
             */
            lastName: string | null;
            /**
             * @description `active` once the identity is verified; an operator may suspend or close.
             * @example pending_verification
             * @enum {string}
             */
            status: "pending_verification" | "active" | "suspended" | "closed";
            /**
             * Format: uuid
             * @description The user’s id: keep it, most other endpoints take it.
             * @example d99b0008-a8e1-57d6-a39c-6d0d45a3e719
             */
            userId: string;
            /** @description How each part of the verification stands. */
            verificationStatus: {
                /**
                 * @description By the latest decided address verification.
                 * @example pending
                 * @enum {string}
                 */
                address: "pending" | "verified" | "rejected";
                /**
                 * @description Verified by onboarding.
                 * @example pending
                 * @enum {string}
                 */
                email: "pending" | "verified" | "rejected";
                /**
                 * @description By the latest decided identity verification or onboarding.
                 * @example pending
                 * @enum {string}
                 */
                identity: "pending" | "verified" | "rejected";
            };
        };
        /** @description How a verification stands. */
        Verification: {
            /**
             * @description The document that was announced at the start.
             * @example passport
             * @enum {string}
             */
            documentType: "passport" | "id_card" | "drivers_license" | "residence_permit" | "utility_bill" | "bank_statement";
            /**
             * Format: date-time
             * @description Until when documents may be uploaded.
             * @example 2026-03-09T14:05:06.789Z
             */
            expiresAt: string;
            /**
             * @description `pending` (waits for documents, until it is `expired`), `under_review`, then `approved` or `rejected`.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "under_review" | "approved" | "rejected" | "expired";
            /**
             * Format: date-time
             * @description When it last changed.
             * @example 2026-03-02T14:05:06.789Z
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description The id of the verification.
             * @example 8c033944-c529-5076-abcd-7b4587f1edac
             */
            verificationId: string;
        };
        VerifyCodeBody: {
            /**
             * @description The six digits that the authenticator app shows.
             * @example 492039
             */
            code: string;
            /**
             * Format: uuid
             * @description Whose code it is.
             * @example 0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90
             */
            userId: string;
        };
    };
    responses: {
        /** @description - `body_too_large`: The body is longer than allowed here, 16 kB to log in or to refresh tokens and 64 kB elsewhere unless said otherwise; `detail` tells how long it may be. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "body_too_large";
                    /** @constant */
                    status: 413;
                };
            };
        };
        /** @description - `https_required`: The request came over plain HTTP. */
        HttpsRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "https_required";
                    /** @constant */
                    status: 403;
                };
            };
        };
        /** @description - `internal_error`: A fault of ours: quote the request id. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "internal_error";
                    /** @constant */
                    status: 500;
                };
            };
        };
        /** @description - `invalid_token`: The token is missing, malformed, expired or revoked. */
        InvalidToken: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "invalid_token";
                    /** @constant */
                    status: 401;
                };
            };
        };
        /**
         * @description - `media_type_unsupported`: The body is not `application/json` in UTF-8.
         *     - `content_encoding_unsupported`: The body is compressed.
         */
        NoJson: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "media_type_unsupported" | "content_encoding_unsupported";
                    /** @constant */
                    status: 415;
                };
            };
        };
        /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
        NoParameters: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "validation_failed";
                    errors: (components["schemas"]["Fault"] & {
                        /** @enum {unknown} */
                        code: "parameter_unknown" | "request_malformed";
                    })[];
                    /** @constant */
                    status: 400;
                };
            };
        };
        /**
         * @description - `temporarily_unavailable`: Nothing is confirmed. Send the same again: it counts once, also if it was accepted after all.
         *     - `shutting_down`: Nothing was accepted. Send it again.
         *     - `read_model_rebuilding`: What you ask for is being put together anew.
         *     - `read_model_unavailable`: What you ask for cannot be read right now.
         */
        NotReadable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "temporarily_unavailable" | "shutting_down" | "read_model_rebuilding" | "read_model_unavailable";
                    /** @constant */
                    status: 503;
                };
            };
        };
        /** @description - `rate_limited`: Too many requests: wait as `Retry-After` says. */
        RateLimited: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "rate_limited";
                    /** @constant */
                    status: 429;
                };
            };
        };
        /**
         * @description - `temporarily_unavailable`: Nothing is confirmed. Send the same again: it counts once, also if it was accepted after all.
         *     - `shutting_down`: Nothing was accepted. Send it again.
         */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @enum {unknown} */
                    code: "temporarily_unavailable" | "shutting_down";
                    /** @constant */
                    status: 503;
                };
            };
        };
    };
    parameters: {
        /** @description Makes a repeat harmless for 24 hours: the same key and body get the first answer again. */
        "Idempotency-Key": string;
        /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
        "X-Request-Id": string;
    };
    requestBodies: never;
    headers: {
        /** @description `true` when this is the first answer, given again. */
        "Idempotent-Replayed": string;
        /** @description What is left of the limit, and when it is full again. */
        RateLimit: string;
        /** @description The limit and its window. */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before the next try. */
        "Retry-After": string;
        /** @description The scheme with which to authenticate. */
        "WWW-Authenticate": string;
        /** @description The id of this request, given or made. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys in use. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": []
                     *     }
                     */
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            400: components["responses"]["NoParameters"];
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    isLive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["NoParameters"];
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    isReady: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["NoParameters"];
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /**
             * @description - `event_store_unavailable`: The event store is out of reach.
             *     - `redis_evicts`: Redis throws keys away when its memory is full.
             *     - `temporarily_unavailable`: Nothing is confirmed. Send the same again: it counts once, also if it was accepted after all.
             *     - `shutting_down`: Nothing was accepted. Send it again.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "event_store_unavailable" | "redis_evicts" | "temporarily_unavailable" | "shutting_down";
                        /** @constant */
                        status: 503;
                    };
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["NoParameters"];
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    enableTwoFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90",
                 *       "type": "authenticator"
                 *     }
                 */
                "application/json": components["schemas"]["EnableTwoFactorBody"];
            };
        };
        responses: {
            /** @description Show it to the user, and verify a code next. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
                     *       "qrCode": "data:image/png;base64,iVBORw0KGgo…"
                     *     }
                     */
                    "application/json": components["schemas"]["TwoFactorSecret"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "field_unknown" | "parameter_unknown" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: You have no user with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /**
             * @description - `user_not_active`: The operator suspended or closed this user.
             *     - `two_factor_already_enabled`: A code of this user was right before.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_active" | "two_factor_already_enabled";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `type_not_supported`: See the field that `errors` names.
             *     - `content_unacceptable`: More than one field is not acceptable; `errors` names each.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "type_not_supported" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_not_supported";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyTwoFactorCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90",
                 *       "code": "492039"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyCodeBody"];
            };
        };
        responses: {
            /** @description Judged: see `verified`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verified": true,
                     *       "timestamp": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TwoFactorVerification"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "field_unknown" | "parameter_unknown" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: You have no user with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /** @description - `two_factor_not_enabled`: No secret was issued for this user. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "two_factor_not_enabled";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `code_invalid`: Not six digits. This does not count as a wrong code.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `content_unacceptable`: More than one field is not acceptable; `errors` names each.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "code_invalid" | "text_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "code_invalid" | "text_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            /**
             * @description - `too_many_attempts`: Five wrong codes for this user in 5 minutes.
             *     - `rate_limited`: Too many requests: wait as `Retry-After` says.
             */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "too_many_attempts" | "rate_limited";
                        /** @constant */
                        status: 429;
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "integration@partner.example",
                 *       "password": "correct-horse-battery"
                 *     }
                 */
                "application/json": components["schemas"]["LogInBody"];
            };
        };
        responses: {
            /** @description Logged in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "partnerUserId": "49d36070-4d3d-5089-82e2-fe2facd96abe",
                     *       "partnerId": "f4f5e9cb-7679-56b8-821f-ef2fd5345785",
                     *       "email": "integration@partner.example",
                     *       "authToken": "eyJhbGciOiJFUzI1NiJ9…",
                     *       "refreshToken": "29de0de9-343a-511f-851f-116adae5eb01",
                     *       "expiration": "2026-03-02T14:35:06.789+00:00"
                     *     }
                     */
                    "application/json": components["schemas"]["LoginResult"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "field_unknown" | "parameter_unknown" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            /** @description - `invalid_credentials`: The API key or the password is not valid. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "invalid_credentials";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: The API key is good, but you have no user with this e-mail. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
             *     - `length_invalid`: See the field that `errors` names.
             *     - `content_unacceptable`: More than one field is not acceptable; `errors` names each.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "text_invalid" | "length_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "length_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            /**
             * @description - `too_many_attempts`: Five wrong passwords for this user, or fifty failures with this API key, in 15 minutes.
             *     - `rate_limited`: Too many requests: wait as `Retry-After` says.
             */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "too_many_attempts" | "rate_limited";
                        /** @constant */
                        status: 429;
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Logged out. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NoParameters"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "authToken": "eyJhbGciOiJFUzI1NiJ9…",
                 *       "refreshToken": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshTokenBody"];
            };
        };
        responses: {
            /** @description New tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "partnerUserId": "49d36070-4d3d-5089-82e2-fe2facd96abe",
                     *       "partnerId": "f4f5e9cb-7679-56b8-821f-ef2fd5345785",
                     *       "email": "integration@partner.example",
                     *       "authToken": "eyJhbGciOiJFUzI1NiJ9…",
                     *       "refreshToken": "29de0de9-343a-511f-851f-116adae5eb01",
                     *       "expiration": "2026-03-02T14:35:06.789+00:00"
                     *     }
                     */
                    "application/json": components["schemas"]["LoginResult"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "field_unknown" | "parameter_unknown" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
             *     - `length_invalid`: See the field that `errors` names.
             *     - `content_unacceptable`: More than one field is not acceptable; `errors` names each.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "text_invalid" | "length_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "length_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat harmless for 24 hours: the same key and body get the first answer again. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90",
                 *       "verificationType": "identity",
                 *       "documentType": "passport",
                 *       "country": "US"
                 *     }
                 */
                "application/json": components["schemas"]["StartVerificationBody"];
            };
        };
        responses: {
            /** @description Started. */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verificationId": "8c033944-c529-5076-abcd-7b4587f1edac",
                     *       "status": "pending",
                     *       "createdAt": "2026-03-02T14:05:06.789Z",
                     *       "expiresAt": "2026-03-09T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StartedVerification"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "field_unknown" | "parameter_unknown" | "header_invalid" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: You have no user with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /**
             * @description - `user_not_active`: The operator suspended or closed this user.
             *     - `verification_in_progress`: Another one of this type is open for this user.
             *     - `idempotency_key_in_use`: The first request under this `Idempotency-Key` still runs.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_active" | "verification_in_progress" | "idempotency_key_in_use";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `invalid_document_format`: Not such a type, or no document that proves it.
             *     - `country_invalid`: Not an ISO 3166-1 alpha-2 code.
             *     - `idempotency_key_reused`: This `Idempotency-Key` came with another body before.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `content_unacceptable`: More than one field is not acceptable; `errors` names each.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "invalid_document_format" | "country_invalid" | "idempotency_key_reused" | "text_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "invalid_document_format" | "country_invalid" | "idempotency_key_reused" | "text_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id of the verification. */
                verificationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verification. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verificationId": "8c033944-c529-5076-abcd-7b4587f1edac",
                     *       "status": "pending",
                     *       "documentType": "passport",
                     *       "updatedAt": "2026-03-02T14:05:06.789Z",
                     *       "expiresAt": "2026-03-09T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Verification"];
                };
            };
            400: components["responses"]["NoParameters"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `verification_not_found`: You have no verification with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "verification_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    uploadDocuments: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat harmless for 24 hours: the same key and body get the first answer again. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id of the verification. */
                verificationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "documentType": "passport",
                 *       "files": [
                 *         {
                 *           "type": "front",
                 *           "content": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg=="
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UploadDocumentsBody"];
            };
        };
        responses: {
            /** @description Uploaded; the review has begun. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verificationId": "8c033944-c529-5076-abcd-7b4587f1edac",
                     *       "status": "pending",
                     *       "updatedAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedVerification"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "field_unknown" | "parameter_unknown" | "header_invalid" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `verification_not_found`: You have no verification with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "verification_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /** @description - `request_timeout`: Less than 16 kB a second came, or not all in a minute. */
            408: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "request_timeout";
                        /** @constant */
                        status: 408;
                    };
                };
            };
            /**
             * @description - `user_not_active`: The operator suspended or closed this user.
             *     - `verification_expired`: It has expired: start another one.
             *     - `verification_under_review`: Documents were uploaded already.
             *     - `verification_closed`: It was decided.
             *     - `idempotency_key_in_use`: The first request under this `Idempotency-Key` still runs.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_active" | "verification_expired" | "verification_under_review" | "verification_closed" | "idempotency_key_in_use";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `invalid_document_format`: No acceptable image, side or document; or not the announced document.
             *     - `idempotency_key_reused`: This `Idempotency-Key` came with another body before.
             *     - `content_unacceptable`: More than one field is not acceptable; `errors` names each.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "invalid_document_format" | "idempotency_key_reused" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "invalid_document_format" | "idempotency_key_reused";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /**
             * @description - `identity_provider_unavailable`: The identity provider does not answer.
             *     - `uploads_busy`: Too many large uploads at once.
             *     - `temporarily_unavailable`: Nothing is confirmed. Send the same again: it counts once, also if it was accepted after all.
             *     - `shutting_down`: Nothing was accepted. Send it again.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "identity_provider_unavailable" | "uploads_busy" | "temporarily_unavailable" | "shutting_down";
                        /** @constant */
                        status: 503;
                    };
                };
            };
        };
    };
    listFundingTransactions: {
        parameters: {
            query?: {
                /** @description Only the one with this id of yours. */
                externalId?: string;
                /** @description The largest number of objects in the answer. */
                limit?: number;
                /** @description How many objects to skip. */
                offset?: number;
                /** @description Only deposits that stand so now. */
                status?: "pending" | "processing" | "completed" | "failed" | "reversed";
                /** @description Only those of this user. */
                userId?: string;
            };
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transactions": [
                     *         {
                     *           "id": "6f6d7e1c-9e59-552a-9b53-e8e7183a298d",
                     *           "userId": "f36408bd-2621-5851-988a-2a12295955b1",
                     *           "direction": "DEPOSIT",
                     *           "amount": 250,
                     *           "fee": 1.5,
                     *           "netAmount": 248.5,
                     *           "partnerId": "f4f5e9cb-7679-56b8-821f-ef2fd5345785",
                     *           "externalId": "deposit-0001",
                     *           "status": "pending",
                     *           "statusReason": "",
                     *           "createdAt": "2026-03-02T14:05:06.789Z",
                     *           "updatedAt": "2026-03-02T14:05:06.789Z",
                     *           "completedAt": "2026-03-02T14:05:06.789Z"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "total": 1,
                     *         "limit": 100,
                     *         "offset": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FundingTransactions"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "word_unknown" | "count_invalid" | "id_invalid" | "length_invalid" | "parameter_unknown" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    requestDeposit: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat harmless for 24 hours: the same key and body get the first answer again. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90",
                 *       "direction": "DEPOSIT",
                 *       "amount": "250.00",
                 *       "externalId": "deposit-0001"
                 *     }
                 */
                "application/json": components["schemas"]["RequestDepositBody"];
            };
        };
        responses: {
            /** @description What this `externalId` made before, in its present state. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6f6d7e1c-9e59-552a-9b53-e8e7183a298d",
                     *       "userId": "f36408bd-2621-5851-988a-2a12295955b1",
                     *       "direction": "DEPOSIT",
                     *       "amount": 250,
                     *       "fee": 1.5,
                     *       "netAmount": 248.5,
                     *       "partnerId": "f4f5e9cb-7679-56b8-821f-ef2fd5345785",
                     *       "externalId": "deposit-0001",
                     *       "status": "pending",
                     *       "statusReason": "",
                     *       "createdAt": "2026-03-02T14:05:06.789Z",
                     *       "updatedAt": "2026-03-02T14:05:06.789Z",
                     *       "completedAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FundingTransaction"];
                };
            };
            /** @description Accepted; follow its `status`. */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6f6d7e1c-9e59-552a-9b53-e8e7183a298d",
                     *       "userId": "f36408bd-2621-5851-988a-2a12295955b1",
                     *       "direction": "DEPOSIT",
                     *       "amount": 250,
                     *       "fee": 1.5,
                     *       "netAmount": 248.5,
                     *       "partnerId": "f4f5e9cb-7679-56b8-821f-ef2fd5345785",
                     *       "externalId": "deposit-0001",
                     *       "status": "pending",
                     *       "statusReason": "",
                     *       "createdAt": "2026-03-02T14:05:06.789Z",
                     *       "updatedAt": "2026-03-02T14:05:06.789Z",
                     *       "completedAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FundingTransaction"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "field_unknown" | "parameter_unknown" | "header_invalid" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: You have no user with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /**
             * @description - `external_id_already_exists`: This `externalId` was used with other content.
             *     - `user_not_active`: The operator suspended or closed this user.
             *     - `broker_account_not_active`: Wait until `brokerAccountStatus` of the trader profile is `ACTIVE`.
             *     - `broker_account_restricted`: The broker holds the account though it is `ACTIVE`: `statusReason` of the trader profile says what holds it.
             *     - `idempotency_key_in_use`: The first request under this `Idempotency-Key` still runs.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "external_id_already_exists" | "user_not_active" | "broker_account_not_active" | "broker_account_restricted" | "idempotency_key_in_use";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `amount_invalid`: Not an amount, or not more than the fee.
             *     - `direction_not_supported`: Only `DEPOSIT` is.
             *     - `limit_exceeded`: More than your limit for one transaction or one day.
             *     - `idempotency_key_reused`: This `Idempotency-Key` came with another body before.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `length_invalid`: See the field that `errors` names.
             *     - `content_unacceptable`: More than one field is not acceptable; `errors` names each.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "amount_invalid" | "direction_not_supported" | "limit_exceeded" | "idempotency_key_reused" | "text_invalid" | "length_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "amount_invalid" | "direction_not_supported" | "limit_exceeded" | "idempotency_key_reused" | "text_invalid" | "length_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFundingTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id of the transaction. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "6f6d7e1c-9e59-552a-9b53-e8e7183a298d",
                     *       "userId": "f36408bd-2621-5851-988a-2a12295955b1",
                     *       "direction": "DEPOSIT",
                     *       "amount": 250,
                     *       "fee": 1.5,
                     *       "netAmount": 248.5,
                     *       "partnerId": "f4f5e9cb-7679-56b8-821f-ef2fd5345785",
                     *       "externalId": "deposit-0001",
                     *       "status": "pending",
                     *       "statusReason": "",
                     *       "createdAt": "2026-03-02T14:05:06.789Z",
                     *       "updatedAt": "2026-03-02T14:05:06.789Z",
                     *       "completedAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FundingTransaction"];
                };
            };
            400: components["responses"]["NoParameters"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `transaction_not_found`: You have no transaction with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "transaction_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    issueOnboardingSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The user to onboard. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dateOfBirth": "1990-05-15",
                 *       "gender": "F",
                 *       "maritalStatus": "S",
                 *       "state": "CA",
                 *       "city": "San Francisco",
                 *       "addressLine1": "1 Market Street",
                 *       "addressLine2": "Apt 5",
                 *       "zipCode": "94105"
                 *     }
                 */
                "application/json": components["schemas"]["SessionBody"];
            };
        };
        responses: {
            /** @description A new session. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "vtok_UxM6Vbvk2Rcy1gzcSuXgk3sj3L9I0pAnNH",
                     *       "link": "https://verify.example/#vtok_UxM6",
                     *       "expiresAt": "2026-03-02T14:35:06.789+00:00"
                     *     }
                     */
                    "application/json": components["schemas"]["OnboardingSession"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "field_unknown" | "parameter_unknown" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: You have no user with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /**
             * @description - `user_not_active`: The operator suspended or closed this user.
             *     - `onboarding_completed`: This user has completed onboarding, and the broker did not refuse the account.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_active" | "onboarding_completed";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `date_invalid`: Not a real date, YYYY-MM-DD.
             *     - `user_too_young`: Younger than 18.
             *     - `gender_invalid`: Not one of the codes.
             *     - `marital_status_invalid`: Not one of the codes.
             *     - `zip_code_invalid`: Not a postal code.
             *     - `length_invalid`: Too long, or blank.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `content_unacceptable`: More than one field is not acceptable; `errors` names each.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "date_invalid" | "user_too_young" | "gender_invalid" | "marital_status_invalid" | "zip_code_invalid" | "length_invalid" | "text_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "date_invalid" | "user_too_young" | "gender_invalid" | "marital_status_invalid" | "zip_code_invalid" | "length_invalid" | "text_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /**
             * @description - `identity_provider_unavailable`: The identity provider does not answer.
             *     - `temporarily_unavailable`: Nothing is confirmed. Send the same again: it counts once, also if it was accepted after all.
             *     - `shutting_down`: Nothing was accepted. Send it again.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "identity_provider_unavailable" | "temporarily_unavailable" | "shutting_down";
                        /** @constant */
                        status: 503;
                    };
                };
            };
        };
    };
    getTraderProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The user whose profile it is. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5e3f202f-f1f3-5941-8369-aba84afeecde",
                     *       "userId": "4aa9d3bb-d4de-53e0-b6a5-77e4315e625f",
                     *       "country": "USA",
                     *       "countryOfTaxResidence": "USA",
                     *       "countryOfBirth": "USA",
                     *       "countryOfCitizenship": "USA",
                     *       "countryName": "United States of America",
                     *       "state": "CA",
                     *       "stateName": "California",
                     *       "city": "San Francisco",
                     *       "phone": "+14155550123",
                     *       "emailAddress": "ada@example.com",
                     *       "legalFirstName": "Ada",
                     *       "legalLastName": "Lovelace",
                     *       "dateOfBirth": "1990-05-15T00:00:00",
                     *       "taxID": "*****6789",
                     *       "residentialAddress": "1 Market Street",
                     *       "unitAptNumber": "Apt 5",
                     *       "postalCode": "94105",
                     *       "permanentResident": true,
                     *       "isVisaHolder": false,
                     *       "visaType": "H1B",
                     *       "visaExpirationDate": "2028-01-31",
                     *       "dateOfDepartureFromUSA": "2028-01-31",
                     *       "annualHouseholdIncomeRange": "50K_100K",
                     *       "investibleLiquidAssetsRange": "50K_100K",
                     *       "accountFundingSource": "EMPLOYMENT_INCOME",
                     *       "employmentStatus": "EMPLOYED",
                     *       "nameOfEmployer": "Analytical Engines",
                     *       "employerAddress": "2 Market Street",
                     *       "occupationJobTitle": "Engineer",
                     *       "trustedContactFirstName": "Grace",
                     *       "trustedContactLastName": "Hopper",
                     *       "trustedContactEmailAddress": "grace@example.com",
                     *       "trustedContactPhoneNumber": "+14155550124",
                     *       "isAffiliatedExchangeOrFinra": false,
                     *       "isControlPerson": false,
                     *       "isPoliticallyExposed": false,
                     *       "inmediateFamilyExposed": false,
                     *       "gender": "F",
                     *       "maritalStatus": "S",
                     *       "dateCreated": "2026-03-02T14:05:06.789",
                     *       "dateModified": "2026-03-02T14:05:07.123",
                     *       "brokerAccountNumber": "936253751",
                     *       "brokerAccountStatus": "ACTIVE",
                     *       "statusReason": "The broker has blocked trading in the account"
                     *     }
                     */
                    "application/json": components["schemas"]["TraderProfile"];
                };
            };
            400: components["responses"]["NoParameters"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /**
             * @description - `user_not_found`: You have no user with this id.
             *     - `trader_profile_not_found`: Onboarding is not completed for this user.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_found" | "trader_profile_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    listTradingCountries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       "DEU",
                     *       "GBR",
                     *       "USA"
                     *     ]
                     */
                    "application/json": string[];
                };
            };
            400: components["responses"]["NoParameters"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Only the one with this id of yours. */
                externalId?: string;
                /** @description The largest number of objects in the answer. */
                limit?: number;
                /** @description How many objects to skip. */
                offset?: number;
                /** @description Only orders that stand so now. */
                status?: "pending" | "submitted" | "accepted" | "partially_filled" | "filled" | "rejected" | "canceled" | "expired";
                /** @description Only those of this user. */
                userId?: string;
            };
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orders": [
                     *         {
                     *           "id": "e8b1ce2c-9e08-5a64-8f6d-81064c4e1158",
                     *           "userId": "d06e323c-9518-5774-a4c5-f36d4862a3a5",
                     *           "symbol": "AAPL",
                     *           "qty": 0,
                     *           "ammount": 100,
                     *           "commission": 0,
                     *           "side": "buy",
                     *           "status": "pending",
                     *           "externalId": "order-0001",
                     *           "statusReason": "",
                     *           "filledQty": 0,
                     *           "filledAvgPrice": 200,
                     *           "createdAt": "2026-03-02T14:05:06.789Z",
                     *           "updatedAt": "2026-03-02T14:05:06.789Z"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "total": 1,
                     *         "limit": 100,
                     *         "offset": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Orders"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "word_unknown" | "count_invalid" | "id_invalid" | "length_invalid" | "parameter_unknown" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat harmless for 24 hours: the same key and body get the first answer again. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90",
                 *       "symbol": "AAPL",
                 *       "qty": 0,
                 *       "amount": 100,
                 *       "side": "buy",
                 *       "externalId": "order-0001"
                 *     }
                 */
                "application/json": components["schemas"]["PlaceOrderBody"];
            };
        };
        responses: {
            /** @description What this `externalId` made before, in its present state. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "e8b1ce2c-9e08-5a64-8f6d-81064c4e1158",
                     *       "userId": "d06e323c-9518-5774-a4c5-f36d4862a3a5",
                     *       "symbol": "AAPL",
                     *       "qty": 0,
                     *       "ammount": 100,
                     *       "commission": 0,
                     *       "side": "buy",
                     *       "status": "pending",
                     *       "externalId": "order-0001",
                     *       "statusReason": "",
                     *       "filledQty": 0,
                     *       "filledAvgPrice": 200,
                     *       "createdAt": "2026-03-02T14:05:06.789Z",
                     *       "updatedAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description Accepted; follow its `status`. */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "e8b1ce2c-9e08-5a64-8f6d-81064c4e1158",
                     *       "userId": "d06e323c-9518-5774-a4c5-f36d4862a3a5",
                     *       "symbol": "AAPL",
                     *       "qty": 0,
                     *       "ammount": 100,
                     *       "commission": 0,
                     *       "side": "buy",
                     *       "status": "pending",
                     *       "externalId": "order-0001",
                     *       "statusReason": "",
                     *       "filledQty": 0,
                     *       "filledAvgPrice": 200,
                     *       "createdAt": "2026-03-02T14:05:06.789Z",
                     *       "updatedAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "field_unknown" | "parameter_unknown" | "header_invalid" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: You have no user with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /**
             * @description - `external_id_already_exists`: This `externalId` was used with other content.
             *     - `user_not_active`: The operator suspended or closed this user.
             *     - `broker_account_not_active`: Wait until `brokerAccountStatus` of the trader profile is `ACTIVE`.
             *     - `broker_account_restricted`: The broker holds the account though it is `ACTIVE`: `statusReason` of the trader profile says what holds it.
             *     - `idempotency_key_in_use`: The first request under this `Idempotency-Key` still runs.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "external_id_already_exists" | "user_not_active" | "broker_account_not_active" | "broker_account_restricted" | "idempotency_key_in_use";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `symbol_invalid`: Not a ticker symbol.
             *     - `side_invalid`: Neither `buy` nor `sell`.
             *     - `qty_invalid`: Negative, too large or too fine.
             *     - `amount_invalid`: Negative, too large, too fine, or a buy below 1.00.
             *     - `qty_or_amount`: Both or neither of qty and amount.
             *     - `idempotency_key_reused`: This `Idempotency-Key` came with another body before.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `length_invalid`: See the field that `errors` names.
             *     - `content_unacceptable`: More than one field is not acceptable; `errors` names each.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "symbol_invalid" | "side_invalid" | "qty_invalid" | "amount_invalid" | "qty_or_amount" | "idempotency_key_reused" | "text_invalid" | "length_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "symbol_invalid" | "side_invalid" | "qty_invalid" | "amount_invalid" | "qty_or_amount" | "idempotency_key_reused" | "text_invalid" | "length_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id of the order. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "e8b1ce2c-9e08-5a64-8f6d-81064c4e1158",
                     *       "userId": "d06e323c-9518-5774-a4c5-f36d4862a3a5",
                     *       "symbol": "AAPL",
                     *       "qty": 0,
                     *       "ammount": 100,
                     *       "commission": 0,
                     *       "side": "buy",
                     *       "status": "pending",
                     *       "externalId": "order-0001",
                     *       "statusReason": "",
                     *       "filledQty": 0,
                     *       "filledAvgPrice": 200,
                     *       "createdAt": "2026-03-02T14:05:06.789Z",
                     *       "updatedAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["NoParameters"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `order_not_found`: You have no order with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "order_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    cancelOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id of the order. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Noted; follow its `status`. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "e8b1ce2c-9e08-5a64-8f6d-81064c4e1158",
                     *       "userId": "d06e323c-9518-5774-a4c5-f36d4862a3a5",
                     *       "symbol": "AAPL",
                     *       "qty": 0,
                     *       "ammount": 100,
                     *       "commission": 0,
                     *       "side": "buy",
                     *       "status": "pending",
                     *       "externalId": "order-0001",
                     *       "statusReason": "",
                     *       "filledQty": 0,
                     *       "filledAvgPrice": 200,
                     *       "createdAt": "2026-03-02T14:05:06.789Z",
                     *       "updatedAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Order"];
                };
            };
            400: components["responses"]["NoParameters"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `order_not_found`: You have no order with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "order_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /** @description - `order_final`: It is filled, rejected, canceled or expired already. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "order_final";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSettlements: {
        parameters: {
            query?: {
                /** @description The largest number of objects in the answer. */
                limit?: number;
                /** @description How many objects to skip. */
                offset?: number;
                /** @description Only periods in this state. */
                status?: "open" | "closed" | "settled" | "overdue";
            };
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "settlements": [
                     *         {
                     *           "id": "ed4b4952-ddf8-5d71-8b7c-1fda707300cc",
                     *           "partnerId": "f4f5e9cb-7679-56b8-821f-ef2fd5345785",
                     *           "status": "open",
                     *           "opensAt": "2026-03-02T05:00:00.120Z",
                     *           "cutOffAt": "2026-03-03T05:00:00.080Z",
                     *           "closedAt": "2026-03-03T05:00:00.480Z",
                     *           "dueAt": "2026-03-05T05:00:00.000Z",
                     *           "count": 3,
                     *           "gross": "750.00",
                     *           "fees": "4.50",
                     *           "net": "745.50",
                     *           "adjustments": "-100.00",
                     *           "carried": "50.00",
                     *           "due": "650.00",
                     *           "received": "400.00",
                     *           "outstanding": "200.00",
                     *           "inFlight": {
                     *             "count": 1,
                     *             "amount": "50.00"
                     *           }
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "total": 1,
                     *         "limit": 100,
                     *         "offset": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SettlementList"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "word_unknown" | "count_invalid" | "parameter_unknown" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    getSettlement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id of the period. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The period. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ed4b4952-ddf8-5d71-8b7c-1fda707300cc",
                     *       "partnerId": "f4f5e9cb-7679-56b8-821f-ef2fd5345785",
                     *       "status": "open",
                     *       "opensAt": "2026-03-02T05:00:00.120Z",
                     *       "cutOffAt": "2026-03-03T05:00:00.080Z",
                     *       "closedAt": "2026-03-03T05:00:00.480Z",
                     *       "dueAt": "2026-03-05T05:00:00.000Z",
                     *       "count": 3,
                     *       "gross": "750.00",
                     *       "fees": "4.50",
                     *       "net": "745.50",
                     *       "adjustments": "-100.00",
                     *       "carried": "50.00",
                     *       "due": "650.00",
                     *       "received": "400.00",
                     *       "outstanding": "200.00",
                     *       "inFlight": {
                     *         "count": 1,
                     *         "amount": "50.00"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Settlement"];
                };
            };
            400: components["responses"]["NoParameters"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `settlement_not_found`: You have no period with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "settlement_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    getStatement: {
        parameters: {
            query?: {
                /** @description The largest number of objects in the answer. */
                limit?: number;
                /** @description How many objects to skip. */
                offset?: number;
            };
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id of the period. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page, or the whole as CSV. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "lines": [
                     *         {
                     *           "type": "deposit",
                     *           "transactionId": "ddf2194f-dfda-513a-81bf-39e6ebd58c58",
                     *           "externalId": "deposit-4711",
                     *           "userId": "1c16dd51-6307-59d2-9adb-8bab8323edb9",
                     *           "gross": "100.00",
                     *           "fee": "1.50",
                     *           "net": "98.50",
                     *           "completedAt": "2026-03-02T14:05:06.789Z",
                     *           "journalId": "6d2cba43-cb57-4534-9603-a6e159167c0a"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "total": 1,
                     *         "limit": 100,
                     *         "offset": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Statement"];
                    "text/csv": components["schemas"]["StatementFile"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "count_invalid" | "parameter_unknown" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `settlement_not_found`: You have no period with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "settlement_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    findRegisteredUser: {
        parameters: {
            query: {
                /** @description Your own id for the user. */
                externalId: string;
            };
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "d99b0008-a8e1-57d6-a39c-6d0d45a3e719",
                     *       "partnerId": "0d7a2c35-648e-5cb0-85a0-f1f132794fd9",
                     *       "externalId": "customer-4711",
                     *       "name": "Ada",
                     *       "familyName": "Lovelace",
                     *       "email": "ada@users.example",
                     *       "phone": "+12025550143",
                     *       "countryCode": "USA",
                     *       "dateCreated": "2026-03-02T14:05:06.789Z",
                     *       "dateModified": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RegisteredUser"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "length_invalid" | "parameter_unknown" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: You have no user with this externalId. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    registerUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat harmless for 24 hours: the same key and body get the first answer again. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "externalId": "customer-4712",
                 *       "name": "Alan",
                 *       "familyName": "Turing",
                 *       "email": "alan@users.example",
                 *       "countryCode": "USA"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterUserBody"];
            };
        };
        responses: {
            /** @description The user that this `externalId` stands for already. */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "d99b0008-a8e1-57d6-a39c-6d0d45a3e719",
                     *       "partnerId": "0d7a2c35-648e-5cb0-85a0-f1f132794fd9",
                     *       "externalId": "customer-4711",
                     *       "name": "Ada",
                     *       "familyName": "Lovelace",
                     *       "email": "ada@users.example",
                     *       "phone": "+12025550143",
                     *       "countryCode": "USA",
                     *       "dateCreated": "2026-03-02T14:05:06.789Z",
                     *       "dateModified": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RegisteredUser"];
                };
            };
            /** @description The new user. */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "d99b0008-a8e1-57d6-a39c-6d0d45a3e719",
                     *       "partnerId": "0d7a2c35-648e-5cb0-85a0-f1f132794fd9",
                     *       "externalId": "customer-4711",
                     *       "name": "Ada",
                     *       "familyName": "Lovelace",
                     *       "email": "ada@users.example",
                     *       "phone": "+12025550143",
                     *       "countryCode": "USA",
                     *       "dateCreated": "2026-03-02T14:05:06.789Z",
                     *       "dateModified": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RegisteredUser"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "field_unknown" | "parameter_unknown" | "header_invalid" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /**
             * @description - `email_already_exists`: Another of your users has this e-mail.
             *     - `external_id_already_exists`: A user was registered under it otherwise.
             *     - `idempotency_key_in_use`: The first request under this `Idempotency-Key` still runs.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "email_already_exists" | "external_id_already_exists" | "idempotency_key_in_use";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `country_not_supported`: There is no trading with this country.
             *     - `idempotency_key_reused`: This `Idempotency-Key` came with another body before.
             *     - `length_invalid`: See the field that `errors` names.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `name_invalid`: See the field that `errors` names.
             *     - `email_invalid`: See the field that `errors` names.
             *     - `content_unacceptable`: More than one field is not acceptable; `errors` names each.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "country_not_supported" | "idempotency_key_reused" | "length_invalid" | "text_invalid" | "name_invalid" | "email_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "country_not_supported" | "idempotency_key_reused" | "length_invalid" | "text_invalid" | "name_invalid" | "email_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRegisteredUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The user’s id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "d99b0008-a8e1-57d6-a39c-6d0d45a3e719",
                     *       "partnerId": "0d7a2c35-648e-5cb0-85a0-f1f132794fd9",
                     *       "externalId": "customer-4711",
                     *       "name": "Ada",
                     *       "familyName": "Lovelace",
                     *       "email": "ada@users.example",
                     *       "phone": "+12025550143",
                     *       "countryCode": "USA",
                     *       "dateCreated": "2026-03-02T14:05:06.789Z",
                     *       "dateModified": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RegisteredUser"];
                };
            };
            400: components["responses"]["NoParameters"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: You have no user with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The largest number of objects in the answer. */
                limit?: number;
                /** @description How many objects to skip. */
                offset?: number;
                /** @description Only users of this status. */
                status?: "pending" | "active" | "suspended" | "closed";
            };
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "users": [
                     *         {
                     *           "userId": "d99b0008-a8e1-57d6-a39c-6d0d45a3e719",
                     *           "email": "ada@users.example",
                     *           "firstName": "Ada",
                     *           "lastName": "Lovelace",
                     *           "status": "pending_verification",
                     *           "createdAt": "2026-03-02T14:05:06.789Z"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "total": 1,
                     *         "limit": 100,
                     *         "offset": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserList"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "word_unknown" | "count_invalid" | "parameter_unknown" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat harmless for 24 hours: the same key and body get the first answer again. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@users.example",
                 *       "firstName": "Grace",
                 *       "lastName": "Hopper",
                 *       "dateOfBirth": "1990-12-10",
                 *       "country": "US",
                 *       "phoneNumber": "+12025550144"
                 *     }
                 */
                "application/json": components["schemas"]["CreateUserBody"];
            };
        };
        responses: {
            /** @description The new user, which waits for its identity to be verified. */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "userId": "d99b0008-a8e1-57d6-a39c-6d0d45a3e719",
                     *       "email": "ada@users.example",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "status": "pending_verification",
                     *       "createdAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "field_unknown" | "parameter_unknown" | "header_invalid" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /**
             * @description - `email_already_exists`: Another of your users has this e-mail.
             *     - `idempotency_key_in_use`: The first request under this `Idempotency-Key` still runs.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "email_already_exists" | "idempotency_key_in_use";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `country_not_supported`: There is no trading with this country.
             *     - `date_invalid`: No real date of birth.
             *     - `user_too_young`: Under 18 today (UTC).
             *     - `idempotency_key_reused`: This `Idempotency-Key` came with another body before.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `email_invalid`: See the field that `errors` names.
             *     - `name_invalid`: See the field that `errors` names.
             *     - `phone_invalid`: See the field that `errors` names.
             *     - `content_unacceptable`: More than one field is not acceptable; `errors` names each.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "country_not_supported" | "date_invalid" | "user_too_young" | "idempotency_key_reused" | "text_invalid" | "email_invalid" | "name_invalid" | "phone_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "country_not_supported" | "date_invalid" | "user_too_young" | "idempotency_key_reused" | "text_invalid" | "email_invalid" | "name_invalid" | "phone_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The user’s id. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user and how its verification stands. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "userId": "d99b0008-a8e1-57d6-a39c-6d0d45a3e719",
                     *       "email": "ada@users.example",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "status": "pending_verification",
                     *       "createdAt": "2026-03-02T14:05:06.789Z",
                     *       "verificationStatus": {
                     *         "email": "pending",
                     *         "identity": "pending",
                     *         "address": "pending"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UserWithVerification"];
                };
            };
            400: components["responses"]["NoParameters"];
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: You have no user with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The user’s id. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "firstName": "Ada",
                 *       "lastName": "King",
                 *       "phoneNumber": "+12025550143"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUserBody"];
            };
        };
        responses: {
            /** @description The user after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "userId": "d99b0008-a8e1-57d6-a39c-6d0d45a3e719",
                     *       "email": "ada@users.example",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "status": "pending_verification",
                     *       "updatedAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["UpdatedUser"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "type_invalid" | "field_missing" | "field_unknown" | "parameter_unknown" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            401: components["responses"]["InvalidToken"];
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: You have no user with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /** @description - `user_not_active`: The user was erased. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_not_active";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `name_invalid`: See the field that `errors` names.
             *     - `phone_invalid`: See the field that `errors` names.
             *     - `content_unacceptable`: More than one field is not acceptable; `errors` names each.
             */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "name_invalid" | "phone_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "name_invalid" | "phone_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            /**
             * @description - `too_many_changes`: The details of a user can be changed 100 times a day (UTC).
             *     - `rate_limited`: Too many requests: wait as `Retry-After` says.
             */
            429: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "too_many_changes" | "rate_limited";
                        /** @constant */
                        status: 429;
                    };
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    receiveIdentityNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "onboarding.completed"
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Kept. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "received": true
                     *     }
                     */
                    "application/json": components["schemas"]["NotificationReceived"];
                };
            };
            /** @description - `validation_failed`: The request does not have the right shape; `errors` names every fault. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "validation_failed";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "parameter_unknown" | "json_malformed" | "json_too_deep" | "json_too_large" | "field_repeated" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            /** @description - `signature_invalid`: The signature is wrong or too old. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "signature_invalid";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /**
             * @description - `identity_provider_unavailable`: Deliver it again.
             *     - `temporarily_unavailable`: Nothing is confirmed. Send the same again: it counts once, also if it was accepted after all.
             *     - `shutting_down`: Nothing was accepted. Send it again.
             */
            503: {
                headers: {
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "identity_provider_unavailable" | "temporarily_unavailable" | "shutting_down";
                        /** @constant */
                        status: 503;
                    };
                };
            };
        };
    };
}
