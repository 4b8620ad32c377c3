// Generated from docs/staff-openapi.json by `npm run docs:openapi`: do not edit.

export interface paths {
    "/staff/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the accounts of staff
         * @description Accounts are made, reset and disabled on the command line.
         */
        get: operations["listStaffAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/accounts/{staffId}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift the lock of an account
         * @description For somebody whom failed sign-ins keep out. Earlier failures for this account count no more; those of an address go on counting.
         */
        post: operations["unlockStaff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what needs attention
         * @description What happened, since when, what was tried and what can be done. An entry goes when what it is about goes on.
         */
        get: operations["listAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/attention/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close an entry
         * @description Ends a deposit or an order that cannot go on; `closing` of the entry says what that means. All else is refused with what to do instead.
         */
        post: operations["closeAttention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/attention/look-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the provider about an entry
         * @description How it has the thing now. Changes nothing on either side.
         */
        post: operations["lookUpAttention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/attention/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry an entry
         * @description Its job, or the rebuild of its read models, is asked for now. Repeats are harmless: what was done is not done twice.
         */
        post: operations["retryAttention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/deposits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a deposit
         * @description In its present state, as its partner reads it.
         */
        get: operations["showDeposit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/deposits/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a deposit’s history
         * @description All that happened to it, each step with who did it and in which request. Its first event names the user.
         */
        get: operations["showDepositHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/deposits/{id}/journals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Match a journal with a deposit
         * @description For a journal between the pre-funded account and the user’s that names no deposit: it counts for this one from now on, and the books follow. It cannot be undone.
         */
        post: operations["matchJournal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/firm-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the pre-funded account
         * @description What it holds against what deposits on their way will take, as last looked at.
         */
        get: operations["getFirmAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description The account behind the session of this request.
         */
        get: operations["whoAmI"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an order
         * @description In its present state, as its partner reads it.
         */
        get: operations["showOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/orders/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an order’s history
         * @description All that happened to it, each step with who did it and in which request. Its first event names the user.
         */
        get: operations["showOrderHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how the service is doing
         * @description Figures that are kept anyway, at most a second old: a page may ask every two seconds.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List partners
         * @description In the order in which they were made; all of them, or those who are called so.
         */
        get: operations["listPartners"];
        put?: never;
        /**
         * Create a partner
         * @description With the usual terms and an open period. Give it a sign-in and a key next.
         */
        post: operations["createPartner"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a partner
         * @description Its terms, and its keys without their secrets.
         */
        get: operations["getPartner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a partner’s terms
         * @description What is left out stays as it is. Holds within a second for deposits and orders that are asked for from then on.
         */
        patch: operations["configurePartner"];
        trace?: never;
    };
    "/staff/partners/{partnerId}/cut-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the open period now
         * @description Beside the schedule. Its totals are fixed within seconds. Sent twice it ends one.
         */
        post: operations["cutOffPeriod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an API key
         * @description Shown once. Two may be good at a time: hand the new one over, then revoke the old one.
         */
        post: operations["createPartnerKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}/keys/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an API key
         * @description It and the tokens got with it open nothing any more, within a second; or from the moment `at` on.
         */
        post: operations["revokePartnerKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a partner’s schedule
         * @description That of the open period, and that of those after it where it is another.
         */
        get: operations["showSchedule"];
        /**
         * Change a partner’s schedule
         * @description When periods end and transfers are due, from the next period on.
         */
        put: operations["changeSchedule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a partner’s periods
         * @description With their totals, newest first.
         */
        get: operations["listPartnerSettlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}/settlements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a period
         * @description With its totals. Those of a closed period never change.
         */
        get: operations["getPartnerSettlement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}/settlements/{id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find lines of a statement
         * @description Wherever in the period they stand.
         */
        get: operations["findPartnerLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}/settlements/{id}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the statement of a period
         * @description Page by page, or with `Accept: text/csv` or `as=csv` as one download.
         */
        get: operations["getPartnerStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a partner’s transfers
         * @description As they were recorded last, the latest 100. The view `settlement_transfers` has all.
         */
        get: operations["listPartnerTransfers"];
        put?: never;
        /**
         * Record a transfer
         * @description Money that came in from a partner. It is matched with closed periods, oldest first; the same reference and amount again changes nothing.
         */
        post: operations["recordTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}/transfers/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a transfer back
         * @description It was recorded wrongly: the periods it went to owe its amount again. Both entries stay on record. Above an amount a second person must do the same before it takes effect.
         */
        post: operations["reverseTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a partner’s sign-ins
         * @description Those of its servers and staff, in the order in which they were made.
         */
        get: operations["listPartnerUsers"];
        put?: never;
        /**
         * Create a sign-in of a partner
         * @description The password is made here and shown once.
         */
        post: operations["createPartnerUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}/users/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a sign-in of a partner
         * @description Every session of it ends within a second, and nobody logs in with it until its password is reset. A repeat changes nothing.
         */
        post: operations["disablePartnerUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/partners/{partnerId}/users/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the password of a partner’s sign-in
         * @description The new one is made here and shown once. Every session ends within a second; a disabled sign-in is good again.
         */
        post: operations["resetPartnerUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change one’s password
         * @description With the present one and a code. Every session of this account but the asking one is over.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how log and broker agree
         * @description What changed is compared every hour, and the whole of yesterday every night. A difference goes when a later run does not find it any more.
         */
        get: operations["showReconciliation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/reconciliation/differences/{id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a difference
         * @description Somebody has seen to it, or it is none. It stays away until it says something else than now.
         */
        post: operations["dismissDifference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/reconciliation/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare now
         * @description What changed since the last run, and every difference that is open, a few seconds from now. Asking again while it is waited for changes nothing.
         */
        post: operations["requestReconciliation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/settlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the periods of all partners
         * @description Overdue ones first, then closed and open ones, each by when they are due; then what is settled, partner by partner and newest first.
         */
        get: operations["listAllSettlements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Exchanges e-mail, password and one-time code for a session, which the cookie `__Host-staff` holds. It ends after 30 minutes without a request and after 12 hours in any case, unless the service is set otherwise, and with the eleventh session that begins after it.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends this session.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/sign-out-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out everywhere
         * @description Ends every session of this account.
         */
        post: operations["signOutEverywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/transfers/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import transfers
         * @description Many transfers from a bank’s file, of any partners. A preview says what each line would come to. Nothing is recorded when the file is wrong anywhere; a refused line does not stop the others; a file may be sent again.
         */
        post: operations["importTransfers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/transfers/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what waits for a second person
         * @description Transfers above an amount that one person has recorded or taken back, the oldest first, 100 at most. They take effect when a second person does the same.
         */
        get: operations["listTransferProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find users
         * @description Of all partners. What is searched for must be whole; e-mails in any case.
         */
        get: operations["findUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a user
         * @description With verifications, onboarding and trader profile. Tax ids are masked.
         */
        get: operations["showUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/users/{userId}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a user
         * @description For ever.
         */
        post: operations["closeUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/users/{userId}/deposits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user’s deposits
         * @description The oldest first.
         */
        get: operations["listUserDeposits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/users/{userId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a user
         * @description For ever, in two steps: the first says what stands in the way or answers a code, the second takes it. Books stay as they are.
         */
        post: operations["eraseUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/users/{userId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a user’s history
         * @description What happened to the user, in onboarding, and to the trader profile, each step with who did it and in which request.
         */
        get: operations["showUserHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/users/{userId}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a user’s orders
         * @description The oldest first.
         */
        get: operations["listUserOrders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/users/{userId}/reinstate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reinstate a user
         * @description Back to the status before.
         */
        post: operations["reinstateUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/users/{userId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a user
         * @description No onboarding, deposits or orders until reinstated.
         */
        post: operations["suspendUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List verifications under review
         * @description The oldest 200 of each partner; `needsReview` marks those that wait for people.
         */
        get: operations["listReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/verifications/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide a verification
         * @description One that is under review. The first decision holds.
         */
        post: operations["decideVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/staff/verifications/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a verification’s history
         * @description All that happened to it, each step with who did it and in which request. Its first event names the user.
         */
        get: operations["showVerificationHistory"];
        put?: never;
        post?: never;
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
        /** @description What the broker holds against the account. */
        AccountAtBroker: {
            /**
             * @description What holds the account though it is `ACTIVE`.
             * @example [
             *       "trading_blocked"
             *     ]
             */
            blocks: string[];
            /**
             * @description The broker’s own words, not for the partner.
             * @example rejected: WATCHLIST_HIT
             */
            reason: string | null;
        };
        /** @description What began and ended in the last hour. */
        Activity: {
            /** @description Over all partners. */
            kinds: {
                deposits: components["schemas"]["KindActivity"];
                onboardings: components["schemas"]["KindActivity"];
                orders: components["schemas"]["KindActivity"];
            };
            /** @description Sixty, the present one last; the places of all counts. */
            minutes: string[];
        };
        /** @description It is being ended. */
        AttentionClosed: {
            /**
             * @description What follows from it.
             * @example Nothing more is sent for this deposit.
             */
            follows: string;
            /**
             * @description Of the entry.
             * @example credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690
             */
            id: string;
        };
        /** @description What can be told of closing it. */
        AttentionClosing: {
            /**
             * @description What closing does, or what to do instead.
             * @example Nothing more is sent.
             */
            inWords: string;
            /**
             * @description Whether people can end it.
             * @example true
             */
            possible: boolean;
        };
        /** @description Something that does not go on as it should. */
        AttentionEntry: {
            /**
             * @description Kind of the thing it works on, such as `deposit`, `order`, `profile`.
             * @example deposit
             */
            about: string;
            /**
             * @description What it is over, null when it is not about money.
             * @example 25.00
             */
            amount: string | null;
            closing: components["schemas"]["AttentionClosing"];
            /** @description What happened to it since then, oldest first. */
            history: components["schemas"]["AttentionStep"][];
            /**
             * @description What retry, look-up and close take.
             * @example credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690
             */
            id: string;
            /**
             * @description What got stuck: work, an event that cannot be read, a read model; or what a check has found.
             * @example effect
             * @enum {string}
             */
            kind: "effect" | "event" | "read-model" | "finding";
            /**
             * @description Why it failed last, or what was found; a try that only waited for a provider does not change it.
             * @example NoAnswer: POST /v1/journals: no answer
             */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When it failed last, null when nothing failed.
             * @example 2026-03-02T14:05:06.789Z
             */
            lastTriedAt: string | null;
            /**
             * @description What can be done.
             * @example Once the cause has gone, retry it to have it tried at once.
             */
            next: string;
            /**
             * Format: uuid
             * @description Whose it is.
             * @example 0cd0a341-7963-53f6-a883-44c58dc03aa7
             */
            partnerId: string | null;
            /**
             * @description What we call the partner.
             * @example Acme
             */
            partnerName: string | null;
            /**
             * @description Since when it waits; ISO 8601 UTC.
             * @example 2026-03-02T14:05:06.789Z
             */
            since: string;
            /**
             * @description Whether it is stuck, or failed a moment ago and is being tried again.
             * @example stuck
             * @enum {string}
             */
            state: "stuck" | "failing";
            /**
             * @description Id of that thing.
             * @example 9c1b041f-124e-57fc-994f-941f66ea2690
             */
            subjectId: string;
            /**
             * @description Tries that failed since one went well.
             * @example 3
             */
            tries: number;
            /**
             * @description Whose it is; null when it is no user’s, or users cannot be read now.
             * @example null
             */
            user: components["schemas"]["AttentionUser"] | null;
            /**
             * Format: uuid
             * @description Which user’s, null when it is no user’s.
             * @example 03d1816d-6df3-5f98-8f52-dcd809605f44
             */
            userId: string | null;
            /**
             * @description The job that would bring it on.
             * @example credit-deposit
             */
            waitsFor: string | null;
        };
        /** @description What needs attention. */
        AttentionList: {
            /** @description What is stuck, the longest first, then what is failing; at most 500. */
            entries: components["schemas"]["AttentionEntry"][];
        };
        /** @description How a provider has it, now. */
        AttentionLookUp: {
            /**
             * Format: date-time
             * @description When it said so.
             * @example 2026-03-02T14:05:06.789Z
             */
            at: string;
            /**
             * @description What the provider says, one sentence.
             * @example The broker has no journal for it.
             */
            found: string;
            /**
             * @description Of the entry.
             * @example credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690
             */
            id: string;
        };
        /** @description It is tried now. */
        AttentionRetry: {
            /**
             * @description Jobs and read models that were asked.
             * @example [
             *       "credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690"
             *     ]
             */
            asked: string[];
        };
        /** @description Something that happened meanwhile. */
        AttentionStep: {
            /**
             * @description When, or for the first time.
             * @example 2026-03-02T14:05:06.789Z
             */
            at: string;
            /**
             * @description What else is known, without what is secret or personal; null of an event that cannot be read.
             * @example {
             *       "amountCents": "2500"
             *     }
             */
            data: {
                [key: string]: unknown;
            } | null;
            /**
             * @description What.
             * @example DepositStarted
             */
            event: string;
            /**
             * @description When for the last time.
             * @example 2026-03-02T14:09:06.789Z
             */
            lastAt: string;
            /**
             * @description How often in a row.
             * @example 3
             */
            times: number;
        };
        /** @description A user, as people know one. */
        AttentionUser: {
            /**
             * @description As it was registered.
             * @example ada@users.example
             */
            email: string;
            /**
             * @description Given and family name.
             * @example Ada Lovelace
             */
            name: string;
        };
        ChangePasswordBody: {
            /**
             * @description What the authenticator app shows. Each code is good once.
             * @example 492039
             */
            code: string;
            /**
             * @description The present one.
             * @example correct-horse-battery
             */
            currentPassword: string;
            /**
             * @description At least twelve characters, and nothing that is guessed soon.
             * @example staple-goose-battery-violin-correct-harbour
             */
            newPassword: string;
        };
        CloseBody: {
            /**
             * @description Of the entry.
             * @example credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690
             */
            id: string;
            /**
             * @description Kept in the log.
             * @example The partner credited it by hand
             */
            reason: string;
        };
        ConfigurePartnerBody: {
            /**
             * @description And basis points of its filled value.
             * @example 25
             */
            commissionBps?: number;
            /**
             * @description Charged for each order.
             * @example 0.50
             */
            commissionFlat?: string;
            /**
             * @description The most that a user may deposit in a day.
             * @example 250000.00
             */
            dailyLimit?: string;
            /**
             * @description And basis points of its amount.
             * @example 25
             */
            feeBps?: number;
            /**
             * @description Kept back from each deposit.
             * @example 1.00
             */
            feeFlat?: string;
            /**
             * @description The largest deposit.
             * @example 50000.00
             */
            limit?: string;
            /**
             * @description Whether the partner sees whole tax ids.
             * @example false
             */
            showTaxId?: boolean;
        };
        CreatePartnerBody: {
            /**
             * @description How we call the partner.
             * @example Acme
             */
            name: string;
        };
        /** @description The open period has ended; its totals follow. */
        CutOff: {
            /**
             * Format: uuid
             * @description The period that ended.
             * @example 95e03bd6-c0a3-53d6-ae6c-e63fc4a666ad
             */
            id: string;
        };
        CutOffBody: {
            /**
             * @description The open period.
             * @example d1f0b3a4-5c6e-5f70-8a9b-0c1d2e3f4a5b
             */
            periodId: string;
        };
        /** @description A decision that is kept. */
        DecidedVerification: {
            /**
             * Format: uuid
             * @description The verification.
             * @example 7a8c85b6-8385-5983-a928-7094d76501cf
             */
            id: string;
            /**
             * @description As it was decided.
             * @example approved
             * @enum {string}
             */
            outcome: "approved" | "rejected";
        };
        DecisionBody: {
            /**
             * @description The decision.
             * @enum {string}
             */
            outcome: "approved" | "rejected";
            /**
             * @description Kept with the decision.
             * @example Asked by the partner
             */
            reason: string;
        };
        /** @description A sign-in that opens nothing any more. */
        DisabledPartnerUser: {
            /**
             * @description As it was given; null once erased.
             * @example server@acme.example
             */
            email: string | null;
            /**
             * Format: uuid
             * @description The id of the sign-in.
             * @example 25bb3864-063b-5d75-902b-b33fff21893e
             */
            id: string;
        };
        DisablePartnerUserBody: {
            /**
             * Format: email
             * @description Of the sign-in.
             * @example server@acme.example
             */
            email: string;
            /**
             * @description Kept with the decision.
             * @example Its password was in a mail
             */
            reason: string;
        };
        DismissBody: {
            /**
             * @description As the difference was shown: one that says something else by now stays open.
             * @example 2026-03-02T15:00:00.000Z
             */
            openedAt?: string;
            /**
             * @description Kept in the log.
             * @example The partner credited it by hand
             */
            reason: string;
        };
        /** @description It is dismissed. */
        DismissedAnswer: {
            /**
             * Format: uuid
             * @description Of the difference.
             * @example a333b16d-b1f0-501a-b3c8-e79fa9afeeab
             */
            id: string;
        };
        /** @description That somebody dismissed it. */
        DismissedDifference: {
            /**
             * Format: date-time
             * @description When.
             * @example 2026-03-02T14:05:06.789Z
             */
            at: string;
            /**
             * @description Who did it.
             * @example op@example.com
             */
            by: string;
            /**
             * @description Why.
             * @example The partner credited it by hand
             */
            reason: string;
        };
        EntryBody: {
            /**
             * @description Of the entry.
             * @example credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690
             */
            id: string;
        };
        EraseBody: {
            /**
             * @description The code that the first step answered; without it nothing is changed.
             * @example 1f0c77ab
             */
            confirm?: string;
            /**
             * @description On what ground. It is kept in clear, so it names nobody.
             * @example Letter of 2 March
             */
            reason: string;
        };
        /** @description How far the erasure of a user has come. */
        Erasure: {
            /**
             * @description To be sent with the second step, null when it is done.
             * @example 1f0c77ab
             */
            confirm: string | null;
            /**
             * Format: uuid
             * @description The user.
             * @example 9f4c4af3-1809-5c0a-8a98-a198c5e78ea6
             */
            id: string;
            /**
             * Format: date-time
             * @description Until then backups from before it still hold the user.
             * @example 2026-03-02T14:05:06.789Z
             */
            inBackupsUntil: string;
            /**
             * @description Whether it is done, or waits for the second step.
             * @example to_confirm
             * @enum {string}
             */
            state: "to_confirm" | "erased";
            /** @description Who must be asked to erase as well. */
            toAsk: {
                /** @description What the provider calls the user. */
                ids: string[];
                /**
                 * @description Who has data of the user too.
                 * @example broker
                 * @enum {string}
                 */
                provider: "broker" | "identity_provider";
            }[];
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
        /** @description The pre-funded account. */
        FirmAccount: {
            /**
             * Format: date-time
             * @description When the broker was asked.
             * @example 2026-03-02T14:05:06.789Z
             */
            at: string;
            /**
             * @description What deposits on their way will take, after fees.
             * @example 2500.00
             */
            inFlight: string;
            /**
             * @description `short` does not cover what is on its way; `low` does, with less than the threshold left.
             * @example covered
             * @enum {string}
             */
            state: "covered" | "low" | "short";
            /**
             * @description What it should keep beyond that.
             * @example 10000.00
             */
            threshold: string;
            /**
             * @description What it holds.
             * @example 1000000.00
             */
            transferable: string;
        };
        /** @description The lines of a statement that carry an id. */
        FoundLines: {
            /** @description At most 100. */
            lines: components["schemas"]["StatementLine"][];
            /**
             * @description False when there may be more than these.
             * @example true
             */
            whole: boolean;
        };
        /** @description A user, in short. */
        FoundUser: {
            /**
             * Format: date-time
             * @description When the partner registered the user.
             * @example 2026-03-02T14:05:06.789Z
             */
            createdAt: string;
            /**
             * @description As it was registered; null once the user is erased.
             * @example ada@users.example
             */
            email: string | null;
            /**
             * @description The partner’s own id, null when it gave none.
             * @example user-1
             */
            externalId: string | null;
            /**
             * @description Given name; null once the user is erased.
             * @example Ada
             */
            firstName: string | null;
            /**
             * Format: uuid
             * @description The user.
             * @example 9f4c4af3-1809-5c0a-8a98-a198c5e78ea6
             */
            id: string;
            /**
             * @description Family name; null once the user is erased.
             * @example Lovelace
             */
            lastName: string | null;
            /**
             * Format: uuid
             * @description Whose user it is.
             * @example c220e701-84d1-5e43-a93a-7ca811517d2c
             */
            partnerId: string;
            /**
             * @description Where the user stands.
             * @example pending_verification
             * @enum {string}
             */
            status: "pending_verification" | "active" | "suspended" | "closed";
        };
        /** @description Users of any partner. */
        FoundUsers: {
            /** @description Those who match. */
            users: components["schemas"]["FoundUser"][];
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
        /** @description A line of the file. */
        ImportedLine: {
            /**
             * @description What came in, by the file.
             * @example 500.00
             */
            amount: string;
            /**
             * @description What was left over, or would be.
             * @example 100.00
             */
            credit: string;
            /**
             * @description From 1, the header’s.
             * @example 2
             */
            line: number;
            /** @description Periods that it went to, or would. */
            matches: components["schemas"]["TransferMatch"][];
            /**
             * @description In a preview `new`, `known` or `refused`; else `recorded`, `known`, `refused`, or `proposed` when another person must record it too.
             * @example new
             * @enum {string}
             */
            outcome: "new" | "recorded" | "known" | "refused" | "proposed";
            /**
             * @description In a preview, what the partner owes of closed periods before this line; else null.
             * @example 400.00
             */
            outstanding: string | null;
            /**
             * Format: uuid
             * @description The partner.
             * @example 68c1dfa5-32c6-5a7f-bfac-d8a3c127f059
             */
            partnerId: string;
            /**
             * @description What we call the partner, null for nobody.
             * @example Acme
             */
            partnerName: string | null;
            /**
             * @description Why it is refused, which line says the same, or that it stays taken back; else empty.
             * @example
             */
            reason: string;
            /**
             * @description The bank’s reference.
             * @example BANK-1
             */
            reference: string;
        };
        ImportTransfersBody: {
            /**
             * @description CSV with the header `partner,reference,amount`.
             * @example partner,reference,amount
             *     0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90,BANK-1,500.00
             */
            csv: string;
            /**
             * @description True to record nothing and see what would be.
             * @example true
             */
            preview: boolean;
        };
        /** @description How much of a kind there was in the last hour. */
        KindActivity: {
            /**
             * @description Asked for, in each minute.
             * @example [
             *       0,
             *       2,
             *       1
             *     ]
             */
            begun: number[];
            /**
             * @description Done as wished.
             * @example [
             *       0,
             *       2,
             *       1
             *     ]
             */
            done: number[];
            /**
             * @description Ended in another way.
             * @example [
             *       0,
             *       2,
             *       1
             *     ]
             */
            failed: number[];
            /**
             * @description How long what is done took in the middle case, within a tenth; else null.
             * @example 250
             */
            medianMs: number | null;
        };
        MatchBody: {
            /**
             * @description The broker’s id of the journal.
             * @example c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4
             */
            journalId: string;
            /**
             * @description Kept in the log.
             * @example The broker’s support took it back by hand
             */
            reason: string;
        };
        /** @description What a deposit comes to with the journal. */
        MatchedJournal: {
            /**
             * @description What the user has of it, by the broker’s ledger.
             * @example 60.00
             */
            credited: string;
            /**
             * Format: uuid
             * @description Of the deposit.
             * @example de7f503b-ae61-5507-915f-ea07f16c28c4
             */
            depositId: string;
            /**
             * @description Of the journal.
             * @example c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4
             */
            journalId: string;
            /**
             * @description How the deposit stands now.
             * @example completed
             * @enum {string}
             */
            status: "completed" | "reversed";
        };
        /** @description A key that was just made. */
        NewPartnerKey: {
            /**
             * @description The key itself, shown once.
             * @example pbk_8qdeg1livyf1se7brd9e5hvaujdbeew42_odNSduu1…
             */
            apiKey: string;
            /**
             * @description The part of the key that is no secret.
             * @example 8qdeg1livyf1se7brd9e5hvaujdbeew42
             */
            keyId: string;
        };
        /** @description A sign-in with a new password. */
        NewPartnerUser: {
            /**
             * @description As it was given; null once erased.
             * @example server@acme.example
             */
            email: string | null;
            /**
             * Format: uuid
             * @description The id of the sign-in.
             * @example 25bb3864-063b-5d75-902b-b33fff21893e
             */
            id: string;
            /**
             * @description Shown once.
             * @example vSMp3Zt8hJ2YHQbh8aZFrc7E
             */
            password: string;
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
        /** @description How the whole service is doing. */
        Overview: {
            activity: components["schemas"]["Activity"];
            /**
             * Format: date-time
             * @description When it was looked at.
             * @example 2026-03-02T14:05:06.789Z
             */
            at: string;
            /** @description How much needs attention. */
            attention: {
                /**
                 * @description Entries that failed a moment ago and are being tried.
                 * @example 0
                 */
                failing: number;
                /**
                 * @description Entries that are stuck: effects, at most 500 of them, events and read models.
                 * @example 0
                 */
                stuck: number;
            };
            /**
             * @description Null before anybody has looked at it.
             * @example null
             */
            firmAccount: components["schemas"]["FirmAccount"] | null;
            /** @description Each of them. */
            queues: components["schemas"]["QueueDepth"][];
            /** @description Each of them. */
            readModels: components["schemas"]["ReadModelLag"][];
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
        /** @description A partner with its terms and keys. */
        Partner: {
            /**
             * Format: uuid
             * @description The id of the partner.
             * @example 166d90d1-0dd9-5e4a-be91-7760fe3e8c96
             */
            id: string;
            /** @description The oldest first, revoked ones too. */
            keys: components["schemas"]["PartnerKey"][];
            /**
             * @description As it was given.
             * @example Acme
             */
            name: string;
            terms: components["schemas"]["PartnerTerms"];
            /**
             * Format: date-time
             * @description Uses of keys before this moment are not known; null while none can be read.
             * @example 2026-03-02T14:05:06.789Z
             */
            usesKnownSince: string | null;
        };
        /** @description An API key, without its secret. */
        PartnerKey: {
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-03-02T14:05:06.789Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description From when on it opens nothing; null when no end was set.
             * @example 2026-03-02T14:05:06.789Z
             */
            endsAt: string | null;
            /**
             * @description The part of the key that is no secret.
             * @example 8qdeg1livyf1se7brd9e5hvaujdbeew42
             */
            keyId: string;
            /**
             * Format: date-time
             * @description Its last use, up to a minute late; null when none is known since `usesKnownSince`.
             * @example 2026-03-02T14:05:06.789Z
             */
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description When it was revoked, null when it was not.
             * @example 2026-03-02T14:05:06.789Z
             */
            revokedAt: string | null;
        };
        /** @description One page of partners. */
        PartnerList: {
            metadata: components["schemas"]["PageMetadata"];
            /** @description In the order in which they were made. */
            partners: components["schemas"]["PartnerName"][];
        };
        /** @description A partner in the list. */
        PartnerName: {
            /**
             * Format: uuid
             * @description The id of the partner.
             * @example 166d90d1-0dd9-5e4a-be91-7760fe3e8c96
             */
            id: string;
            /**
             * @description As it was given.
             * @example Acme
             */
            name: string;
        };
        /** @description What a partner is charged and allowed. */
        PartnerTerms: {
            /**
             * @description And basis points of its filled value.
             * @example 10
             */
            commissionBps: number;
            /**
             * @description Charged for each order.
             * @example 0.50
             */
            commissionFlat: string;
            /**
             * @description The most that a user may deposit in a day.
             * @example 250000.00
             */
            dailyLimit: string;
            /**
             * @description And basis points of its amount.
             * @example 25
             */
            feeBps: number;
            /**
             * @description Kept back from each deposit.
             * @example 1.00
             */
            feeFlat: string;
            /**
             * @description The largest deposit.
             * @example 50000.00
             */
            limit: string;
            /**
             * @description Whether the partner sees whole tax ids.
             * @example false
             */
            showTaxId: boolean;
        };
        /** @description A sign-in of a partner’s servers or staff. */
        PartnerUser: {
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-03-02T14:05:06.789Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When an operator disabled it.
             * @example 2026-03-02T14:05:06.789Z
             */
            disabledAt: string | null;
            /**
             * @description As it was given; null once erased.
             * @example server@acme.example
             */
            email: string | null;
            /**
             * Format: uuid
             * @description The id of the sign-in.
             * @example 25bb3864-063b-5d75-902b-b33fff21893e
             */
            id: string;
        };
        PartnerUserBody: {
            /**
             * Format: email
             * @description Of the sign-in.
             * @example server@acme.example
             */
            email: string;
        };
        /** @description One page of a partner’s sign-ins. */
        PartnerUserList: {
            metadata: components["schemas"]["PageMetadata"];
            /** @description In the order in which they were made. */
            users: components["schemas"]["PartnerUser"][];
        };
        /** @description It is kept; all other sessions are over. */
        PasswordChanged: {
            /**
             * @description Always true.
             * @example true
             */
            changed: boolean;
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
        /** @description How a queue stands. */
        QueueDepth: {
            /**
             * @description Jobs under way.
             * @example 1
             */
            active: number;
            /**
             * @description Jobs between two attempts.
             * @example 1
             */
            delayed: number;
            /**
             * @description Jobs that used their last attempt, kept for 7 days, even if a later one has done their work.
             * @example 1
             */
            failed: number;
            /**
             * @description Age of the job that waits longest, null when none waits.
             * @example 250
             */
            oldestAgeMs: number | null;
            /**
             * @description The queue.
             * @example onboarding
             * @enum {string}
             */
            queue: "onboarding" | "kyc-review" | "funding-settlement" | "order-submission";
            /**
             * @description Jobs that wait for a worker.
             * @example 1
             */
            waiting: number;
        };
        /** @description How far a read model is. */
        ReadModelLag: {
            /**
             * @description Age of the oldest event that its readers cannot see; 0 at the head of the log.
             * @example 250
             */
            lagMs: number | null;
            /**
             * @description Its name.
             * @example user-deposits
             */
            name: string;
            /**
             * @description Of a rebuild under way, else null.
             * @example 40
             */
            rebuildPercent: number | null;
            /**
             * @description False while it is filled from nothing, and its readers get 503.
             * @example true
             */
            served: boolean;
        };
        ReasonBody: {
            /**
             * @description Kept with the decision.
             * @example Asked by the partner
             */
            reason: string;
        };
        /** @description How log, read models and broker agree. */
        Reconciliation: {
            /** @description The open ones, the latest first, then the last 50 that were dismissed. */
            differences: components["schemas"]["ReconciliationDifference"][];
            /**
             * @description How many differences are open.
             * @example 1
             */
            open: number;
            /**
             * Format: date-time
             * @description Since when a run is waited for, null when nobody asked.
             * @example 2026-03-02T14:05:06.789Z
             */
            requestedAt: string | null;
            /** @description The last 30 runs, the latest first. */
            runs: components["schemas"]["ReconciliationRun"][];
        };
        /** @description How much was compared. */
        ReconciliationCompared: {
            /**
             * @description Accounts.
             * @example 3
             */
            accounts: number;
            /**
             * @description Deposits.
             * @example 120
             */
            deposits: number;
            /**
             * @description Journals of the broker.
             * @example 120
             */
            journals: number;
            /**
             * @description Orders.
             * @example 80
             */
            orders: number;
            /**
             * @description Settlement periods.
             * @example 2
             */
            periods: number;
        };
        /** @description Two records that do not agree. */
        ReconciliationDifference: {
            /**
             * @description The broker’s id of the account.
             * @example c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4
             */
            accountId: string | null;
            /**
             * @description The broker’s id of the order.
             * @example c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4
             */
            brokerOrderId: string | null;
            /**
             * Format: uuid
             * @description Of the deposit.
             * @example de7f503b-ae61-5507-915f-ea07f16c28c4
             */
            depositId: string | null;
            /**
             * @description Null while it is open.
             * @example null
             */
            dismissed: components["schemas"]["DismissedDifference"] | null;
            /**
             * Format: uuid
             * @description What dismissing takes.
             * @example 9655f8ea-3a79-5b10-92a2-0e2b38726f29
             */
            id: string;
            /**
             * @description The broker’s id of the journal.
             * @example c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4
             */
            journalId: string | null;
            /**
             * @description What differs.
             * @example event_unreadable
             * @enum {string}
             */
            kind: "event_unreadable" | "deposit_missing_at_broker" | "deposit_twice" | "deposit_foreign_credit" | "deposit_not_executed" | "deposit_executed" | "deposit_behind" | "deposit_amount" | "deposit_account" | "deposit_journal_id" | "deposit_taken_back" | "deposit_corrected" | "journal_unknown_deposit" | "journal_foreign_credit" | "journal_foreign_debit" | "journal_unanswered" | "order_missing_at_broker" | "order_unknown" | "order_twice" | "order_account" | "order_id" | "order_behind" | "order_status" | "order_filled" | "order_price" | "order_unanswered" | "account_missing_at_broker" | "account_unknown" | "account_status" | "account_identity" | "account_number" | "account_unanswered" | "period_closing" | "period_missing" | "period_count" | "period_gross" | "period_fees" | "period_adjustments" | "period_digest" | "period_status" | "period_received" | "period_due" | "period_carried" | "period_dates" | "period_checksum" | "partner_credit" | "line_missing" | "line_unknown" | "line_differs";
            /**
             * Format: date-time
             * @description When it was found, saying this.
             * @example 2026-03-02T14:05:06.789Z
             */
            openedAt: string;
            /**
             * Format: uuid
             * @description Of the order.
             * @example 15de7868-2431-5c95-b939-20c3f1c1196f
             */
            orderId: string | null;
            /**
             * Format: uuid
             * @description Whose it is.
             * @example 0cd0a341-7963-53f6-a883-44c58dc03aa7
             */
            partnerId: string | null;
            /**
             * @description What we call the partner.
             * @example Acme
             */
            partnerName: string | null;
            /**
             * Format: uuid
             * @description The period it shows in.
             * @example 3792bca8-e780-5d6e-9f15-0c3df489fe09
             */
            settlementId: string | null;
            /**
             * Format: uuid
             * @description Which user’s, null when it is no user’s.
             * @example 03d1816d-6df3-5f98-8f52-dcd809605f44
             */
            userId: string | null;
            /**
             * @description Which record says what.
             * @example deposit 9c1b041f: completed in the log, no journal at the broker
             */
            what: string;
            /**
             * @description What can be done.
             * @example Ask the broker for the journal.
             */
            whatToDo: string;
        };
        /** @description Log, read models and broker were compared. */
        ReconciliationRun: {
            /**
             * Format: date-time
             * @description When it had finished.
             * @example 2026-03-02T14:05:06.789Z
             */
            at: string;
            /**
             * @description How often the broker was asked.
             * @example 6
             */
            calls: number;
            /**
             * @description Differences that were gone.
             * @example 0
             */
            closed: number;
            compared: components["schemas"]["ReconciliationCompared"];
            /**
             * @description Journals of others that touch no account of ours, or moved no money.
             * @example 0
             */
            foreign: number;
            /**
             * Format: date-time
             * @description Where it began at the broker.
             * @example 2026-03-02T14:05:06.789Z
             */
            from: string;
            /**
             * @description What it went over.
             * @example first
             * @enum {string}
             */
            kind: "first" | "hourly" | "requested" | "nightly" | "closing";
            /**
             * @description Differences that were found and not kept, for there were too many.
             * @example 0
             */
            more: number;
            /**
             * @description What could not be looked at; the nightly run does it again.
             * @example 0
             */
            notCompared: number;
            /**
             * @description Differences that were new.
             * @example 1
             */
            opened: number;
            /**
             * @description How long it took, in milliseconds.
             * @example 1200
             */
            tookMs: number;
            /**
             * @description Rows and messages of the broker that say nothing.
             * @example 0
             */
            unreadable: number;
            /**
             * Format: date-time
             * @description Where it ended at the broker.
             * @example 2026-03-02T14:05:06.789Z
             */
            until: string;
        };
        /** @description Money that came in from the partner. */
        RecordedTransfer: {
            /**
             * @description What came in.
             * @example 500.00
             */
            amount: string;
            /**
             * Format: uuid
             * @description The id of the transfer.
             * @example 8ec9760e-3384-5d5f-b719-ace0ce211182
             */
            id: string;
            /**
             * @description Why it was taken back; null while it stands.
             * @example Another partner’s
             */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was recorded last.
             * @example 2026-03-02T14:05:06.789Z
             */
            recordedAt: string;
            /**
             * @description The bank’s reference.
             * @example BANK-1
             */
            reference: string;
            /**
             * Format: date-time
             * @description When it was taken back; null while it stands.
             * @example 2026-03-02T14:05:06.789Z
             */
            reversedAt: string | null;
            /**
             * @description Whether it stands.
             * @example recorded
             * @enum {string}
             */
            status: "recorded" | "reversed";
        };
        RecordTransferBody: {
            /**
             * @description What came in.
             * @example 500.00
             */
            amount: string;
            /**
             * @description The bank’s reference.
             * @example BANK-1
             */
            reference: string;
        };
        /** @description A run was asked for. */
        RequestedReconciliation: {
            /**
             * Format: date-time
             * @description Since when the run is waited for.
             * @example 2026-03-02T14:05:06.789Z
             */
            requestedAt: string;
        };
        ReverseTransferBody: {
            /**
             * @description Why the recording was wrong.
             * @example Another partner’s
             */
            reason: string;
            /**
             * @description The bank’s reference.
             * @example BANK-1
             */
            reference: string;
        };
        RevokeKeyBody: {
            /**
             * @description When it ends, instead of now. The last word counts.
             * @example 2026-03-31T17:00:00Z
             */
            at?: string;
            /**
             * @description Of the key.
             * @example 8qdeg1livyf1se7brd9e5hvaujdbeew42
             */
            keyId: string;
        };
        /** @description When periods end, and transfers are due. */
        Schedule: {
            /**
             * @description Time of day on the clocks of the zone.
             * @example 17:00
             */
            cutOff: string;
            /**
             * @description Business days until the transfer is due.
             * @example 2
             */
            dueDays: number;
            /**
             * @description How often periods end.
             * @example day
             * @enum {string}
             */
            every: "day" | "week" | "month";
            /**
             * @description `mon` … `sun`, `1` … `28` or `last`; null for every day.
             * @example fri
             */
            on: string | null;
            /**
             * @description Time zone.
             * @example America/New_York
             */
            zone: string;
        };
        ScheduleBody: {
            /**
             * @description Time of day on the clocks of the zone.
             * @example 17:00
             */
            cutOff: string;
            /**
             * @description Business days until the transfer is due.
             * @example 2
             */
            dueDays: number;
            /**
             * @description `day`, `week` or `month`.
             * @example week
             */
            every: string;
            /**
             * @description `mon` … `sun` for weeks; `1` … `28` or `last` for months.
             * @example fri
             */
            on?: string;
            /**
             * @description Time zone.
             * @example America/New_York
             */
            zone: string;
        };
        /** @description From when the new schedule holds. */
        ScheduleChange: {
            /**
             * @description Number of the first period that ends by it.
             * @example 2
             */
            fromPeriod: number;
            /**
             * @description When the open one ends, by the schedule before.
             * @example 2026-03-03T05:00:00.000Z
             */
            openUntil: string;
        };
        /** @description By which schedule a partner’s periods end. */
        Schedules: {
            /**
             * @description That of those after it; null when it stays.
             * @example null
             */
            next: components["schemas"]["Schedule"] | null;
            /** @description That of the open period. */
            schedule: components["schemas"]["Schedule"];
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
        /** @description It is over, on every process, at once. */
        SignedOut: {
            /**
             * @description Always true.
             * @example true
             */
            signedOut: boolean;
        };
        SignInBody: {
            /**
             * @description What the authenticator app shows. Each code is good once.
             * @example 492039
             */
            code: string;
            /**
             * @description Of the account.
             * @example ada@operator.example
             */
            email: string;
            /**
             * @description Of the account.
             * @example correct-horse-battery
             */
            password: string;
        };
        /** @description An account of one of us. */
        StaffAccount: {
            /**
             * @description To sign in with; null once erased.
             * @example ada@operator.example
             */
            email: string | null;
            /**
             * Format: uuid
             * @description Of the account.
             * @example 268129ed-4373-531b-bacf-be707c51b7cd
             */
            id: string;
            /**
             * Format: date-time
             * @description Of the last sign-in; null before the first.
             * @example 2026-03-02T14:05:06.789Z
             */
            lastSignInAt: string | null;
            /**
             * @description Seconds until failed sign-ins lock no place out of it any more; 0 when none is.
             * @example 0
             */
            lockedForS: number;
            /**
             * @description What it may see and do.
             * @example operator
             * @enum {string}
             */
            role: "operator" | "finance";
            /**
             * @description Nobody signs in with a `disabled` one.
             * @example active
             * @enum {string}
             */
            status: "active" | "disabled";
        };
        /** @description Every account, the oldest first. */
        StaffAccountList: {
            /** @description The oldest first. */
            accounts: components["schemas"]["StaffAccount"][];
        };
        /** @description Who is signed in. */
        StaffSession: {
            /**
             * @description Of the account.
             * @example ada@operator.example
             */
            email: string;
            /**
             * Format: date-time
             * @description When the session is over in any case.
             * @example 2026-03-02T14:05:06.789Z
             */
            endsAt: string;
            /**
             * Format: uuid
             * @description Of the account.
             * @example 268129ed-4373-531b-bacf-be707c51b7cd
             */
            id: string;
            /**
             * @description What it may see and do.
             * @example operator
             * @enum {string}
             */
            role: "operator" | "finance";
        };
        /** @description All that is known of a user, on one page. */
        StaffUser: {
            /**
             * @description What the broker says of the account, null before onboarding has passed.
             * @example null
             */
            accountAtBroker: components["schemas"]["AccountAtBroker"] | null;
            /**
             * @description Two letters; null once the user is erased.
             * @example US
             */
            country: string | null;
            /**
             * Format: date-time
             * @description When the partner registered the user.
             * @example 2026-03-02T14:05:06.789Z
             */
            createdAt: string;
            /**
             * @description A date, null when it is not known.
             * @example 1990-05-15
             */
            dateOfBirth: string | null;
            /**
             * @description As it was registered; null once the user is erased.
             * @example ada@users.example
             */
            email: string | null;
            /**
             * @description The partner’s own id, null when it gave none.
             * @example user-1
             */
            externalId: string | null;
            /**
             * @description Given name; null once the user is erased.
             * @example Ada
             */
            firstName: string | null;
            /**
             * Format: uuid
             * @description The user.
             * @example 9f4c4af3-1809-5c0a-8a98-a198c5e78ea6
             */
            id: string;
            /**
             * @description Family name; null once the user is erased.
             * @example Lovelace
             */
            lastName: string | null;
            /**
             * @description Where onboarding stands.
             * @example none
             * @enum {string}
             */
            onboarding: "none" | "open" | "in_review" | "passed" | "failed" | "expired";
            /**
             * Format: uuid
             * @description Whose user it is.
             * @example c220e701-84d1-5e43-a93a-7ca811517d2c
             */
            partnerId: string;
            /**
             * @description In international form, null when there is none.
             * @example +14155550123
             */
            phone: string | null;
            /**
             * @description What the broker was told, null before onboarding has passed.
             * @example null
             */
            profile: components["schemas"]["TraderProfile"] | null;
            /**
             * @description Where the user stands.
             * @example pending_verification
             * @enum {string}
             */
            status: "pending_verification" | "active" | "suspended" | "closed";
            /** @description The oldest first. */
            verifications: components["schemas"]["StaffVerification"][];
            /** @description How each part of the verification stands. */
            verificationStatus: {
                /**
                 * @description By the latest decision.
                 * @example pending
                 * @enum {string}
                 */
                address: "pending" | "verified" | "rejected";
                /**
                 * @description By onboarding.
                 * @example pending
                 * @enum {string}
                 */
                email: "pending" | "verified" | "rejected";
                /**
                 * @description By the latest decision.
                 * @example pending
                 * @enum {string}
                 */
                identity: "pending" | "verified" | "rejected";
            };
        };
        /** @description A check of documents. */
        StaffVerification: {
            /**
             * Format: date-time
             * @description When it was started.
             * @example 2026-03-02T14:05:06.789Z
             */
            createdAt: string;
            /**
             * @description Who or what decided, else null.
             * @example provider
             */
            decidedBy: string | null;
            /**
             * @description The document.
             * @example passport
             */
            documentType: string;
            /**
             * Format: uuid
             * @description The verification.
             * @example 7a8c85b6-8385-5983-a928-7094d76501cf
             */
            id: string;
            /**
             * @description Whether the identity provider leaves the decision to people.
             * @example false
             */
            needsReview: boolean;
            /**
             * Format: uuid
             * @description The user’s partner.
             * @example 487d670f-2974-540c-ab78-2ed180e2c223
             */
            partnerId: string;
            /**
             * @description Why, else null.
             * @example The photo is of a cat
             */
            reason: string | null;
            /**
             * @description Where it stands.
             * @example pending
             * @enum {string}
             */
            status: "pending" | "under_review" | "approved" | "rejected" | "expired";
            /**
             * Format: date-time
             * @description When it changed last.
             * @example 2026-03-02T14:05:06.789Z
             */
            updatedAt: string;
            /**
             * Format: uuid
             * @description Whose it is.
             * @example 0cd0a341-7963-53f6-a883-44c58dc03aa7
             */
            userId: string;
            /**
             * @description Of what.
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
        /** @description The history of a thing. */
        Timeline: {
            /** @description In the order in which they happened. */
            events: components["schemas"]["TimelineEvent"][];
        };
        /** @description One thing that happened. */
        TimelineEvent: {
            /**
             * @description Who or what did it.
             * @example staff:7d0c1f5e-52a4-5b8e-8a2b-0f4c9d7e6a11
             */
            actor: string;
            /**
             * @description Of one of the staff; else null.
             * @example grace@firm.example
             */
            actorEmail: string | null;
            /**
             * Format: date-time
             * @description When.
             * @example 2026-03-02T14:05:06.789Z
             */
            at: string;
            /**
             * @description What else is known, without secrets.
             * @example {
             *       "reason": "Asked"
             *     }
             */
            data: {
                [key: string]: unknown;
            };
            /**
             * @description Its place in the log: the greater, the later.
             * @example 4711
             */
            position: string;
            /**
             * @description The request that it follows from.
             * @example checkout-7731
             */
            requestId: string;
            /**
             * @description What it is about.
             * @example user-0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90
             */
            stream: string;
            /**
             * @description What happened.
             * @example UserSuspended
             */
            type: string;
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
        /** @description Money that came in from a partner. */
        Transfer: {
            /**
             * @description What came in.
             * @example 500.00
             */
            amount: string;
            /**
             * @description The amount is above the limit for one person: it is recorded, or taken back, once another one asks for the same.
             * @example false
             */
            awaitsSecondPerson: boolean;
            /**
             * @description False when it was known already, or taken back.
             * @example true
             */
            created: boolean;
            /**
             * @description What was left over, or would be.
             * @example 100.00
             */
            credit: string;
            /**
             * Format: uuid
             * @description The id of the transfer.
             * @example 8ec9760e-3384-5d5f-b719-ace0ce211182
             */
            id: string;
            /** @description Periods that it went to, or would. */
            matches: components["schemas"]["TransferMatch"][];
            /**
             * Format: uuid
             * @description The partner.
             * @example 68c1dfa5-32c6-5a7f-bfac-d8a3c127f059
             */
            partnerId: string;
            /**
             * @description The bank’s reference.
             * @example BANK-1
             */
            reference: string;
            /**
             * @description Whether it stands.
             * @example recorded
             * @enum {string}
             */
            status: "recorded" | "reversed" | "proposed";
        };
        /** @description What became of a file, or would. */
        TransferImport: {
            /** @description In the order of the file. */
            lines: components["schemas"]["ImportedLine"][];
            /**
             * @description False for a preview, which records nothing.
             * @example true
             */
            recorded: boolean;
        };
        /** @description What a partner has transferred. */
        TransferList: {
            /** @description The latest first. */
            transfers: components["schemas"]["RecordedTransfer"][];
        };
        /** @description A period that got a part of it. */
        TransferMatch: {
            /**
             * @description What it got.
             * @example 400.00
             */
            amount: string;
            /**
             * Format: date-time
             * @description When its transfer was due.
             * @example 2026-03-05T05:00:00.000Z
             */
            dueAt: string;
            /**
             * Format: uuid
             * @description The period.
             * @example 9aa1a15e-aec4-5272-b8f1-ba66affbb015
             */
            settlementId: string;
        };
        /** @description A transfer that waits. */
        TransferProposal: {
            /**
             * @description What came in.
             * @example 50000.00
             */
            amount: string;
            /**
             * Format: uuid
             * @description The partner.
             * @example 68c1dfa5-32c6-5a7f-bfac-d8a3c127f059
             */
            partnerId: string;
            /**
             * @description What we call the partner.
             * @example Acme
             */
            partnerName: string;
            /**
             * Format: date-time
             * @description When.
             * @example 2026-03-02T14:05:06.789Z
             */
            proposedAt: string;
            /**
             * @description Who asked first, by e-mail.
             * @example ada@acme.example
             */
            proposedBy: string;
            /**
             * @description The bank’s reference.
             * @example BANK-1
             */
            reference: string;
            /**
             * Format: uuid
             * @description The id of the transfer.
             * @example 8ec9760e-3384-5d5f-b719-ace0ce211182
             */
            transferId: string;
            /**
             * @description What becomes of it once a second person asks for the same.
             * @example recorded
             * @enum {string}
             */
            wanted: "recorded" | "reversed";
        };
        /** @description What waits for a second person. */
        TransferProposalList: {
            /** @description The oldest first. */
            proposals: components["schemas"]["TransferProposal"][];
        };
        /** @description The account, which is open again. */
        UnlockedStaff: {
            /**
             * @description To sign in with; null once erased.
             * @example ada@operator.example
             */
            email: string | null;
            /**
             * Format: uuid
             * @description Of the account.
             * @example 268129ed-4373-531b-bacf-be707c51b7cd
             */
            id: string;
        };
        /** @description Checks of documents. */
        VerificationList: {
            /** @description The oldest first. */
            verifications: components["schemas"]["StaffVerification"][];
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
        /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
        "X-Request-Id": string;
    };
    requestBodies: never;
    headers: {
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
    listStaffAccounts: {
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
            /** @description All of them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accounts": [
                     *         {
                     *           "id": "268129ed-4373-531b-bacf-be707c51b7cd",
                     *           "email": "ada@operator.example",
                     *           "role": "operator",
                     *           "status": "active",
                     *           "lastSignInAt": "2026-03-02T14:05:06.789Z",
                     *           "lockedForS": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StaffAccountList"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    unlockStaff: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The account. */
                staffId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is open, from everywhere. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "268129ed-4373-531b-bacf-be707c51b7cd",
                     *       "email": "ada@operator.example"
                     *     }
                     */
                    "application/json": components["schemas"]["UnlockedStaff"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `staff_not_found`: There is no such account. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "staff_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAttention: {
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
            /** @description What is stuck, and what is failing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": "credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690",
                     *           "kind": "effect",
                     *           "state": "stuck",
                     *           "about": "deposit",
                     *           "subjectId": "9c1b041f-124e-57fc-994f-941f66ea2690",
                     *           "partnerId": "0cd0a341-7963-53f6-a883-44c58dc03aa7",
                     *           "userId": "03d1816d-6df3-5f98-8f52-dcd809605f44",
                     *           "partnerName": "Acme",
                     *           "user": null,
                     *           "amount": "25.00",
                     *           "waitsFor": "credit-deposit",
                     *           "since": "2026-03-02T14:05:06.789Z",
                     *           "tries": 3,
                     *           "lastTriedAt": "2026-03-02T14:05:06.789Z",
                     *           "lastError": "NoAnswer: POST /v1/journals: no answer",
                     *           "history": [
                     *             {
                     *               "at": "2026-03-02T14:05:06.789Z",
                     *               "lastAt": "2026-03-02T14:09:06.789Z",
                     *               "times": 3,
                     *               "event": "DepositStarted",
                     *               "data": {
                     *                 "amountCents": "2500"
                     *               }
                     *             }
                     *           ],
                     *           "next": "Once the cause has gone, retry it to have it tried at once.",
                     *           "closing": {
                     *             "possible": true,
                     *             "inWords": "Nothing more is sent."
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AttentionList"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    closeAttention: {
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
                 *       "id": "credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690",
                 *       "reason": "The partner credited it by hand"
                 *     }
                 */
                "application/json": components["schemas"]["CloseBody"];
            };
        };
        responses: {
            /** @description Kept; what follows comes by itself. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690",
                     *       "follows": "Nothing more is sent for this deposit."
                     *     }
                     */
                    "application/json": components["schemas"]["AttentionClosed"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /**
             * @description - `nothing_waits`: Nothing waits under this id, or not any more.
             *     - `transaction_not_found`: There is no such deposit.
             *     - `order_not_found`: There is no such order.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "nothing_waits" | "transaction_not_found" | "order_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /**
             * @description - `cannot_be_closed`: Not by people; the detail says what to do instead.
             *     - `closed_already`: Somebody did before; the detail says who, when and why. The same reason of the same person again is no fault.
             *     - `order_final`: The order has ended already.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cannot_be_closed" | "closed_already" | "order_final";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
             *     - `reason_invalid`: See the field that `errors` names.
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
                        code: "text_invalid" | "reason_invalid" | "length_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "reason_invalid" | "length_invalid";
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
    lookUpAttention: {
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
                 *       "id": "credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690"
                 *     }
                 */
                "application/json": components["schemas"]["EntryBody"];
            };
        };
        responses: {
            /** @description What it says. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690",
                     *       "found": "The broker has no journal for it.",
                     *       "at": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AttentionLookUp"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `nothing_waits`: Nothing waits under this id, or not any more. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "nothing_waits";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /** @description - `no_provider`: No provider knows of such things. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "no_provider";
                        /** @constant */
                        status: 409;
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /**
             * @description - `provider_unavailable`: It does not answer; the detail says how.
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
                        code: "provider_unavailable" | "temporarily_unavailable" | "shutting_down";
                        /** @constant */
                        status: 503;
                    };
                };
            };
        };
    };
    retryAttention: {
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
                 *       "id": "credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690"
                 *     }
                 */
                "application/json": components["schemas"]["EntryBody"];
            };
        };
        responses: {
            /** @description Asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "asked": [
                     *         "credit-deposit/9c1b041f-124e-57fc-994f-941f66ea2690"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AttentionRetry"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `nothing_waits`: Nothing waits under this id, or not any more. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "nothing_waits";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /** @description - `cannot_be_retried`: No work waits; the detail says what to do instead. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cannot_be_retried";
                        /** @constant */
                        status: 409;
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    showDeposit: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id of the deposit. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deposit. */
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `transaction_not_found`: There is no such deposit. */
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
    showDepositHistory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The history. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "position": "4711",
                     *           "stream": "user-0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90",
                     *           "type": "UserSuspended",
                     *           "at": "2026-03-02T14:05:06.789Z",
                     *           "actor": "staff:7d0c1f5e-52a4-5b8e-8a2b-0f4c9d7e6a11",
                     *           "actorEmail": "grace@firm.example",
                     *           "requestId": "checkout-7731",
                     *           "data": {
                     *             "reason": "Asked"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `transaction_not_found`: There is no such deposit. */
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
    matchJournal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id of the deposit. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "journalId": "c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4",
                 *       "reason": "The broker’s support took it back by hand"
                 *     }
                 */
                "application/json": components["schemas"]["MatchBody"];
            };
        };
        responses: {
            /** @description It counts, or did so already. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "depositId": "de7f503b-ae61-5507-915f-ea07f16c28c4",
                     *       "journalId": "c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4",
                     *       "status": "completed",
                     *       "credited": "60.00"
                     *     }
                     */
                    "application/json": components["schemas"]["MatchedJournal"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /**
             * @description - `transaction_not_found`: There is no such deposit.
             *     - `journal_not_found`: The broker has no such journal of the firm account.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "transaction_not_found" | "journal_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /** @description - `journal_unmatchable`: It belongs to another, or moved nothing; see detail. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "journal_unmatchable";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
             *     - `length_invalid`: See the field that `errors` names.
             *     - `reason_invalid`: See the field that `errors` names.
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
                        code: "text_invalid" | "length_invalid" | "reason_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "length_invalid" | "reason_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /**
             * @description - `provider_unavailable`: The broker does not answer; the detail says how.
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
                        code: "provider_unavailable" | "temporarily_unavailable" | "shutting_down";
                        /** @constant */
                        status: 503;
                    };
                };
            };
        };
    };
    getFirmAccount: {
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
            /** @description As it was then. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transferable": "1000000.00",
                     *       "inFlight": "2500.00",
                     *       "threshold": "10000.00",
                     *       "state": "covered",
                     *       "at": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FirmAccount"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /**
             * @description - `not_looked_at`: Nobody has looked at it yet.
             *     - `temporarily_unavailable`: Nothing is confirmed. Send the same again: it counts once, also if it was accepted after all.
             *     - `shutting_down`: Nothing was accepted. Send it again.
             *     - `read_model_rebuilding`: What you ask for is being put together anew.
             *     - `read_model_unavailable`: What you ask for cannot be read right now.
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
                        code: "not_looked_at" | "temporarily_unavailable" | "shutting_down" | "read_model_rebuilding" | "read_model_unavailable";
                        /** @constant */
                        status: 503;
                    };
                };
            };
        };
    };
    whoAmI: {
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
            /** @description You. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "268129ed-4373-531b-bacf-be707c51b7cd",
                     *       "email": "ada@operator.example",
                     *       "role": "operator",
                     *       "endsAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StaffSession"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    showOrder: {
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `order_not_found`: There is no such order. */
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
    showOrderHistory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The history. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "position": "4711",
                     *           "stream": "user-0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90",
                     *           "type": "UserSuspended",
                     *           "at": "2026-03-02T14:05:06.789Z",
                     *           "actor": "staff:7d0c1f5e-52a4-5b8e-8a2b-0f4c9d7e6a11",
                     *           "actorEmail": "grace@firm.example",
                     *           "requestId": "checkout-7731",
                     *           "data": {
                     *             "reason": "Asked"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `order_not_found`: There is no such order. */
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
    getOverview: {
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
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "at": "2026-03-02T14:05:06.789Z",
                     *       "activity": {
                     *         "minutes": [
                     *           "2026-03-02T14:05:06.789Z"
                     *         ],
                     *         "kinds": {
                     *           "deposits": {
                     *             "begun": [
                     *               0,
                     *               2,
                     *               1
                     *             ],
                     *             "done": [
                     *               0,
                     *               2,
                     *               1
                     *             ],
                     *             "failed": [
                     *               0,
                     *               2,
                     *               1
                     *             ],
                     *             "medianMs": 250
                     *           },
                     *           "orders": {
                     *             "begun": [
                     *               0,
                     *               2,
                     *               1
                     *             ],
                     *             "done": [
                     *               0,
                     *               2,
                     *               1
                     *             ],
                     *             "failed": [
                     *               0,
                     *               2,
                     *               1
                     *             ],
                     *             "medianMs": 250
                     *           },
                     *           "onboardings": {
                     *             "begun": [
                     *               0,
                     *               2,
                     *               1
                     *             ],
                     *             "done": [
                     *               0,
                     *               2,
                     *               1
                     *             ],
                     *             "failed": [
                     *               0,
                     *               2,
                     *               1
                     *             ],
                     *             "medianMs": 250
                     *           }
                     *         }
                     *       },
                     *       "queues": [
                     *         {
                     *           "queue": "onboarding",
                     *           "waiting": 1,
                     *           "active": 1,
                     *           "delayed": 1,
                     *           "failed": 1,
                     *           "oldestAgeMs": 250
                     *         }
                     *       ],
                     *       "firmAccount": null,
                     *       "readModels": [
                     *         {
                     *           "name": "user-deposits",
                     *           "served": true,
                     *           "lagMs": 250,
                     *           "rebuildPercent": 40
                     *         }
                     *       ],
                     *       "attention": {
                     *         "stuck": 0,
                     *         "failing": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    listPartners: {
        parameters: {
            query?: {
                /** @description The largest number of objects in the answer. */
                limit?: number;
                /** @description How many objects to skip. */
                offset?: number;
                /** @description A part of the name, in any case, or an id. */
                text?: string;
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
                     *       "partners": [
                     *         {
                     *           "id": "166d90d1-0dd9-5e4a-be91-7760fe3e8c96",
                     *           "name": "Acme"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "total": 1,
                     *         "limit": 100,
                     *         "offset": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PartnerList"];
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
                            code: "type_invalid" | "field_missing" | "length_invalid" | "count_invalid" | "parameter_unknown" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    createPartner: {
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
                 *       "name": "Acme"
                 *     }
                 */
                "application/json": components["schemas"]["CreatePartnerBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "166d90d1-0dd9-5e4a-be91-7760fe3e8c96",
                     *       "name": "Acme",
                     *       "terms": {
                     *         "feeFlat": "1.00",
                     *         "feeBps": 25,
                     *         "commissionFlat": "0.50",
                     *         "commissionBps": 10,
                     *         "limit": "50000.00",
                     *         "dailyLimit": "250000.00",
                     *         "showTaxId": false
                     *       },
                     *       "keys": [
                     *         {
                     *           "keyId": "8qdeg1livyf1se7brd9e5hvaujdbeew42",
                     *           "createdAt": "2026-03-02T14:05:06.789Z",
                     *           "revokedAt": "2026-03-02T14:05:06.789Z",
                     *           "endsAt": "2026-03-02T14:05:06.789Z",
                     *           "lastUsedAt": "2026-03-02T14:05:06.789Z"
                     *         }
                     *       ],
                     *       "usesKnownSince": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPartner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The partner. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "166d90d1-0dd9-5e4a-be91-7760fe3e8c96",
                     *       "name": "Acme",
                     *       "terms": {
                     *         "feeFlat": "1.00",
                     *         "feeBps": 25,
                     *         "commissionFlat": "0.50",
                     *         "commissionBps": 10,
                     *         "limit": "50000.00",
                     *         "dailyLimit": "250000.00",
                     *         "showTaxId": false
                     *       },
                     *       "keys": [
                     *         {
                     *           "keyId": "8qdeg1livyf1se7brd9e5hvaujdbeew42",
                     *           "createdAt": "2026-03-02T14:05:06.789Z",
                     *           "revokedAt": "2026-03-02T14:05:06.789Z",
                     *           "endsAt": "2026-03-02T14:05:06.789Z",
                     *           "lastUsedAt": "2026-03-02T14:05:06.789Z"
                     *         }
                     *       ],
                     *       "usesKnownSince": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `partner_not_found`: There is no such partner. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found";
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
    configurePartner: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "feeFlat": "1.00",
                 *       "feeBps": 25,
                 *       "commissionFlat": "0.50",
                 *       "commissionBps": 25,
                 *       "limit": "50000.00",
                 *       "dailyLimit": "250000.00",
                 *       "showTaxId": false
                 *     }
                 */
                "application/json": components["schemas"]["ConfigurePartnerBody"];
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "166d90d1-0dd9-5e4a-be91-7760fe3e8c96",
                     *       "name": "Acme",
                     *       "terms": {
                     *         "feeFlat": "1.00",
                     *         "feeBps": 25,
                     *         "commissionFlat": "0.50",
                     *         "commissionBps": 10,
                     *         "limit": "50000.00",
                     *         "dailyLimit": "250000.00",
                     *         "showTaxId": false
                     *       },
                     *       "keys": [
                     *         {
                     *           "keyId": "8qdeg1livyf1se7brd9e5hvaujdbeew42",
                     *           "createdAt": "2026-03-02T14:05:06.789Z",
                     *           "revokedAt": "2026-03-02T14:05:06.789Z",
                     *           "endsAt": "2026-03-02T14:05:06.789Z",
                     *           "lastUsedAt": "2026-03-02T14:05:06.789Z"
                     *         }
                     *       ],
                     *       "usesKnownSince": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `partner_not_found`: There is no such partner. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
             *     - `amount_invalid`: See the field that `errors` names.
             *     - `number_invalid`: See the field that `errors` names.
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
                        code: "text_invalid" | "amount_invalid" | "number_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "amount_invalid" | "number_invalid";
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
    cutOffPeriod: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "periodId": "d1f0b3a4-5c6e-5f70-8a9b-0c1d2e3f4a5b"
                 *     }
                 */
                "application/json": components["schemas"]["CutOffBody"];
            };
        };
        responses: {
            /** @description Ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "95e03bd6-c0a3-53d6-ae6c-e63fc4a666ad"
                     *     }
                     */
                    "application/json": components["schemas"]["CutOff"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `partner_not_found`: There is no such partner. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /** @description - `period_not_open`: It has ended already, or is no period of this partner. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "period_not_open";
                        /** @constant */
                        status: 409;
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPartnerKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keyId": "8qdeg1livyf1se7brd9e5hvaujdbeew42",
                     *       "apiKey": "pbk_8qdeg1livyf1se7brd9e5hvaujdbeew42_odNSduu1…"
                     *     }
                     */
                    "application/json": components["schemas"]["NewPartnerKey"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `partner_not_found`: There is no such partner. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /** @description - `too_many_keys`: Two keys are good already. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "too_many_keys";
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
    revokePartnerKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "keyId": "8qdeg1livyf1se7brd9e5hvaujdbeew42",
                 *       "at": "2026-03-31T17:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["RevokeKeyBody"];
            };
        };
        responses: {
            /** @description Revoked. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "166d90d1-0dd9-5e4a-be91-7760fe3e8c96",
                     *       "name": "Acme",
                     *       "terms": {
                     *         "feeFlat": "1.00",
                     *         "feeBps": 25,
                     *         "commissionFlat": "0.50",
                     *         "commissionBps": 10,
                     *         "limit": "50000.00",
                     *         "dailyLimit": "250000.00",
                     *         "showTaxId": false
                     *       },
                     *       "keys": [
                     *         {
                     *           "keyId": "8qdeg1livyf1se7brd9e5hvaujdbeew42",
                     *           "createdAt": "2026-03-02T14:05:06.789Z",
                     *           "revokedAt": "2026-03-02T14:05:06.789Z",
                     *           "endsAt": "2026-03-02T14:05:06.789Z",
                     *           "lastUsedAt": "2026-03-02T14:05:06.789Z"
                     *         }
                     *       ],
                     *       "usesKnownSince": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Partner"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /**
             * @description - `partner_not_found`: There is no such partner.
             *     - `key_not_found`: The partner has no such key.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found" | "key_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /** @description - `key_revoked`: It is revoked already, so that no end can be set. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "key_revoked";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `end_not_ahead`: The end is past.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `length_invalid`: See the field that `errors` names.
             *     - `time_invalid`: See the field that `errors` names.
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
                        code: "end_not_ahead" | "text_invalid" | "length_invalid" | "time_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "end_not_ahead" | "text_invalid" | "length_invalid" | "time_invalid";
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
    showSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedules. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "schedule": {
                     *         "zone": "America/New_York",
                     *         "cutOff": "17:00",
                     *         "every": "day",
                     *         "on": "fri",
                     *         "dueDays": 2
                     *       },
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["Schedules"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `partner_not_found`: There is no such partner. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found";
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
    changeSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "zone": "America/New_York",
                 *       "cutOff": "17:00",
                 *       "every": "week",
                 *       "on": "fri",
                 *       "dueDays": 2
                 *     }
                 */
                "application/json": components["schemas"]["ScheduleBody"];
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fromPeriod": 2,
                     *       "openUntil": "2026-03-03T05:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ScheduleChange"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `partner_not_found`: There is no such partner. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `schedule_invalid`: The fields do not make a schedule; `errors` names each.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `length_invalid`: See the field that `errors` names.
             *     - `number_invalid`: See the field that `errors` names.
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
                        code: "schedule_invalid" | "text_invalid" | "length_invalid" | "number_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "schedule_invalid" | "text_invalid" | "length_invalid" | "number_invalid";
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
    listPartnerSettlements: {
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
            path: {
                /** @description The partner. */
                partnerId: string;
            };
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `partner_not_found`: There is no such partner. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found";
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
    getPartnerSettlement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The period. */
                id: string;
                /** @description The partner. */
                partnerId: string;
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /**
             * @description - `partner_not_found`: There is no such partner.
             *     - `settlement_not_found`: The partner has no such period.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found" | "settlement_not_found";
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
    findPartnerLines: {
        parameters: {
            query: {
                /** @description The id of a deposit, the partner’s own id of it, a user’s id or a journal’s, whole. */
                text: string;
            };
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The period. */
                id: string;
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those that carry the id, none perhaps. */
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
                     *       "whole": true
                     *     }
                     */
                    "application/json": components["schemas"]["FoundLines"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /**
             * @description - `partner_not_found`: There is no such partner.
             *     - `settlement_not_found`: The partner has no such period.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found" | "settlement_not_found";
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
    getPartnerStatement: {
        parameters: {
            query?: {
                /** @description The whole as CSV, like `Accept: text/csv`: for links. */
                as?: "csv";
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
                /** @description The period. */
                id: string;
                /** @description The partner. */
                partnerId: string;
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
                            code: "type_invalid" | "field_missing" | "word_unknown" | "count_invalid" | "parameter_unknown" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /**
             * @description - `partner_not_found`: There is no such partner.
             *     - `settlement_not_found`: The partner has no such period.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found" | "settlement_not_found";
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
    listPartnerTransfers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transfers": [
                     *         {
                     *           "id": "8ec9760e-3384-5d5f-b719-ace0ce211182",
                     *           "reference": "BANK-1",
                     *           "amount": "500.00",
                     *           "status": "recorded",
                     *           "recordedAt": "2026-03-02T14:05:06.789Z",
                     *           "reversedAt": "2026-03-02T14:05:06.789Z",
                     *           "reason": "Another partner’s"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TransferList"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `partner_not_found`: There is no such partner. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found";
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
    recordTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reference": "BANK-1",
                 *       "amount": "500.00"
                 *     }
                 */
                "application/json": components["schemas"]["RecordTransferBody"];
            };
        };
        responses: {
            /** @description Recorded, now or earlier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "8ec9760e-3384-5d5f-b719-ace0ce211182",
                     *       "partnerId": "68c1dfa5-32c6-5a7f-bfac-d8a3c127f059",
                     *       "reference": "BANK-1",
                     *       "amount": "500.00",
                     *       "status": "recorded",
                     *       "awaitsSecondPerson": false,
                     *       "matches": [
                     *         {
                     *           "settlementId": "9aa1a15e-aec4-5272-b8f1-ba66affbb015",
                     *           "dueAt": "2026-03-05T05:00:00.000Z",
                     *           "amount": "400.00"
                     *         }
                     *       ],
                     *       "credit": "100.00",
                     *       "created": true
                     *     }
                     */
                    "application/json": components["schemas"]["Transfer"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `partner_not_found`: There is no such partner. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /** @description - `reference_already_exists`: It is recorded with another amount. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "reference_already_exists";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `reference_invalid`: It begins or ends with a space, or holds what cannot be seen.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `length_invalid`: See the field that `errors` names.
             *     - `amount_invalid`: See the field that `errors` names.
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
                        code: "reference_invalid" | "text_invalid" | "length_invalid" | "amount_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "reference_invalid" | "text_invalid" | "length_invalid" | "amount_invalid";
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
    reverseTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reference": "BANK-1",
                 *       "reason": "Another partner’s"
                 *     }
                 */
                "application/json": components["schemas"]["ReverseTransferBody"];
            };
        };
        responses: {
            /** @description Taken back, now or earlier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "8ec9760e-3384-5d5f-b719-ace0ce211182",
                     *       "partnerId": "68c1dfa5-32c6-5a7f-bfac-d8a3c127f059",
                     *       "reference": "BANK-1",
                     *       "amount": "500.00",
                     *       "status": "recorded",
                     *       "awaitsSecondPerson": false,
                     *       "matches": [
                     *         {
                     *           "settlementId": "9aa1a15e-aec4-5272-b8f1-ba66affbb015",
                     *           "dueAt": "2026-03-05T05:00:00.000Z",
                     *           "amount": "400.00"
                     *         }
                     *       ],
                     *       "credit": "100.00",
                     *       "created": true
                     *     }
                     */
                    "application/json": components["schemas"]["Transfer"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /**
             * @description - `partner_not_found`: There is no such partner.
             *     - `transfer_not_found`: There is no transfer with this reference.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found" | "transfer_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `reason_missing`: It says nothing.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `length_invalid`: See the field that `errors` names.
             *     - `reason_invalid`: See the field that `errors` names.
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
                        code: "reason_missing" | "text_invalid" | "length_invalid" | "reason_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "reason_missing" | "text_invalid" | "length_invalid" | "reason_invalid";
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
    listPartnerUsers: {
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
                /** @description The partner. */
                partnerId: string;
            };
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
                     *       "users": [
                     *         {
                     *           "id": "25bb3864-063b-5d75-902b-b33fff21893e",
                     *           "email": "server@acme.example",
                     *           "createdAt": "2026-03-02T14:05:06.789Z",
                     *           "disabledAt": "2026-03-02T14:05:06.789Z"
                     *         }
                     *       ],
                     *       "metadata": {
                     *         "total": 1,
                     *         "limit": 100,
                     *         "offset": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PartnerUserList"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `partner_not_found`: There is no such partner. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found";
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
    createPartnerUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "server@acme.example"
                 *     }
                 */
                "application/json": components["schemas"]["PartnerUserBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "25bb3864-063b-5d75-902b-b33fff21893e",
                     *       "email": "server@acme.example",
                     *       "password": "vSMp3Zt8hJ2YHQbh8aZFrc7E"
                     *     }
                     */
                    "application/json": components["schemas"]["NewPartnerUser"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `partner_not_found`: There is no such partner. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /** @description - `email_already_exists`: The partner has a sign-in with this e-mail. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "email_already_exists";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
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
                        code: "text_invalid" | "email_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "email_invalid";
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
    disablePartnerUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "server@acme.example",
                 *       "reason": "Its password was in a mail"
                 *     }
                 */
                "application/json": components["schemas"]["DisablePartnerUserBody"];
            };
        };
        responses: {
            /** @description Disabled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "25bb3864-063b-5d75-902b-b33fff21893e",
                     *       "email": "server@acme.example"
                     *     }
                     */
                    "application/json": components["schemas"]["DisabledPartnerUser"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /**
             * @description - `partner_not_found`: There is no such partner.
             *     - `partner_user_not_found`: The partner has no sign-in with this e-mail.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found" | "partner_user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
             *     - `reason_invalid`: See the field that `errors` names.
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
                        code: "text_invalid" | "reason_invalid" | "email_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "reason_invalid" | "email_invalid";
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
    resetPartnerUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The partner. */
                partnerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "server@acme.example"
                 *     }
                 */
                "application/json": components["schemas"]["PartnerUserBody"];
            };
        };
        responses: {
            /** @description Reset. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "25bb3864-063b-5d75-902b-b33fff21893e",
                     *       "email": "server@acme.example",
                     *       "password": "vSMp3Zt8hJ2YHQbh8aZFrc7E"
                     *     }
                     */
                    "application/json": components["schemas"]["NewPartnerUser"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /**
             * @description - `partner_not_found`: There is no such partner.
             *     - `partner_user_not_found`: The partner has no sign-in with this e-mail.
             */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "partner_not_found" | "partner_user_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
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
                        code: "text_invalid" | "email_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "email_invalid";
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
    changePassword: {
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
                 *       "currentPassword": "correct-horse-battery",
                 *       "code": "492039",
                 *       "newPassword": "staple-goose-battery-violin-correct-harbour"
                 *     }
                 */
                "application/json": components["schemas"]["ChangePasswordBody"];
            };
        };
        responses: {
            /** @description Changed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changed": true
                     *     }
                     */
                    "application/json": components["schemas"]["PasswordChanged"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `credentials_wrong`: The present password or the code is not right, or used.
             *     - `password_guessable`: It is common, or close to what is or to your e-mail.
             *     - `password_unchanged`: It is the present password.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `length_invalid`: See the field that `errors` names.
             *     - `code_invalid`: See the field that `errors` names.
             *     - `password_invalid`: See the field that `errors` names.
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
                        code: "credentials_wrong" | "password_guessable" | "password_unchanged" | "text_invalid" | "length_invalid" | "code_invalid" | "password_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "credentials_wrong" | "password_guessable" | "password_unchanged" | "text_invalid" | "length_invalid" | "code_invalid" | "password_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            /**
             * @description - `too_many_attempts`: Five failures for this account in 15 minutes.
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
    showReconciliation: {
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
            /** @description The differences, and the last runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestedAt": "2026-03-02T14:05:06.789Z",
                     *       "open": 1,
                     *       "differences": [
                     *         {
                     *           "id": "9655f8ea-3a79-5b10-92a2-0e2b38726f29",
                     *           "kind": "event_unreadable",
                     *           "what": "deposit 9c1b041f: completed in the log, no journal at the broker",
                     *           "whatToDo": "Ask the broker for the journal.",
                     *           "openedAt": "2026-03-02T14:05:06.789Z",
                     *           "partnerId": "0cd0a341-7963-53f6-a883-44c58dc03aa7",
                     *           "partnerName": "Acme",
                     *           "userId": "03d1816d-6df3-5f98-8f52-dcd809605f44",
                     *           "settlementId": "3792bca8-e780-5d6e-9f15-0c3df489fe09",
                     *           "depositId": "de7f503b-ae61-5507-915f-ea07f16c28c4",
                     *           "orderId": "15de7868-2431-5c95-b939-20c3f1c1196f",
                     *           "journalId": "c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4",
                     *           "brokerOrderId": "c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4",
                     *           "accountId": "c1d6a0de-45b5-4d02-9d5c-2ff0e2c3a6f4",
                     *           "dismissed": null
                     *         }
                     *       ],
                     *       "runs": [
                     *         {
                     *           "kind": "first",
                     *           "from": "2026-03-02T14:05:06.789Z",
                     *           "until": "2026-03-02T14:05:06.789Z",
                     *           "at": "2026-03-02T14:05:06.789Z",
                     *           "tookMs": 1200,
                     *           "calls": 6,
                     *           "compared": {
                     *             "deposits": 120,
                     *             "journals": 120,
                     *             "orders": 80,
                     *             "accounts": 3,
                     *             "periods": 2
                     *           },
                     *           "opened": 1,
                     *           "closed": 0,
                     *           "more": 0,
                     *           "foreign": 0,
                     *           "unreadable": 0,
                     *           "notCompared": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Reconciliation"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    dismissDifference: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id of the difference. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The partner credited it by hand",
                 *       "openedAt": "2026-03-02T15:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["DismissBody"];
            };
        };
        responses: {
            /** @description Dismissed, now or earlier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "a333b16d-b1f0-501a-b3c8-e79fa9afeeab"
                     *     }
                     */
                    "application/json": components["schemas"]["DismissedAnswer"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `difference_not_found`: There is no such difference, or not any more. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "difference_not_found";
                        /** @constant */
                        status: 404;
                    };
                };
            };
            /**
             * @description - `difference_told_anew`: It says something else than at `openedAt`.
             *     - `dismissed_already`: Somebody did before; the detail says when and why. The same reason of the same person again is no fault.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "difference_told_anew" | "dismissed_already";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
             *     - `reason_invalid`: See the field that `errors` names.
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
                        code: "text_invalid" | "reason_invalid" | "length_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "reason_invalid" | "length_invalid";
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
    requestReconciliation: {
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
            /** @description It is asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "requestedAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RequestedReconciliation"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAllSettlements: {
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    signIn: {
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
                 *       "email": "ada@operator.example",
                 *       "password": "correct-horse-battery",
                 *       "code": "492039"
                 *     }
                 */
                "application/json": components["schemas"]["SignInBody"];
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "268129ed-4373-531b-bacf-be707c51b7cd",
                     *       "email": "ada@operator.example",
                     *       "role": "operator",
                     *       "endsAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StaffSession"];
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
            /** @description - `sign_in_refused`: E-mail, password or code is not right, or the code was used. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "sign_in_refused";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
             *     - `length_invalid`: See the field that `errors` names.
             *     - `code_invalid`: See the field that `errors` names.
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
                        code: "text_invalid" | "length_invalid" | "code_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "length_invalid" | "code_invalid";
                        })[];
                        /** @constant */
                        status: 422;
                    };
                };
            };
            /**
             * @description - `too_many_attempts`: In 15 minutes five failures for this account from this address, twenty-five for this account, or fifty from this address. A browser that has signed in to the account before counts by itself, up to five.
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
    signOut: {
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
            /** @description Signed out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signedOut": true
                     *     }
                     */
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOutEverywhere: {
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
            /** @description Signed out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signedOut": true
                     *     }
                     */
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importTransfers: {
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
                 *       "csv": "partner,reference,amount\r\n0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90,BANK-1,500.00\r\n",
                 *       "preview": true
                 *     }
                 */
                "application/json": components["schemas"]["ImportTransfersBody"];
            };
        };
        responses: {
            /** @description What became of each line, or would. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recorded": true,
                     *       "lines": [
                     *         {
                     *           "line": 2,
                     *           "partnerId": "68c1dfa5-32c6-5a7f-bfac-d8a3c127f059",
                     *           "partnerName": "Acme",
                     *           "reference": "BANK-1",
                     *           "amount": "500.00",
                     *           "outcome": "new",
                     *           "reason": "",
                     *           "outstanding": "400.00",
                     *           "matches": [
                     *             {
                     *               "settlementId": "9aa1a15e-aec4-5272-b8f1-ba66affbb015",
                     *               "dueAt": "2026-03-05T05:00:00.000Z",
                     *               "amount": "400.00"
                     *             }
                     *           ],
                     *           "credit": "100.00"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TransferImport"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `file_invalid`: The file is wrong; `errors` names each line.
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
                        code: "file_invalid" | "length_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "file_invalid" | "length_invalid";
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
    listTransferProposals: {
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
            /** @description What waits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "proposals": [
                     *         {
                     *           "transferId": "8ec9760e-3384-5d5f-b719-ace0ce211182",
                     *           "partnerId": "68c1dfa5-32c6-5a7f-bfac-d8a3c127f059",
                     *           "partnerName": "Acme",
                     *           "reference": "BANK-1",
                     *           "amount": "50000.00",
                     *           "wanted": "recorded",
                     *           "proposedBy": "ada@acme.example",
                     *           "proposedAt": "2026-03-02T14:05:06.789Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["TransferProposalList"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    findUsers: {
        parameters: {
            query: {
                /** @description An e-mail, an externalId, an id or an account number at the broker, whole. */
                text: string;
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
            /** @description Those who match, none perhaps. */
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
                     *           "id": "9f4c4af3-1809-5c0a-8a98-a198c5e78ea6",
                     *           "partnerId": "c220e701-84d1-5e43-a93a-7ca811517d2c",
                     *           "externalId": "user-1",
                     *           "email": "ada@users.example",
                     *           "firstName": "Ada",
                     *           "lastName": "Lovelace",
                     *           "status": "pending_verification",
                     *           "createdAt": "2026-03-02T14:05:06.789Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FoundUsers"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    showUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The user. */
                userId: string;
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
                     *       "id": "9f4c4af3-1809-5c0a-8a98-a198c5e78ea6",
                     *       "partnerId": "c220e701-84d1-5e43-a93a-7ca811517d2c",
                     *       "externalId": "user-1",
                     *       "email": "ada@users.example",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "status": "pending_verification",
                     *       "createdAt": "2026-03-02T14:05:06.789Z",
                     *       "phone": "+14155550123",
                     *       "country": "US",
                     *       "dateOfBirth": "1990-05-15",
                     *       "verificationStatus": {
                     *         "email": "pending",
                     *         "identity": "pending",
                     *         "address": "pending"
                     *       },
                     *       "onboarding": "none",
                     *       "profile": null,
                     *       "accountAtBroker": null,
                     *       "verifications": [
                     *         {
                     *           "id": "7a8c85b6-8385-5983-a928-7094d76501cf",
                     *           "userId": "0cd0a341-7963-53f6-a883-44c58dc03aa7",
                     *           "partnerId": "487d670f-2974-540c-ab78-2ed180e2c223",
                     *           "verificationType": "identity",
                     *           "documentType": "passport",
                     *           "status": "pending",
                     *           "needsReview": false,
                     *           "decidedBy": "provider",
                     *           "reason": "The photo is of a cat",
                     *           "createdAt": "2026-03-02T14:05:06.789Z",
                     *           "updatedAt": "2026-03-02T14:05:06.789Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StaffUser"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: There is no such user. */
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
    closeUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Asked by the partner"
                 *     }
                 */
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description The user as it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9f4c4af3-1809-5c0a-8a98-a198c5e78ea6",
                     *       "partnerId": "c220e701-84d1-5e43-a93a-7ca811517d2c",
                     *       "externalId": "user-1",
                     *       "email": "ada@users.example",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "status": "pending_verification",
                     *       "createdAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FoundUser"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `user_not_found`: There is no such user. */
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
             *     - `reason_invalid`: See the field that `errors` names.
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
                        code: "text_invalid" | "reason_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "reason_invalid";
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
    listUserDeposits: {
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
                /** @description The user. */
                userId: string;
            };
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
                            code: "type_invalid" | "field_missing" | "count_invalid" | "parameter_unknown" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: There is no such user. */
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
    eraseUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Letter of 2 March",
                 *       "confirm": "1f0c77ab"
                 *     }
                 */
                "application/json": components["schemas"]["EraseBody"];
            };
        };
        responses: {
            /** @description What was done, or would be. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9f4c4af3-1809-5c0a-8a98-a198c5e78ea6",
                     *       "state": "to_confirm",
                     *       "confirm": "1f0c77ab",
                     *       "inBackupsUntil": "2026-03-02T14:05:06.789Z",
                     *       "toAsk": [
                     *         {
                     *           "provider": "broker",
                     *           "ids": [
                     *             "0b7e9c52-7f3c-5d0e-8a55-3f1d2c4b6a90"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Erasure"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `user_not_found`: There is no such user. */
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
             * @description - `legal_hold`: A legal hold keeps the data of this user.
             *     - `money_open`: A deposit or an order has not ended.
             *     - `log_not_sealed`: Events of an earlier version tell of the user in clear.
             *     - `account_open`: The account at the broker is not closed.
             *     - `records_kept`: The law wants the records kept for longer.
             *     - `not_confirmed`: It is not the code of the first step, or the user’s status or ids at providers changed.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "legal_hold" | "money_open" | "log_not_sealed" | "account_open" | "records_kept" | "not_confirmed";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
             *     - `reason_invalid`: See the field that `errors` names.
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
                        code: "text_invalid" | "reason_invalid" | "length_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "reason_invalid" | "length_invalid";
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
    showUserHistory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The history. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "position": "4711",
                     *           "stream": "user-0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90",
                     *           "type": "UserSuspended",
                     *           "at": "2026-03-02T14:05:06.789Z",
                     *           "actor": "staff:7d0c1f5e-52a4-5b8e-8a2b-0f4c9d7e6a11",
                     *           "actorEmail": "grace@firm.example",
                     *           "requestId": "checkout-7731",
                     *           "data": {
                     *             "reason": "Asked"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: There is no such user. */
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
    listUserOrders: {
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
                /** @description The user. */
                userId: string;
            };
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
                            code: "type_invalid" | "field_missing" | "count_invalid" | "parameter_unknown" | "request_malformed";
                        })[];
                        /** @constant */
                        status: 400;
                    };
                };
            };
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `user_not_found`: There is no such user. */
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
    reinstateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Asked by the partner"
                 *     }
                 */
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description The user as it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9f4c4af3-1809-5c0a-8a98-a198c5e78ea6",
                     *       "partnerId": "c220e701-84d1-5e43-a93a-7ca811517d2c",
                     *       "externalId": "user-1",
                     *       "email": "ada@users.example",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "status": "pending_verification",
                     *       "createdAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FoundUser"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `user_not_found`: There is no such user. */
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
            /** @description - `user_closed`: The user is closed, and closed is final. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_closed";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
             *     - `reason_invalid`: See the field that `errors` names.
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
                        code: "text_invalid" | "reason_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "reason_invalid";
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
    suspendUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Asked by the partner"
                 *     }
                 */
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description The user as it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9f4c4af3-1809-5c0a-8a98-a198c5e78ea6",
                     *       "partnerId": "c220e701-84d1-5e43-a93a-7ca811517d2c",
                     *       "externalId": "user-1",
                     *       "email": "ada@users.example",
                     *       "firstName": "Ada",
                     *       "lastName": "Lovelace",
                     *       "status": "pending_verification",
                     *       "createdAt": "2026-03-02T14:05:06.789Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FoundUser"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `user_not_found`: There is no such user. */
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
            /** @description - `user_closed`: The user is closed, and closed is final. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "user_closed";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `text_invalid`: See the field that `errors` names.
             *     - `reason_invalid`: See the field that `errors` names.
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
                        code: "text_invalid" | "reason_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "text_invalid" | "reason_invalid";
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
    listReviews: {
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
            /** @description Under review. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "verifications": [
                     *         {
                     *           "id": "7a8c85b6-8385-5983-a928-7094d76501cf",
                     *           "userId": "0cd0a341-7963-53f6-a883-44c58dc03aa7",
                     *           "partnerId": "487d670f-2974-540c-ab78-2ed180e2c223",
                     *           "verificationType": "identity",
                     *           "documentType": "passport",
                     *           "status": "pending",
                     *           "needsReview": false,
                     *           "decidedBy": "provider",
                     *           "reason": "The photo is of a cat",
                     *           "createdAt": "2026-03-02T14:05:06.789Z",
                     *           "updatedAt": "2026-03-02T14:05:06.789Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VerificationList"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReadable"];
        };
    };
    decideVerification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The verification. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Asked by the partner",
                 *       "outcome": "approved"
                 *     }
                 */
                "application/json": components["schemas"]["DecisionBody"];
            };
        };
        responses: {
            /** @description Decided; the user follows within a second. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7a8c85b6-8385-5983-a928-7094d76501cf",
                     *       "outcome": "approved"
                     *     }
                     */
                    "application/json": components["schemas"]["DecidedVerification"];
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
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            /**
             * @description - `cross_site_request`: Neither `Sec-Fetch-Site: same-origin` nor the `Origin` of this service came along.
             *     - `role_required`: Your role does not open this.
             *     - `https_required`: The request came over plain HTTP.
             */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "cross_site_request" | "role_required" | "https_required";
                        /** @constant */
                        status: 403;
                    };
                };
            };
            /** @description - `verification_not_found`: There is no such verification. */
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
            /** @description - `verification_closed`: It is not under review. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "verification_closed";
                        /** @constant */
                        status: 409;
                    };
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NoJson"];
            /**
             * @description - `outcome_invalid`: See the field that `errors` names.
             *     - `text_invalid`: See the field that `errors` names.
             *     - `reason_invalid`: See the field that `errors` names.
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
                        code: "outcome_invalid" | "text_invalid" | "reason_invalid" | "content_unacceptable";
                        errors: (components["schemas"]["Fault"] & {
                            /** @enum {unknown} */
                            code: "outcome_invalid" | "text_invalid" | "reason_invalid";
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
    showVerificationHistory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own id for this request, found again in the answer and in our records. One is made when it is absent or not of this form. */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The history. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "position": "4711",
                     *           "stream": "user-0b9a7a52-6a3c-5c0e-9d5e-2f1f3c1b7a90",
                     *           "type": "UserSuspended",
                     *           "at": "2026-03-02T14:05:06.789Z",
                     *           "actor": "staff:7d0c1f5e-52a4-5b8e-8a2b-0f4c9d7e6a11",
                     *           "actorEmail": "grace@firm.example",
                     *           "requestId": "checkout-7731",
                     *           "data": {
                     *             "reason": "Asked"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            400: components["responses"]["NoParameters"];
            /** @description - `not_signed_in`: There is no session, or it is over. */
            401: {
                headers: {
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @enum {unknown} */
                        code: "not_signed_in";
                        /** @constant */
                        status: 401;
                    };
                };
            };
            403: components["responses"]["HttpsRequired"];
            /** @description - `verification_not_found`: There is no such verification. */
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
}
