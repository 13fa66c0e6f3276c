// The objects of the REST API.
// Made by tools/web_types.py from the program's OpenAPI document: change the schemas, and run it.

export interface components {
    schemas: {
        AccountChange: {
            name?: string | null;
            email?: string | null;
            password?: string | null;
        };
        ApiToken: {
            /** Format: uuid */
            id: string;
            name: string;
            scopes: components["schemas"]["ApiTokenScope"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** Format: date-time */
            expiresAt: string | null;
        };
        ApiTokenList: {
            tokens: components["schemas"]["ApiToken"][];
        };
        /** @enum {unknown} */
        ApiTokenScope: "account:read" | "metrics:read" | "calendars:read" | "calendars:write" | "planner:read" | "planner:write" | "bookings:read" | "bookings:write";
        AttentionItem: {
            id: string;
            table: string;
            pk: string;
            sk: string;
            reason: string;
            /** Format: date-time */
            foundAt: string;
            item: {
                [key: string]: unknown;
            } | null;
        };
        AttentionItems: {
            items: components["schemas"]["AttentionItem"][];
        };
        Booking: {
            id: string;
            title: string;
            /** Format: date */
            start: string;
            /** Format: date */
            end: string;
            /** @constant */
            allDay: true;
            resourceId: string;
            color: string;
            editable: boolean;
            extendedProps: {
                placeId: string;
                kind: components["schemas"]["BookingKind"];
                userId: string | null;
                isOwn: boolean;
                note: string | null;
                nights: number;
                total: number | null;
                currency: string;
                checkIn: string;
                checkOut: string;
                version: number;
                etag: string;
                createdBy: string | null;
                createdAt: string;
                updatedAt: string;
            };
        };
        BookingChange: {
            /** Format: date */
            start?: string;
            /** Format: date */
            end?: string;
            title?: string;
            note?: string | null;
            userId?: string | null;
        };
        /** @enum {string} */
        BookingKind: "booking" | "blocked";
        /** @enum {string} */
        BookingRule: "endNotAfterStart" | "tooLong" | "tooShort" | "inThePast" | "tooManyChanges" | "overlap" | "staleVersion" | "nightsAreFree";
        Bookings: components["schemas"]["Booking"][];
        Calendar: {
            id: string;
            name: string;
            color: components["schemas"]["Color"];
            description: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            role: components["schemas"]["Role"];
            etag: string;
        };
        CalendarChange: {
            name?: string;
            color?: components["schemas"]["Color"];
            description?: string | null;
        };
        CalendarFile: string;
        CalendarInvitation: {
            email: string;
            role: components["schemas"]["Role"];
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
        };
        Calendars: {
            calendars: components["schemas"]["Calendar"][];
        };
        Color: string;
        Entry: {
            id: string;
            calendarId: string;
            title: string;
            description: string | null;
            location: string | null;
            /** Format: date */
            date: string;
            color: components["schemas"]["Color"];
            kind: components["schemas"]["EntryKind"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        EntryChange: {
            title?: string;
            description?: string | null;
            location?: string | null;
            /** Format: date */
            date?: string;
            color?: components["schemas"]["Color"];
            kind?: components["schemas"]["NewEntryKind"];
            calendarId?: string;
        };
        EntryKind: {
            /** @constant */
            type: "MultiDay";
            /** Format: date */
            start: string;
            /** Format: date */
            end: string;
        } | {
            /** @constant */
            type: "AllDay";
        } | {
            /** @constant */
            type: "Timed";
            start: string;
            end: string;
        } | {
            /** @constant */
            type: "Task";
            completed: boolean;
        };
        EntryRange: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            entries: components["schemas"]["Entry"][];
            days: {
                /** Format: date */
                date: string;
                entries: string[];
            }[];
        };
        InvitedMember: {
            member?: components["schemas"]["Member"];
            invitation?: components["schemas"]["CalendarInvitation"];
        } & (unknown | unknown);
        InvitedPlaceMember: {
            member?: components["schemas"]["PlaceMember"];
            invitation?: components["schemas"]["PlaceInvitation"];
        } & (unknown | unknown);
        LinkBeginning: {
            returnTo?: string | null;
        };
        LinkBegun: {
            location: string;
        };
        LinkedPlannerEvents: {
            events: components["schemas"]["PlannerEvent"][];
        };
        MadeApiToken: {
            token: components["schemas"]["ApiToken"];
            text: string;
        };
        MadePasswordLink: {
            secret: string;
            link: string;
            /** Format: date-time */
            expiresAt: string;
        };
        MadeSignUpInvitation: {
            invitation: components["schemas"]["SignUpInvitation"];
            secret: string;
            link: string;
        };
        Me: {
            id: string;
            email: string;
            name: string;
            administrator: boolean;
            hasPassword: boolean;
            secondFactor: boolean;
            provider?: string;
            passwordHelp?: {
                by: string;
                /** Format: date-time */
                at: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Member: {
            userId: string;
            name: string | null;
            email: string | null;
            emailVerified: boolean;
            role: components["schemas"]["Role"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        Members: {
            members: components["schemas"]["Member"][];
            invitations: components["schemas"]["CalendarInvitation"][];
        };
        NewApiToken: {
            name: string;
            scopes: components["schemas"]["ApiTokenScope"][];
            /** Format: date-time */
            expiresAt?: string | null;
        };
        NewBooking: {
            /** Format: date */
            start: string;
            /** Format: date */
            end: string;
            kind?: components["schemas"]["BookingKind"];
            title?: string | null;
            note?: string | null;
            userId?: string | null;
        };
        NewCalendar: {
            name: string;
            color: components["schemas"]["Color"];
            description?: string | null;
        };
        NewEntry: {
            title: string;
            description?: string | null;
            location?: string | null;
            /** Format: date */
            date?: string;
            color?: components["schemas"]["Color"] | null;
            kind: components["schemas"]["NewEntryKind"];
        };
        NewEntryKind: {
            /** @constant */
            type: "MultiDay";
            /** Format: date */
            start: string;
            /** Format: date */
            end: string;
        } | {
            /** @constant */
            type: "AllDay";
        } | {
            /** @constant */
            type: "Timed";
            start: string;
            end: string;
        } | {
            /** @constant */
            type: "Task";
            completed?: boolean;
        };
        NewMember: {
            email: string;
            role: components["schemas"]["Role"];
        };
        NewPasswordLink: {
            removeSecondFactor?: boolean | null;
        };
        NewPlace: {
            name: string;
            color: components["schemas"]["Color"];
            description?: string | null;
            houseRules?: string | null;
            maxNights?: number;
            minNights?: number;
            checkIn?: string;
            checkOut?: string;
            tzid?: string;
            currency?: string;
            pricePerNight?: number;
            seasons?: components["schemas"]["PlaceSeason"][];
            allowsPast?: boolean;
            showsNames?: boolean;
        };
        NewPlaceMember: {
            email: string;
            role: components["schemas"]["PlaceRole"];
        };
        NewPlannerEvent: {
            title: string;
            description?: string | null;
            location?: string | null;
            color?: string | null;
            status?: components["schemas"]["PlannerStatus"];
            tags?: string[];
            reminderMinutes?: number[];
            links?: components["schemas"]["PlannerLink"][];
            ttl?: number | null;
            isAllDay?: boolean;
            /** Format: date */
            startDate?: string;
            /** Format: date */
            endDate?: string;
            start?: string;
            end?: string | null;
            startTzid?: string | null;
            endTzid?: string | null;
            rrule?: string | null;
            rruleUntil?: string | null;
            exdate?: string[];
            rdate?: string[];
        };
        NewSignUpInvitation: {
            email?: string | null;
        };
        NewWish: {
            /** Format: date */
            start: string;
            /** Format: date */
            end: string;
            note?: string | null;
        };
        NightPrices: {
            currency: string;
            nights: {
                /** Format: date */
                date: string;
                price: number;
                season: string | null;
            }[];
        };
        OpenApi: Record<string, never>;
        OwnCalendarInvitation: {
            calendarId: string;
            calendarName: string;
            role: components["schemas"]["Role"];
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
        };
        OwnCalendarInvitations: {
            invitations: components["schemas"]["OwnCalendarInvitation"][];
        };
        OwnPlaceInvitation: {
            placeId: string;
            placeName: string;
            role: components["schemas"]["PlaceRole"];
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
        };
        OwnPlaceInvitations: {
            invitations: components["schemas"]["OwnPlaceInvitation"][];
        };
        PasswordChange: {
            currentPassword?: string | null;
            newPassword: string;
            endAccess?: boolean | null;
        };
        PasswordConfirmation: {
            password?: string | null;
        };
        PasswordReset: {
            secret: string;
            newPassword: string;
            endAccess?: boolean | null;
        };
        PasswordWasReset: {
            email: string;
        };
        Person: {
            id: string;
            name: string;
            email: string;
            administrator: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        PersonChange: {
            administrator: boolean;
        };
        PersonList: {
            users: components["schemas"]["Person"][];
        };
        Place: {
            name: string;
            color: components["schemas"]["Color"];
            description: string | null;
            houseRules: string | null;
            maxNights: number;
            minNights: number;
            checkIn: string;
            checkOut: string;
            tzid: string;
            currency: string;
            pricePerNight: number;
            seasons: components["schemas"]["PlaceSeason"][];
            allowsPast: boolean;
            showsNames: boolean;
            id: string;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            role: components["schemas"]["PlaceRole"];
            etag: string;
        };
        PlaceChange: {
            name?: string;
            color?: components["schemas"]["Color"];
            description?: string | null;
            houseRules?: string | null;
            maxNights?: number;
            minNights?: number;
            checkIn?: string;
            checkOut?: string;
            tzid?: string;
            currency?: string;
            pricePerNight?: number;
            seasons?: components["schemas"]["PlaceSeason"][];
            allowsPast?: boolean;
            showsNames?: boolean;
        };
        PlaceFeed: {
            exists: boolean;
            /** Format: date-time */
            createdAt?: string;
            lastReadAt?: string | null;
        };
        PlaceFeedLink: {
            url: string;
        };
        PlaceInvitation: {
            email: string;
            role: components["schemas"]["PlaceRole"];
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
        };
        PlaceMember: {
            userId: string;
            name: string | null;
            email: string | null;
            role: components["schemas"]["PlaceRole"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        PlaceMembers: {
            members: components["schemas"]["PlaceMember"][];
            invitations: components["schemas"]["PlaceInvitation"][];
        };
        /** @enum {string} */
        PlaceRole: "viewer" | "member" | "administrator";
        PlaceRoleChange: {
            role: components["schemas"]["PlaceRole"];
        };
        PlaceSeason: {
            name: string;
            from: string;
            to: string;
            pricePerNight: number;
            minNights?: number | null;
        };
        PlaceStatistics: {
            year: number;
            months: {
                month: number;
                nights: number;
                booked: number;
                blocked: number;
                occupancy: number;
            }[];
            people: {
                userId: string | null;
                name: string;
                isMember: boolean;
                nights: number;
                stays: number;
                total: number;
                share: number;
                difference: number;
            }[];
            fairNights: number;
            fairness: number | null;
            currency: string;
        };
        Places: {
            places: components["schemas"]["Place"][];
            invitations: components["schemas"]["OwnPlaceInvitation"][];
        };
        PlannerBootstrap: {
            /** Format: date-time */
            now: string;
            person: {
                id: string;
                name: string;
            };
            preferences: components["schemas"]["PlannerPreferences"];
            stats: components["schemas"]["PlannerStats"];
            palette: {
                name: string;
                color: string;
            }[];
            tags: string[];
            reminders: components["schemas"]["PlannerReminder"][];
            feed: components["schemas"]["PlannerFeed"];
            view: components["schemas"]["PlannerView"];
        };
        PlannerEvent: {
            id: string;
            /** @enum {string} */
            kind: "event" | "series" | "occurrence";
            masterId?: string;
            recurrenceId?: string;
            isException?: boolean;
            title: string;
            location: string | null;
            color: string | null;
            status: components["schemas"]["PlannerStatus"];
            tags: string[];
            reminderMinutes: number[];
            isAllDay: boolean;
            /** Format: date */
            startDate?: string;
            /** Format: date */
            endDate?: string;
            /** Format: date-time */
            startUtc?: string;
            /** Format: date-time */
            endUtc?: string | null;
            startLocal?: string;
            endLocal?: string | null;
            startTzid: string | null;
            endTzid: string | null;
            rrule?: string;
            modifiedFields?: string[];
            ttl?: number | null;
            sequence: number;
            version: number;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
            description: string | null;
            links: components["schemas"]["PlannerLink"][];
            rruleUntil?: string | null;
            exdate?: string[];
            rdate?: string[];
            hasExceptions?: boolean;
            icalUid: string;
            /** Format: date-time */
            createdAt: string;
        };
        PlannerEventChange: {
            title?: string;
            description?: string | null;
            location?: string | null;
            color?: string | null;
            status?: components["schemas"]["PlannerStatus"];
            tags?: string[];
            reminderMinutes?: number[];
            links?: components["schemas"]["PlannerLink"][];
            ttl?: number | null;
            isAllDay?: boolean;
            /** Format: date */
            startDate?: string;
            /** Format: date */
            endDate?: string;
            start?: string;
            end?: string | null;
            startTzid?: string | null;
            endTzid?: string | null;
            rrule?: string | null;
            rruleUntil?: string | null;
            exdate?: string[];
            rdate?: string[];
        };
        PlannerFeed: {
            exists: boolean;
            /** Format: date-time */
            createdAt?: string;
            lastReadAt?: string | null;
        };
        PlannerFeedLink: {
            url: string;
        };
        PlannerImport: {
            created: number;
            updated: number;
            unchanged: number;
            skipped: number;
            notes: {
                line: number;
                text: string;
            }[];
            events: {
                title: string;
                start: string;
                /** @enum {string} */
                kind: "event" | "series";
            }[];
        };
        PlannerLink: {
            target: string;
            title?: string | null;
        };
        PlannerOccurrence: {
            id: string;
            /** @enum {string} */
            kind: "event" | "series" | "occurrence";
            masterId?: string;
            recurrenceId?: string;
            isException?: boolean;
            title: string;
            location: string | null;
            color: string | null;
            status: components["schemas"]["PlannerStatus"];
            tags: string[];
            reminderMinutes: number[];
            isAllDay: boolean;
            /** Format: date */
            startDate?: string;
            /** Format: date */
            endDate?: string;
            /** Format: date-time */
            startUtc?: string;
            /** Format: date-time */
            endUtc?: string | null;
            startLocal?: string;
            endLocal?: string | null;
            startTzid: string | null;
            endTzid: string | null;
            rrule?: string;
            modifiedFields?: string[];
            ttl?: number | null;
            sequence: number;
            version: number;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
            start: string;
            end: string;
        };
        PlannerPreferences: {
            defaultTzid: string;
            /** @enum {integer} */
            weekStart: 0 | 1;
            /** @enum {integer} */
            defaultEventDuration: 15 | 30 | 45 | 60;
            /** @enum {integer} */
            defaultCalendarIncrement: 10 | 15 | 30 | 60;
            defaultReminderMinutes: number[];
            /** @enum {string} */
            theme: "light" | "dark" | "auto";
            autoArchiveCompletedTasks: boolean;
            autoArchiveDelayHours: number;
            enableBrowserNotifications: boolean;
            enableSoundNotifications: boolean;
            version: number;
            etag: string;
        };
        PlannerPreferencesChange: {
            defaultTzid?: string;
            /** @enum {integer} */
            weekStart?: 0 | 1;
            /** @enum {integer} */
            defaultEventDuration?: 15 | 30 | 45 | 60;
            /** @enum {integer} */
            defaultCalendarIncrement?: 10 | 15 | 30 | 60;
            defaultReminderMinutes?: number[];
            /** @enum {string} */
            theme?: "light" | "dark" | "auto";
            autoArchiveCompletedTasks?: boolean;
            autoArchiveDelayHours?: number;
            enableBrowserNotifications?: boolean;
            enableSoundNotifications?: boolean;
        };
        PlannerReminder: {
            id: string;
            eventId: string;
            title: string;
            /** Format: date-time */
            dueAt: string;
            /** Format: date-time */
            startUtc?: string;
            /** Format: date */
            startDate?: string;
            startLocal?: string;
            start: string;
            isAllDay: boolean;
            minutes: number;
            location: string | null;
            color: string | null;
            /** Format: date-time */
            snoozedUntil?: string;
        };
        PlannerReminderChange: {
            /** @constant */
            dismissed?: true;
            snoozeMinutes?: number;
        } & (unknown | unknown);
        PlannerReminders: {
            reminders: components["schemas"]["PlannerReminder"][];
        };
        PlannerResults: {
            results: {
                event: components["schemas"]["PlannerEvent"];
                next: null | components["schemas"]["PlannerTimes"];
            }[];
        };
        PlannerSeries: {
            series: components["schemas"]["PlannerEvent"];
            exceptions: components["schemas"]["PlannerEvent"][];
        };
        PlannerStats: {
            totalEvents: number;
            totalTasks: number;
            totalReminders: number;
            totalNotes: number;
            upcomingEvents: number;
            overdueTasks: number;
            lastEventCreated: string | null;
            lastTaskCompleted: string | null;
        };
        /** @enum {string} */
        PlannerStatus: "CONFIRMED" | "TENTATIVE" | "CANCELLED";
        PlannerTimes: {
            id: string;
            isAllDay: boolean;
            /** Format: date */
            startDate?: string;
            /** Format: date */
            endDate?: string;
            /** Format: date-time */
            startUtc?: string;
            /** Format: date-time */
            endUtc?: string | null;
            startLocal?: string;
            endLocal?: string | null;
            startTzid: string | null;
            endTzid: string | null;
            start: string;
            end: string;
        };
        PlannerView: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            tzid?: string;
            occurrences?: components["schemas"]["PlannerOccurrence"][];
            items?: components["schemas"]["PlannerEvent"][];
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            field?: string;
            code?: string;
            taken?: unknown[];
            current?: unknown;
        };
        Quota: {
            /** @enum {unknown} */
            kind: "bytes" | "events" | "series" | "calendars" | "entries" | "places" | "stays";
            used: number | null;
            allowed: number;
            isOwn: boolean;
        };
        QuotaChange: {
            bytes?: number | null;
            events?: number | null;
            series?: number | null;
            calendars?: number | null;
            entries?: number | null;
            places?: number | null;
            stays?: number | null;
        };
        QuotaList: {
            quotas: components["schemas"]["Quota"][];
        };
        Quote: {
            /** Format: date */
            start: string;
            /** Format: date */
            end: string;
            nights: number;
            parts: {
                season: string | null;
                /** Format: date */
                start: string;
                /** Format: date */
                end: string;
                nights: number;
                pricePerNight: number;
                total: number;
            }[];
            total: number;
            currency: string;
            taken: components["schemas"]["TakenNight"][];
            refusal: null | {
                code: components["schemas"]["BookingRule"];
                detail: string;
            };
        };
        RecoveryCodes: {
            recoveryCodes: string[];
        };
        /** @enum {string} */
        Role: "owner" | "writer" | "reader";
        RoleChange: {
            role: components["schemas"]["Role"];
        };
        SecondFactorCode: {
            code: string;
        };
        SecondFactorOff: {
            password?: string | null;
            code: string;
        };
        SecondFactorOffer: {
            secret: string;
            uri: string;
        };
        Server: {
            name: string;
            version: string;
            setupNeeded: boolean;
            signedIn: boolean;
            /** @enum {unknown} */
            signUp: "closed" | "invitation" | "open";
            contact?: string;
            providers: {
                id: string;
                name: string;
            }[];
        };
        SessionList: {
            sessions: {
                /** Format: uuid */
                id: string;
                method: string;
                address: string;
                userAgent: string;
                /** Format: date-time */
                createdAt: string;
                /** Format: date-time */
                lastSeenAt: string;
                /** Format: date-time */
                expiresAt: string;
                current: boolean;
            }[];
        };
        SetUp: {
            secret: string;
            email: string;
            name: string;
            password: string;
        };
        Settings: {
            /** @enum {unknown} */
            signUp: "closed" | "invitation" | "open";
            contact?: string | null;
            quotas: {
                [key: string]: number;
            };
        };
        SettingsChange: {
            /** @enum {unknown} */
            signUp: "closed" | "invitation" | "open";
            contact?: string | null;
            quotas?: components["schemas"]["QuotaChange"];
        };
        SignIn: {
            email: string;
            password: string;
            code?: string | null;
        };
        SignUp: {
            email: string;
            name: string;
            password: string;
            invitation?: string | null;
        };
        SignUpInvitation: {
            /** Format: uuid */
            id: string;
            email: string | null;
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        SignUpInvitationList: {
            invitations: components["schemas"]["SignUpInvitation"][];
        };
        TakenNight: {
            /** Format: date */
            night: string;
            event?: {
                id: string;
                title: string;
                kind: components["schemas"]["BookingKind"];
            };
        };
        TaskState: {
            completed: boolean;
        };
        Wish: {
            /** Format: uuid */
            id: string;
            placeId: string;
            placeName: string;
            userId: string;
            userName: string;
            /** Format: date */
            start: string;
            /** Format: date */
            end: string;
            nights: number;
            note: string | null;
            /** Format: date-time */
            createdAt: string;
            offered: boolean;
        };
        Wishes: {
            wishes: components["schemas"]["Wish"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type AccountChange = components['schemas']['AccountChange'];
export type ApiToken = components['schemas']['ApiToken'];
export type ApiTokenList = components['schemas']['ApiTokenList'];
export type ApiTokenScope = components['schemas']['ApiTokenScope'];
export type AttentionItem = components['schemas']['AttentionItem'];
export type AttentionItems = components['schemas']['AttentionItems'];
export type Booking = components['schemas']['Booking'];
export type BookingChange = components['schemas']['BookingChange'];
export type BookingKind = components['schemas']['BookingKind'];
export type BookingRule = components['schemas']['BookingRule'];
export type Bookings = components['schemas']['Bookings'];
export type Calendar = components['schemas']['Calendar'];
export type CalendarChange = components['schemas']['CalendarChange'];
export type CalendarFile = components['schemas']['CalendarFile'];
export type CalendarInvitation = components['schemas']['CalendarInvitation'];
export type Calendars = components['schemas']['Calendars'];
export type Color = components['schemas']['Color'];
export type Entry = components['schemas']['Entry'];
export type EntryChange = components['schemas']['EntryChange'];
export type EntryKind = components['schemas']['EntryKind'];
export type EntryRange = components['schemas']['EntryRange'];
export type InvitedMember = components['schemas']['InvitedMember'];
export type InvitedPlaceMember = components['schemas']['InvitedPlaceMember'];
export type LinkBeginning = components['schemas']['LinkBeginning'];
export type LinkBegun = components['schemas']['LinkBegun'];
export type LinkedPlannerEvents = components['schemas']['LinkedPlannerEvents'];
export type MadeApiToken = components['schemas']['MadeApiToken'];
export type MadePasswordLink = components['schemas']['MadePasswordLink'];
export type MadeSignUpInvitation = components['schemas']['MadeSignUpInvitation'];
export type Me = components['schemas']['Me'];
export type Member = components['schemas']['Member'];
export type Members = components['schemas']['Members'];
export type NewApiToken = components['schemas']['NewApiToken'];
export type NewBooking = components['schemas']['NewBooking'];
export type NewCalendar = components['schemas']['NewCalendar'];
export type NewEntry = components['schemas']['NewEntry'];
export type NewEntryKind = components['schemas']['NewEntryKind'];
export type NewMember = components['schemas']['NewMember'];
export type NewPasswordLink = components['schemas']['NewPasswordLink'];
export type NewPlace = components['schemas']['NewPlace'];
export type NewPlaceMember = components['schemas']['NewPlaceMember'];
export type NewPlannerEvent = components['schemas']['NewPlannerEvent'];
export type NewSignUpInvitation = components['schemas']['NewSignUpInvitation'];
export type NewWish = components['schemas']['NewWish'];
export type NightPrices = components['schemas']['NightPrices'];
export type OpenApi = components['schemas']['OpenApi'];
export type OwnCalendarInvitation = components['schemas']['OwnCalendarInvitation'];
export type OwnCalendarInvitations = components['schemas']['OwnCalendarInvitations'];
export type OwnPlaceInvitation = components['schemas']['OwnPlaceInvitation'];
export type OwnPlaceInvitations = components['schemas']['OwnPlaceInvitations'];
export type PasswordChange = components['schemas']['PasswordChange'];
export type PasswordConfirmation = components['schemas']['PasswordConfirmation'];
export type PasswordReset = components['schemas']['PasswordReset'];
export type PasswordWasReset = components['schemas']['PasswordWasReset'];
export type Person = components['schemas']['Person'];
export type PersonChange = components['schemas']['PersonChange'];
export type PersonList = components['schemas']['PersonList'];
export type Place = components['schemas']['Place'];
export type PlaceChange = components['schemas']['PlaceChange'];
export type PlaceFeed = components['schemas']['PlaceFeed'];
export type PlaceFeedLink = components['schemas']['PlaceFeedLink'];
export type PlaceInvitation = components['schemas']['PlaceInvitation'];
export type PlaceMember = components['schemas']['PlaceMember'];
export type PlaceMembers = components['schemas']['PlaceMembers'];
export type PlaceRole = components['schemas']['PlaceRole'];
export type PlaceRoleChange = components['schemas']['PlaceRoleChange'];
export type PlaceSeason = components['schemas']['PlaceSeason'];
export type PlaceStatistics = components['schemas']['PlaceStatistics'];
export type Places = components['schemas']['Places'];
export type PlannerBootstrap = components['schemas']['PlannerBootstrap'];
export type PlannerEvent = components['schemas']['PlannerEvent'];
export type PlannerEventChange = components['schemas']['PlannerEventChange'];
export type PlannerFeed = components['schemas']['PlannerFeed'];
export type PlannerFeedLink = components['schemas']['PlannerFeedLink'];
export type PlannerImport = components['schemas']['PlannerImport'];
export type PlannerLink = components['schemas']['PlannerLink'];
export type PlannerOccurrence = components['schemas']['PlannerOccurrence'];
export type PlannerPreferences = components['schemas']['PlannerPreferences'];
export type PlannerPreferencesChange = components['schemas']['PlannerPreferencesChange'];
export type PlannerReminder = components['schemas']['PlannerReminder'];
export type PlannerReminderChange = components['schemas']['PlannerReminderChange'];
export type PlannerReminders = components['schemas']['PlannerReminders'];
export type PlannerResults = components['schemas']['PlannerResults'];
export type PlannerSeries = components['schemas']['PlannerSeries'];
export type PlannerStats = components['schemas']['PlannerStats'];
export type PlannerStatus = components['schemas']['PlannerStatus'];
export type PlannerTimes = components['schemas']['PlannerTimes'];
export type PlannerView = components['schemas']['PlannerView'];
export type Problem = components['schemas']['Problem'];
export type Quota = components['schemas']['Quota'];
export type QuotaChange = components['schemas']['QuotaChange'];
export type QuotaList = components['schemas']['QuotaList'];
export type Quote = components['schemas']['Quote'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type Role = components['schemas']['Role'];
export type RoleChange = components['schemas']['RoleChange'];
export type SecondFactorCode = components['schemas']['SecondFactorCode'];
export type SecondFactorOff = components['schemas']['SecondFactorOff'];
export type SecondFactorOffer = components['schemas']['SecondFactorOffer'];
export type Server = components['schemas']['Server'];
export type SessionList = components['schemas']['SessionList'];
export type SetUp = components['schemas']['SetUp'];
export type Settings = components['schemas']['Settings'];
export type SettingsChange = components['schemas']['SettingsChange'];
export type SignIn = components['schemas']['SignIn'];
export type SignUp = components['schemas']['SignUp'];
export type SignUpInvitation = components['schemas']['SignUpInvitation'];
export type SignUpInvitationList = components['schemas']['SignUpInvitationList'];
export type TakenNight = components['schemas']['TakenNight'];
export type TaskState = components['schemas']['TaskState'];
export type Wish = components['schemas']['Wish'];
export type Wishes = components['schemas']['Wishes'];
