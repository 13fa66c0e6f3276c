// The objects of the REST API.
// Made by tools/web_types.py from the program's OpenAPI document: change the schemas, and run it.

export interface components {
    schemas: {
        AccountChange: {
            name?: string | null;
            email?: string | null;
            password?: string | null;
            /** @enum {unknown} */
            language?: null | "" | "de" | "en" | "zh";
            firstSteps?: boolean | null;
        };
        AccountDeletion: {
            deletes: components["schemas"]["AccountLoss"][];
            leaves: components["schemas"]["AccountLoss"][];
            obstacles: {
                detail: string;
                code: string;
                params?: components["schemas"]["SentenceParams"];
            }[];
        };
        AccountLoss: {
            kind: string;
            name: string | null;
            count: number;
        };
        Agenda: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            zone: string;
            /** Format: date */
            today: string;
            items: components["schemas"]["AgendaItem"][];
            failed: {
                app: string;
                owner?: components["schemas"]["AgendaOwner"];
                code: string;
                params?: Record<string, never>;
                detail: string;
            }[];
            next?: string;
        };
        AgendaFeed: {
            exists: boolean;
            /** Format: date-time */
            createdAt?: string;
            lastReadAt?: string | null;
        };
        AgendaFeedLink: {
            url: string;
        };
        AgendaItem: {
            /** @enum {string} */
            kind: "anniversary" | "birthday" | "blocked" | "entry" | "event" | "stay" | "task";
            app: string;
            id: string;
            title: string;
            owner: components["schemas"]["AgendaOwner"];
            self: string;
            may: ("change" | "move" | "resize" | "complete" | "delete" | "answer")[];
            etag?: string;
            color?: string;
            location?: string;
            people: string[];
            uid?: string;
            seriesId?: string;
            /** @enum {string} */
            status?: "TENTATIVE" | "CANCELLED";
            answer?: components["schemas"]["GuestAnswer"];
            task?: {
                /** @enum {string} */
                as?: "due" | "planned" | "overdue";
                done: boolean;
                status?: string;
                priority?: string;
                due?: string;
                planned?: {
                    start: string;
                    end?: string;
                };
            };
            stay?: {
                nights: number;
                guest?: string;
                isOwn: boolean;
                /** Format: date */
                arrival: string;
                /** Format: date */
                departure: string;
                checkIn: string;
                checkOut: string;
            };
            day?: {
                /** @enum {string} */
                which: "birthday" | "deathDay" | "wedding";
                years: number;
                isLiving: boolean;
                kinship?: string;
                personIds: string[];
            };
            allDay: boolean;
            start: string;
            end?: string;
            /** Format: date-time */
            startUtc?: string;
        };
        AgendaOwner: {
            /** @enum {string} */
            kind: "calendar" | "person" | "place" | "project" | "tree";
            id: string;
            name?: string;
        };
        AgendaPreferences: {
            hiddenKinds: ("anniversary" | "birthday" | "blocked" | "entry" | "event" | "stay" | "task")[];
            hiddenOwners: string[];
            declinedHidden: boolean;
        };
        Anniversaries: {
            anniversaries: {
                /** Format: date */
                date: string;
                /** @enum {string} */
                kind: "birthday" | "deathDay" | "wedding";
                years: number;
                treeId: string;
                treeName: string;
                persons: {
                    person: components["schemas"]["ChartPerson"];
                    kinship: string | null;
                }[];
            }[];
            isCut: boolean;
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
        ApiTokenScope: "account:read" | "metrics:read" | "calendars:read" | "calendars:write" | "planner:read" | "planner:write" | "projects:read" | "projects:write" | "bookings:read" | "bookings:write" | "family:read" | "family:write";
        AttentionItem: {
            id: string;
            table: string;
            pk: string;
            sk: string;
            reason: string;
            code: string;
            params?: components["schemas"]["SentenceParams"];
            /** Format: date-time */
            foundAt: string;
            item: {
                [key: string]: unknown;
            } | null;
            hidden: string[];
        };
        AttentionItems: {
            items: components["schemas"]["AttentionItem"][];
        };
        AttributeValue: {
            [key: string]: unknown;
        };
        BinPage: {
            things: components["schemas"]["BinThing"][];
            next: string | null;
            mayDelete: boolean;
        };
        BinPerson: {
            userId: string;
            name: string;
        };
        BinThing: {
            id: string;
            /** @enum {string} */
            kind: "entry" | "calendar" | "event" | "series" | "occurrence" | "following" | "project" | "task" | "person" | "merge" | "tree";
            title: string;
            startsAt: string | null;
            /** Format: date-time */
            deletedAt: string;
            /** Format: date-time */
            expiresAt: string;
            deletedBy: null | components["schemas"]["BinPerson"];
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
                updatedBy: string | null;
                createdAt: string;
                updatedAt: string;
            };
        };
        BookingAuthors: {
            createdBy: {
                userId: string;
                name: string;
            } | null;
            updatedBy: {
                userId: string;
                name: string;
            } | null;
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
        CalendarsFeed: {
            exists: boolean;
            /** Format: date-time */
            createdAt?: string;
            lastReadAt?: string | null;
            calendarIds: string[];
        };
        CalendarsFeedChoice: {
            calendarIds: string[];
        };
        ChartPerson: {
            personId: string;
            firstName: string;
            middleName: string | null;
            lastName: string;
            birthName: string | null;
            preferredName: string | null;
            suffix: string | null;
            gender: components["schemas"]["Gender"];
            /** Format: date */
            birthDate: string | null;
            birthDateText: string | null;
            /** Format: date */
            deathDate: string | null;
            deathDateText: string | null;
            isDeceased: boolean;
            isLiving: boolean;
            isHidden: boolean;
            photoUrl: string | null;
        };
        ChecklistEntry: {
            id: string;
            text: string;
            done: boolean;
        };
        Citation: {
            sourceId: string;
            page?: string | null;
            text?: string | null;
            quality?: number | null;
        };
        Color: string;
        ConfirmationState: {
            /** Format: date-time */
            confirmedUntil: string | null;
            secondFactor: boolean;
            hasPassword: boolean;
        };
        ConsistencyReport: {
            findings: {
                code: string;
                isCertain: boolean;
                personIds: string[];
                params: {
                    [key: string]: string;
                };
            }[];
            persons: components["schemas"]["ChartPerson"][];
            isCut: boolean;
        };
        Console: {
            /** Format: date-time */
            confirmedUntil: string | null;
            secondFactor: boolean;
            hasPassword: boolean;
            writesOwnTables: boolean;
        };
        ConsoleBackups: {
            available: boolean;
            reason?: string;
            code?: string;
            params?: components["schemas"]["SentenceParams"];
            schedule: {
                daily: string;
                keep: number;
                folder: string;
                failure: string | null;
            } | null;
            backups: {
                id: string;
                /** Format: date-time */
                at: string;
                bytes: number;
                files: number;
                damage: string | null;
                /** Format: date-time */
                verified: string | null;
            }[];
            running: {
                /** @enum {unknown} */
                what: "backup" | "verification";
                copiedBytes: number;
                totalBytes: number;
            } | null;
            failure: string | null;
        };
        ConsoleChanges: {
            changes: {
                id: string;
                /** Format: date-time */
                at: string;
                /** @enum {unknown} */
                kind: "INSERT" | "MODIFY" | "REMOVE";
                keys: components["schemas"]["TableItem"];
                item: components["schemas"]["TableItem"] | null;
                before: components["schemas"]["TableItem"] | null;
                hidden: string[];
            }[];
            after: string;
            missed: boolean;
        };
        ConsoleDeletion: {
            item: components["schemas"]["TableItem"];
        };
        ConsoleHealth: {
            version: string;
            /** Format: date-time */
            startedAt: string;
            store: {
                /** @enum {unknown} */
                kind: "embedded" | "remote";
                location: string;
                bytes: number | null;
                freeBytes: number | null;
            };
            checks: {
                name: string;
                /** @enum {unknown} */
                state: "ok" | "warning" | "failed";
                detail: string;
            }[];
            metrics: {
                name: string;
                value: number;
                unit: string;
            }[];
        };
        ConsoleIndex: {
            name: string;
            /** @enum {unknown} */
            kind: "global" | "local";
            partitionKey: components["schemas"]["ConsoleKey"];
            sortKey: components["schemas"]["ConsoleKey"] | null;
            /** @enum {unknown} */
            projection: "ALL" | "KEYS_ONLY" | "INCLUDE";
        };
        ConsoleItem: {
            item: components["schemas"]["TableItem"];
            hidden: string[];
        };
        ConsoleKey: {
            name: string;
            /** @enum {unknown} */
            type: "S" | "N" | "B";
        };
        ConsolePage: {
            items: components["schemas"]["ConsoleItem"][];
            after: string | null;
            scanned: number;
            capacityUnits: number;
        };
        ConsolePut: {
            item: components["schemas"]["TableItem"];
            replaces?: components["schemas"]["TableItem"] | null;
        };
        ConsoleQuery: {
            partition: components["schemas"]["AttributeValue"];
            sort?: {
                /** @enum {unknown} */
                operator: "=" | "<" | "<=" | ">" | ">=" | "between" | "begins_with";
                values: components["schemas"]["AttributeValue"][];
            } | null;
            descending?: boolean | null;
            index?: string | null;
            filter?: {
                attribute: string;
                /** @enum {unknown} */
                operator: "=" | "<>" | "<" | "<=" | ">" | ">=" | "contains" | "begins_with" | "exists" | "not_exists";
                value?: components["schemas"]["AttributeValue"] | null;
            }[] | null;
            limit?: number | null;
            after?: string | null;
        };
        ConsoleScan: {
            index?: string | null;
            filter?: {
                attribute: string;
                /** @enum {unknown} */
                operator: "=" | "<>" | "<" | "<=" | ">" | ">=" | "contains" | "begins_with" | "exists" | "not_exists";
                value?: components["schemas"]["AttributeValue"] | null;
            }[] | null;
            limit?: number | null;
            after?: string | null;
        };
        ConsoleTable: {
            name: string;
            own: boolean;
            status: string;
            partitionKey: components["schemas"]["ConsoleKey"];
            sortKey: components["schemas"]["ConsoleKey"] | null;
            indexes: components["schemas"]["ConsoleIndex"][];
            itemCount: number;
            bytes: number;
            stream: boolean;
            ttl: string | null;
        };
        ConsoleTableList: {
            tables: components["schemas"]["ConsoleTable"][];
        };
        Couple: {
            /** @constant */
            relationshipType: "Spousal";
            treeId: string;
            person1Id: string;
            person2Id: string;
            status: components["schemas"]["CoupleStatus"] | null;
            /** Format: date */
            marriageDate: string | null;
            marriageDateText: string | null;
            marriagePlace: string | null;
            /** Format: date */
            divorceDate: string | null;
            divorceDateText: string | null;
            marriageCitations: components["schemas"]["Citation"][];
            divorceCitations: components["schemas"]["Citation"][];
            history: {
                /** Format: date */
                marriageDate?: string | null;
                marriageDateText?: string | null;
                marriagePlace?: string | null;
                /** Format: date */
                divorceDate?: string | null;
                divorceDateText?: string | null;
                marriageCitations?: components["schemas"]["Citation"][];
                divorceCitations?: components["schemas"]["Citation"][];
            }[];
            notes: string | null;
            createdBy: string | null;
            updatedBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        CoupleChange: {
            status?: components["schemas"]["CoupleStatus"];
            /** Format: date */
            marriageDate?: string | null;
            marriageDateText?: string | null;
            marriagePlace?: string | null;
            /** Format: date */
            divorceDate?: string | null;
            divorceDateText?: string | null;
            marriageCitations?: components["schemas"]["Citation"][];
            divorceCitations?: components["schemas"]["Citation"][];
            history?: {
                /** Format: date */
                marriageDate?: string | null;
                marriageDateText?: string | null;
                marriagePlace?: string | null;
                /** Format: date */
                divorceDate?: string | null;
                divorceDateText?: string | null;
                marriageCitations?: components["schemas"]["Citation"][];
                divorceCitations?: components["schemas"]["Citation"][];
            }[];
            notes?: string | null;
        };
        /** @enum {string} */
        CoupleStatus: "Married" | "Divorced" | "Widowed" | "Separated" | "Unknown";
        Duplicates: {
            pairs: {
                person1Id: string;
                person2Id: string;
                score: number;
                reasons: string[];
            }[];
            persons: components["schemas"]["ChartPerson"][];
            isCut: boolean;
        };
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
            createdBy: string | null;
            updatedBy: string | null;
        };
        EntryAuthors: {
            createdBy: {
                userId: string;
                name: string;
            } | null;
            updatedBy: {
                userId: string;
                name: string;
            } | null;
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
        EntryOrEvent: components["schemas"]["Entry"] | components["schemas"]["PlannerEvent"];
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
        EventGuest: {
            id: string;
            email?: string;
            userId?: string;
            name?: string;
            answer: components["schemas"]["GuestAnswer"];
            /** Format: date-time */
            invitedAt?: string;
        };
        EventGuests: {
            guests: components["schemas"]["EventGuest"][];
        };
        EventInvitation: {
            ownerId: string;
            eventId: string;
            organizer: {
                name: string;
            };
            answer: components["schemas"]["GuestAnswer"];
            /** Format: date-time */
            invitedAt?: string;
            event: components["schemas"]["PlannerEvent"];
            etag: string;
        };
        EventInvitationAnswer: {
            answer: components["schemas"]["GuestAnswer"];
        };
        EventInvitations: {
            invitations: components["schemas"]["EventInvitation"][];
        };
        EventMove: {
            to: string;
        };
        Fact: {
            factId: string;
            personId: string;
            treeId: string;
            kind: string;
            /** Format: date */
            date: string | null;
            dateText: string | null;
            place: string | null;
            value: string | null;
            notes: string | null;
            citations: components["schemas"]["Citation"][];
            createdBy: string | null;
            updatedBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        Facts: {
            facts: components["schemas"]["Fact"][];
        };
        FamilyGraph: {
            persons: components["schemas"]["ChartPerson"][];
            relationships: components["schemas"]["FamilyRelationship"][];
        };
        FamilyMerge: {
            otherId: string;
            otherEtag: string;
            take?: ("firstName" | "middleName" | "lastName" | "birthName" | "preferredName" | "suffix" | "gender" | "birthDate" | "birthPlace" | "deathDate" | "deathPlace" | "isDeceased" | "biography" | "photoUrl")[];
        };
        FamilyMergeUndo: {
            otherId: string;
        };
        FamilyPerson: {
            personId: string;
            treeId: string;
            firstName: string;
            middleName: string | null;
            lastName: string;
            birthName: string | null;
            preferredName: string | null;
            suffix: string | null;
            gender: components["schemas"]["Gender"];
            /** Format: date */
            birthDate: string | null;
            birthDateText: string | null;
            /** Format: date */
            deathDate: string | null;
            deathDateText: string | null;
            isDeceased: boolean;
            isLiving: boolean;
            isHidden: boolean;
            birthPlace: string | null;
            deathPlace: string | null;
            biography: string | null;
            photoUrl: string | null;
            birthCitations: components["schemas"]["Citation"][];
            deathCitations: components["schemas"]["Citation"][];
            createdBy: string | null;
            updatedBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        FamilyPersonChange: {
            firstName?: string;
            middleName?: string | null;
            lastName?: string;
            birthName?: string | null;
            preferredName?: string | null;
            suffix?: string | null;
            gender?: components["schemas"]["Gender"];
            /** Format: date */
            birthDate?: string | null;
            birthDateText?: string | null;
            /** Format: date */
            deathDate?: string | null;
            deathDateText?: string | null;
            isDeceased?: boolean;
            birthPlace?: string | null;
            deathPlace?: string | null;
            biography?: string | null;
            photoUrl?: string | null;
            birthCitations?: components["schemas"]["Citation"][];
            deathCitations?: components["schemas"]["Citation"][];
        };
        FamilyPersons: {
            persons: components["schemas"]["FamilyPerson"][];
            next: string | null;
        };
        FamilyRelationship: components["schemas"]["ParentChild"] | components["schemas"]["Couple"];
        FamilyRelationships: {
            relationships: components["schemas"]["FamilyRelationship"][];
            next: string | null;
        };
        FamilyTree: {
            treeId: string;
            userId: string;
            treeName: string;
            description: string | null;
            rootPersonId: string | null;
            isPublic: boolean;
            showsLivingNames: boolean;
            personCount: number;
            isHandedOver: boolean;
            isBeingImported: boolean;
            role: components["schemas"]["TreeRole"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        FamilyTreeChange: {
            rootPersonId?: string | null;
            treeName?: string;
            description?: string | null;
            isPublic?: boolean;
            showsLivingNames?: boolean;
        };
        FamilyTrees: {
            trees: components["schemas"]["FamilyTree"][];
        };
        FamilyUnmerged: {
            person: components["schemas"]["FamilyPerson"];
            other: components["schemas"]["FamilyPerson"];
        };
        FoundPersons: {
            results: {
                person: components["schemas"]["FamilyPerson"];
                soundsAlike: boolean;
            }[];
            isCut: boolean;
        };
        FreeBusy: {
            zone: string;
            people: {
                userId: string;
                shares: boolean;
                busy: {
                    /** Format: date-time */
                    start: string;
                    /** Format: date-time */
                    end: string;
                }[];
            }[];
        };
        FreeBusyPeople: {
            people: {
                userId: string;
                name: string;
                shares: boolean;
            }[];
        };
        FreeBusyPreferences: {
            /** @enum {string} */
            sharedWith: "nobody" | "members";
        };
        FreeSlots: {
            zone: string;
            slots: {
                start: string;
                end: string;
                /** Format: date-time */
                startUtc: string;
            }[];
            notShared: string[];
        };
        /** @enum {string} */
        Gender: "Male" | "Female" | "Other" | "Unknown";
        /** @enum {string} */
        GuestAnswer: "waiting" | "yes" | "no" | "maybe";
        IdentityConfirmation: {
            password?: string | null;
            code?: string | null;
        };
        InvitationPreview: {
            invitedBy: string | null;
            things: {
                kind: string;
                name: string;
                role: string;
                invitedBy: string;
            }[];
        };
        InvitationSecret: {
            secret: string;
        };
        InvitedMember: {
            member?: components["schemas"]["Member"];
            invitation?: components["schemas"]["CalendarInvitation"];
        } & (unknown | unknown);
        InvitedPlaceMember: {
            member?: components["schemas"]["PlaceMember"];
            invitation?: components["schemas"]["PlaceInvitation"];
        } & (unknown | unknown);
        InvitedProjectMember: {
            member?: components["schemas"]["ProjectMember"];
            invitation?: components["schemas"]["ProjectInvitation"];
        } & (unknown | unknown);
        InvitedTreeMember: {
            member?: components["schemas"]["TreeMember"];
            invitation?: components["schemas"]["TreeInvitation"];
        } & (unknown | unknown);
        Kinship: {
            lines: components["schemas"]["KinshipLine"][];
            commonAncestorIds: string[];
            persons: components["schemas"]["ChartPerson"][];
            isCut: boolean;
        };
        KinshipLine: {
            name: string;
            /** @enum {string} */
            form: "self" | "descent" | "marriage" | "path";
            type: components["schemas"]["ParentKind"];
            steps: components["schemas"]["KinshipStep"][];
        };
        KinshipStep: {
            personId: string;
            /** @enum {string} */
            kind: "parent" | "child" | "spouse";
            type: components["schemas"]["ParentKind"] | null;
            status: components["schemas"]["CoupleStatus"] | null;
            otherParentId: string | null;
        };
        Lineage: {
            persons: {
                person: components["schemas"]["ChartPerson"];
                generation: number;
                type: components["schemas"]["ParentKind"];
                previousId: string;
                moreLines: number;
            }[];
            isCut: boolean;
        };
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
            /** @enum {unknown} */
            language: "" | "de" | "en" | "zh";
            firstSteps?: boolean;
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
        NewChecklistEntry: {
            id?: string;
            text: string;
            done?: boolean;
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
        NewEventGuest: {
            email?: string;
            userId?: string;
        };
        NewFact: {
            kind: string;
            /** Format: date */
            date?: string | null;
            dateText?: string | null;
            place?: string | null;
            value?: string | null;
            notes?: string | null;
            citations?: components["schemas"]["Citation"][];
        };
        NewFamilyPerson: {
            firstName?: string;
            middleName?: string | null;
            lastName?: string;
            birthName?: string | null;
            preferredName?: string | null;
            suffix?: string | null;
            gender?: components["schemas"]["Gender"];
            /** Format: date */
            birthDate?: string | null;
            birthDateText?: string | null;
            /** Format: date */
            deathDate?: string | null;
            deathDateText?: string | null;
            isDeceased?: boolean;
            birthPlace?: string | null;
            deathPlace?: string | null;
            biography?: string | null;
            photoUrl?: string | null;
            birthCitations?: components["schemas"]["Citation"][];
            deathCitations?: components["schemas"]["Citation"][];
            parents?: {
                personId: string;
                type?: components["schemas"]["ParentKind"];
            }[];
            children?: {
                personId: string;
                type?: components["schemas"]["ParentKind"];
            }[];
            spouses?: {
                personId: string;
                status?: components["schemas"]["CoupleStatus"];
            }[];
        };
        NewFamilyRelationship: {
            /** @constant */
            relationshipType: "ParentChild";
            parentId: string;
            childId: string;
            type?: components["schemas"]["ParentKind"];
            /** Format: date */
            adoptionDate?: string | null;
            adoptionDateText?: string | null;
            notes?: string | null;
        } | {
            /** @constant */
            relationshipType: "Spousal";
            person1Id: string;
            person2Id: string;
            status?: components["schemas"]["CoupleStatus"];
            /** Format: date */
            marriageDate?: string | null;
            marriageDateText?: string | null;
            marriagePlace?: string | null;
            /** Format: date */
            divorceDate?: string | null;
            divorceDateText?: string | null;
            marriageCitations?: components["schemas"]["Citation"][];
            divorceCitations?: components["schemas"]["Citation"][];
            history?: {
                /** Format: date */
                marriageDate?: string | null;
                marriageDateText?: string | null;
                marriagePlace?: string | null;
                /** Format: date */
                divorceDate?: string | null;
                divorceDateText?: string | null;
                marriageCitations?: components["schemas"]["Citation"][];
                divorceCitations?: components["schemas"]["Citation"][];
            }[];
            notes?: string | null;
        };
        NewFamilyTree: {
            treeName: string;
            description?: string | null;
            isPublic?: boolean;
            showsLivingNames?: boolean;
        };
        NewMember: {
            email: string;
            role: components["schemas"]["Role"];
        };
        NewPasswordLink: {
            removeSecondFactor?: boolean | null;
        };
        NewPhoto: {
            uploadId: string;
            caption?: string | null;
            /** Format: date */
            date?: string | null;
            dateText?: string | null;
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
        NewPlannerTask: {
            title: string;
            description?: string | null;
            color?: string | null;
            tags?: string[];
            priority?: components["schemas"]["PlannerTaskPriority"] | null;
            due?: string | null;
            dueTzid?: string | null;
            planned?: string | null;
            plannedTzid?: string | null;
            plannedMinutes?: number | null;
            percent?: number;
            done?: boolean;
            order?: {
                after?: string | null;
                before?: string | null;
            };
            ttl?: number | null;
        };
        NewProject: {
            name: string;
            color: components["schemas"]["Color"];
            description?: string | null;
            template?: boolean;
        };
        NewProjectCopy: {
            name: string;
            template?: boolean;
            shiftDays?: number;
        };
        NewProjectEvent: {
            title: string;
            description?: string | null;
            startDate: string;
            endDate: string;
            allDay?: boolean;
            color?: components["schemas"]["Color"] | null;
        };
        NewProjectMember: {
            email: string;
            role: components["schemas"]["ProjectRole"];
        };
        NewProjectOwner: {
            userId: string;
        };
        NewProjectTag: {
            name: string;
            color: components["schemas"]["Color"];
        };
        NewProjectTask: {
            title: string;
            description?: string | null;
            status?: components["schemas"]["TaskStatus"];
            priority?: components["schemas"]["TaskPriority"];
            assigneeId?: string | null;
            dueDate?: string | null;
            plannedStart?: string | null;
            plannedEnd?: string | null;
            tagIds?: string[];
            checklist?: components["schemas"]["NewChecklistEntry"][];
            parentId?: string | null;
            blockedBy?: string[];
            repeat?: components["schemas"]["NewTaskRepeat"] | null;
        };
        NewSignUpInvitation: {
            email?: string | null;
        };
        NewSource: {
            title: string;
            author?: string | null;
            publication?: string | null;
            url?: string | null;
            notes?: string | null;
        };
        NewSubscription: {
            address: string;
            name?: string;
            color: components["schemas"]["Color"];
        };
        NewTaskAttachment: {
            name?: string;
            url?: string;
            uploadId?: string;
        };
        NewTaskComment: {
            text: string;
            mentions?: string[];
        };
        NewTaskRepeat: {
            rule: string;
            /** @enum {string} */
            from?: "DUE" | "DONE";
            timeZone?: string | null;
        };
        NewTreeImportJob: {
            uploadId: string;
            /** @default false */
            preview: boolean;
            name?: string | null;
        };
        NewTreeMember: {
            email: string;
            role: components["schemas"]["TreeMemberRole"];
        };
        NewTreeOwner: {
            userId: string;
        };
        NewTreeReimport: {
            uploadId: string;
        };
        NewUpload: {
            name: string;
            size: number;
            /**
             * @default attachment
             * @enum {string}
             */
            purpose: "attachment" | "familyTree";
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
        Notification: {
            id: string;
            /** @enum {unknown} */
            kind: "ASSIGNED" | "MENTIONED" | "DUE" | "CHANGED" | "COMMENTED";
            projectId: string;
            projectName: string;
            taskId: string;
            taskTitle: string | null;
            commentId: string | null;
            text: string | null;
            actorId: string | null;
            actorName: string | null;
            fields: string[];
            /** Format: date-time */
            dueDate: string | null;
            /** Format: date-time */
            createdAt: string;
            read: boolean;
        };
        NotificationChange: {
            read: boolean;
        };
        NotificationSettings: {
            assigned: boolean;
            mentioned: boolean;
            due: boolean;
            changed: boolean;
        };
        NotificationSettingsChange: {
            assigned?: boolean;
            mentioned?: boolean;
            due?: boolean;
            changed?: boolean;
        };
        Notifications: {
            notifications: components["schemas"]["Notification"][];
            unread: number;
            next: string | null;
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
        OwnPerson: {
            personId: string | null;
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
        OwnProjectInvitation: {
            projectId: string;
            projectName: string;
            role: components["schemas"]["ProjectRole"];
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
        };
        OwnProjectInvitations: {
            invitations: components["schemas"]["OwnProjectInvitation"][];
        };
        OwnTreeInvitation: {
            treeId: string;
            treeName: string;
            role: components["schemas"]["TreeMemberRole"];
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
        };
        OwnTreeInvitations: {
            invitations: components["schemas"]["OwnTreeInvitation"][];
        };
        ParentChild: {
            /** @constant */
            relationshipType: "ParentChild";
            treeId: string;
            parentId: string;
            childId: string;
            type: components["schemas"]["ParentKind"] | null;
            /** Format: date */
            adoptionDate: string | null;
            adoptionDateText: string | null;
            notes: string | null;
            createdBy: string | null;
            updatedBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        ParentChildChange: {
            type?: components["schemas"]["ParentKind"];
            /** Format: date */
            adoptionDate?: string | null;
            adoptionDateText?: string | null;
            notes?: string | null;
        };
        /** @enum {string} */
        ParentKind: "Biological" | "Adoptive" | "Step" | "Foster";
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
            disabled: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        PersonChange: {
            administrator?: boolean | null;
            disabled?: boolean | null;
        };
        PersonList: {
            users: components["schemas"]["Person"][];
        };
        Photo: {
            photoId: string;
            personId: string;
            treeId: string;
            caption: string | null;
            /** Format: date */
            date: string | null;
            dateText: string | null;
            url: string;
            isMain: boolean;
            width: number;
            height: number;
            bytes: number;
            createdBy: string | null;
            updatedBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        PhotoChange: {
            caption?: string | null;
            /** Format: date */
            date?: string | null;
            dateText?: string | null;
            isMain?: boolean;
        };
        Photos: {
            photos: components["schemas"]["Photo"][];
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
            createdBy?: string;
            updatedBy?: string;
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
                code: string;
                params?: components["schemas"]["SentenceParams"];
            }[];
            events: {
                title: string;
                start: string;
                /** @enum {string} */
                kind: "event" | "series" | "task";
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
            weekNumbers: boolean;
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
            weekNumbers?: boolean;
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
        PlannerTask: {
            id: string;
            title: string;
            description: string | null;
            color: string | null;
            tags: string[];
            priority: components["schemas"]["PlannerTaskPriority"] | null;
            due: string | null;
            /** Format: date-time */
            dueUtc: string | null;
            dueTzid: string | null;
            planned: string | null;
            /** Format: date-time */
            plannedUtc: string | null;
            plannedTzid: string | null;
            plannedMinutes: number | null;
            percent: number;
            done: boolean;
            /** Format: date-time */
            completedAt: string | null;
            /** Format: date-time */
            archivedAt: string | null;
            ttl: number | null;
            icalUid: string;
            sequence: number;
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        PlannerTaskChange: {
            title?: string;
            description?: string | null;
            color?: string | null;
            tags?: string[];
            priority?: components["schemas"]["PlannerTaskPriority"] | null;
            due?: string | null;
            dueTzid?: string | null;
            planned?: string | null;
            plannedTzid?: string | null;
            plannedMinutes?: number | null;
            percent?: number;
            done?: boolean;
            order?: {
                after?: string | null;
                before?: string | null;
            };
            ttl?: number | null;
        };
        /** @enum {string} */
        PlannerTaskPriority: "LOW" | "MEDIUM" | "HIGH" | "URGENT";
        PlannerTasks: {
            tasks: components["schemas"]["PlannerTask"][];
        };
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
            params?: components["schemas"]["SentenceParams"];
            taken?: unknown[];
            current?: unknown;
            code: string;
        };
        Project: {
            id: string;
            name: string;
            description: string | null;
            ownerId: string | null;
            color: components["schemas"]["Color"];
            status: components["schemas"]["ProjectStatus"];
            template: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            role: components["schemas"]["ProjectRole"];
            permissions: components["schemas"]["ProjectPermission"][];
            etag: string;
        };
        ProjectActivities: {
            activities: components["schemas"]["ProjectActivity"][];
            next: string | null;
        };
        ProjectActivity: {
            id: string;
            /** @enum {string} */
            action: "CREATE" | "UPDATE" | "DELETE" | "MOVE" | "ASSIGN" | "STATUS" | "COMMENT" | "JOIN" | "LEAVE" | "ROLE";
            entityType: string;
            entityId: string;
            userId: string | null;
            details: string;
            /** Format: date-time */
            timestamp: string;
            projectId: string | null;
            taskId: string | null;
            changes: {
                field: string;
                from: string | null;
                to: string | null;
            }[];
        };
        ProjectChange: {
            status?: components["schemas"]["ProjectStatus"];
            name?: string;
            color?: components["schemas"]["Color"];
            description?: string | null;
            template?: boolean;
        };
        ProjectEvent: {
            id: string;
            projectId: string | null;
            projectIds: string[];
            title: string;
            description: string | null;
            /** Format: date-time */
            startDate: string;
            /** Format: date-time */
            endDate: string;
            allDay: boolean;
            color: components["schemas"]["Color"];
            createdBy: string | null;
            updatedBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        ProjectEventChange: {
            title?: string;
            description?: string | null;
            startDate?: string;
            endDate?: string;
            allDay?: boolean;
            color?: components["schemas"]["Color"];
            projectId?: string;
        };
        ProjectEvents: {
            events: components["schemas"]["ProjectEvent"][];
        };
        ProjectFile: string;
        ProjectImport: {
            projects: {
                id: string | null;
                name: string;
                tasks: number;
                events: number;
                tags: number;
                comments: number;
                links: number;
            }[];
            skipped: number;
            notes: {
                line: number;
                text: string;
                code: string;
                params?: components["schemas"]["SentenceParams"];
            }[];
            titles: string[];
        };
        ProjectInvitation: {
            email: string;
            role: components["schemas"]["ProjectRole"];
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
        };
        ProjectMember: {
            userId: string;
            name: string | null;
            email: string | null;
            emailVerified: boolean;
            role: components["schemas"]["ProjectRole"];
            permissions: components["schemas"]["ProjectPermission"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        ProjectMembers: {
            members: components["schemas"]["ProjectMember"][];
            invitations: components["schemas"]["ProjectInvitation"][];
        };
        /** @enum {string} */
        ProjectPermission: "READ" | "WRITE" | "MANAGE";
        ProjectPermissions: {
            permissions: components["schemas"]["ProjectPermission"][] | null;
        };
        /** @enum {string} */
        ProjectRole: "OWNER" | "ADMIN" | "MEMBER" | "VIEWER";
        ProjectRoleChange: {
            role: components["schemas"]["ProjectRole"];
        };
        ProjectStatistics: {
            counts: {
                TODO: number;
                IN_PROGRESS: number;
                REVIEW: number;
                DONE: number;
            };
            overdue: number;
            columns: {
                /** @enum {unknown} */
                status: "TODO" | "IN_PROGRESS" | "REVIEW" | "DONE";
                stays: number;
                averageSeconds: number | null;
            }[];
            weeks: {
                /** Format: date */
                start: string;
                created: number;
                completed: number;
            }[];
            days: {
                /** Format: date */
                date: string;
                remaining: number;
                total: number;
            }[];
        };
        /** @enum {string} */
        ProjectStatus: "ACTIVE" | "ARCHIVED" | "COMPLETED";
        ProjectTag: {
            id: string;
            projectId: string;
            name: string;
            color: components["schemas"]["Color"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        ProjectTagChange: {
            name?: string;
            color?: components["schemas"]["Color"];
        };
        ProjectTags: {
            tags: components["schemas"]["ProjectTag"][];
        };
        ProjectTask: {
            id: string;
            projectId: string;
            title: string;
            description: string | null;
            brief?: boolean;
            status: components["schemas"]["TaskStatus"];
            priority: components["schemas"]["TaskPriority"];
            assigneeId: string | null;
            /** Format: date-time */
            dueDate: string | null;
            /** Format: date-time */
            plannedStart: string | null;
            /** Format: date-time */
            plannedEnd: string | null;
            rank: string;
            tagIds: string[];
            checklist: components["schemas"]["ChecklistEntry"][];
            parentId: string | null;
            subtaskCount: number;
            blockedBy: string[];
            repeat: components["schemas"]["TaskRepeat"] | null;
            /** Format: date-time */
            completedAt: string | null;
            createdBy: string | null;
            updatedBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        ProjectTaskBatch: {
            changes: {
                id: string;
                etag: string;
                /** @enum {string} */
                action: "change" | "move" | "delete";
                change?: components["schemas"]["ProjectTaskChange"];
                move?: components["schemas"]["ProjectTaskMove"];
            }[];
        };
        ProjectTaskBatchResults: {
            results: {
                id: string;
                status: number;
                task?: components["schemas"]["ProjectTask"];
                problem?: components["schemas"]["Problem"];
            }[];
        };
        ProjectTaskChange: {
            title?: string;
            description?: string | null;
            status?: components["schemas"]["TaskStatus"];
            priority?: components["schemas"]["TaskPriority"];
            assigneeId?: string | null;
            dueDate?: string | null;
            plannedStart?: string | null;
            plannedEnd?: string | null;
            tagIds?: string[];
            checklist?: components["schemas"]["NewChecklistEntry"][];
            parentId?: string | null;
            blockedBy?: string[];
            repeat?: components["schemas"]["NewTaskRepeat"] | null;
        };
        ProjectTaskMove: {
            projectId?: string | null;
            status?: components["schemas"]["TaskStatus"] | null;
            after?: string | null;
            before?: string | null;
        };
        ProjectTasks: {
            tasks: components["schemas"]["ProjectTask"][];
        };
        Projects: {
            projects: components["schemas"]["Project"][];
        };
        PublicCouple: {
            /** @constant */
            relationshipType: "Spousal";
            person1Id: string;
            person2Id: string;
            status: components["schemas"]["CoupleStatus"] | null;
            /** Format: date */
            marriageDate: string | null;
            marriageDateText: string | null;
        };
        PublicGraph: {
            persons: components["schemas"]["ChartPerson"][];
            relationships: (components["schemas"]["PublicParentChild"] | components["schemas"]["PublicCouple"])[];
        };
        PublicParentChild: {
            /** @constant */
            relationshipType: "ParentChild";
            parentId: string;
            childId: string;
            type: components["schemas"]["ParentKind"] | null;
        };
        PublicPerson: {
            person: components["schemas"]["ChartPerson"];
            birthPlace: string | null;
            deathPlace: string | null;
            biography: string | null;
        };
        PublicTree: {
            treeId: string;
            treeName: string;
            description: string | null;
            rootPersonId: string | null;
            personCount: number;
        };
        Quota: {
            /** @enum {unknown} */
            kind: "bytes" | "events" | "series" | "plannerTasks" | "calendars" | "entries" | "places" | "stays" | "projects" | "tasks" | "projectEvents" | "trees" | "people";
            used: number | null;
            allowed: number;
            isOwn: boolean;
        };
        QuotaChange: {
            bytes?: number | null;
            events?: number | null;
            series?: number | null;
            plannerTasks?: number | null;
            calendars?: number | null;
            entries?: number | null;
            places?: number | null;
            stays?: number | null;
            projects?: number | null;
            tasks?: number | null;
            projectEvents?: number | null;
            trees?: number | null;
            people?: number | null;
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
                params?: components["schemas"]["SentenceParams"];
                detail: string;
            };
        };
        ReadNotifications: {
            until?: string | null;
        };
        RecoveryCodes: {
            recoveryCodes: string[];
        };
        Relatives: {
            relatives: {
                person: components["schemas"]["ChartPerson"];
                /** @enum {string} */
                kind: "parent" | "stepParent" | "sibling" | "halfSibling" | "adoptiveSibling" | "stepSibling" | "fosterSibling" | "spouse" | "child" | "stepChild" | "grandparent" | "grandchild" | "uncleOrAunt" | "nephewOrNiece" | "cousin" | "parentInLaw" | "childInLaw" | "siblingInLaw";
                name: string;
            }[];
            isCut: boolean;
        };
        Reminder: {
            id: string;
            /** Format: date-time */
            dueAt: string;
            minutes: number;
            /** Format: date-time */
            snoozedUntil?: string;
            item: components["schemas"]["AgendaItem"];
        };
        ReminderChange: {
            /** @constant */
            dismissed?: true;
            snoozeMinutes?: number;
        } & (unknown | unknown);
        ReminderMinutes: {
            minutes: number[];
        };
        ReminderSettings: {
            events: boolean;
            kinds: {
                anniversary?: number[];
                birthday?: number[];
                entry?: number[];
                event?: number[];
                stay?: number[];
                task?: number[];
            };
            dayTime: string;
            overrides: {
                owner: string;
                thingId?: string;
                minutes: number[];
            }[];
        };
        ReminderSettingsChange: {
            events?: boolean;
            kinds?: {
                anniversary?: number[];
                birthday?: number[];
                entry?: number[];
                event?: number[];
                stay?: number[];
                task?: number[];
            };
            dayTime?: string;
        };
        Reminders: {
            reminders: components["schemas"]["Reminder"][];
        };
        RestoredInProject: {
            task: components["schemas"]["ProjectTask"] | null;
            event: components["schemas"]["ProjectEvent"] | null;
        };
        RestoredOfPlanner: components["schemas"]["PlannerEvent"] | components["schemas"]["PlannerTask"];
        /** @enum {string} */
        Role: "owner" | "writer" | "reader";
        RoleChange: {
            role: components["schemas"]["Role"];
        };
        SearchHit: {
            app: string;
            kind: string;
            id: string;
            title: string;
            within: null | {
                kind: string;
                id: string;
                name: string;
            };
            at: string | null;
        };
        SearchHits: {
            hits: components["schemas"]["SearchHit"][];
            complete: boolean;
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
        Sentence: {
            detail: string;
            code: string;
            params?: components["schemas"]["SentenceParams"];
        };
        SentenceParams: {
            [key: string]: string | number | components["schemas"]["Sentence"];
        };
        Server: {
            name: string;
            version: string;
            setupNeeded: boolean;
            signedIn: boolean;
            me?: components["schemas"]["Me"];
            /** @enum {unknown} */
            signUp: "closed" | "invitation" | "open";
            contact?: string;
            publicTrees: boolean;
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
            publicTrees: boolean;
            quotas: {
                [key: string]: number;
            };
        };
        SettingsChange: {
            /** @enum {unknown} */
            signUp: "closed" | "invitation" | "open";
            contact?: string | null;
            publicTrees?: boolean;
            quotas?: components["schemas"]["QuotaChange"];
        };
        SharedCalendarFeed: {
            exists: boolean;
            /** Format: date-time */
            createdAt?: string;
            lastReadAt?: string | null;
        };
        SharedCalendarFeedLink: {
            url: string;
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
        Source: {
            sourceId: string;
            treeId: string;
            title: string;
            author: string | null;
            publication: string | null;
            url: string | null;
            notes: string | null;
            createdBy: string | null;
            updatedBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        Sources: {
            sources: components["schemas"]["Source"][];
        };
        Subscription: {
            id: string;
            address: string;
            name: string;
            color: components["schemas"]["Color"];
            createdAt: string;
            updatedAt: string;
            checkedAt: string | null;
            refreshedAt: string | null;
            nextAt: string;
            /** @enum {string|null} */
            problem: "addressRefused" | "notReached" | "timedOut" | "tooLarge" | "tooManyEvents" | "tooManyRedirects" | "badRedirect" | "badStatus" | "noCalendar" | "incomplete" | "internal" | null;
            problemStatus: number | null;
            eventCount: number;
            etag: string;
        };
        SubscriptionChange: {
            address?: string;
            name?: string;
            color?: components["schemas"]["Color"];
        };
        Subscriptions: {
            subscriptions: components["schemas"]["Subscription"][];
        };
        TableItem: {
            [key: string]: unknown;
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
        TaskAttachment: {
            id: string;
            taskId: string;
            userId: string | null;
            name: string;
            url: string | null;
            file: string | null;
            size: number | null;
            /** Format: date-time */
            createdAt: string;
        };
        TaskAttachments: {
            attachments: components["schemas"]["TaskAttachment"][];
        };
        TaskComment: {
            id: string;
            taskId: string;
            userId: string | null;
            text: string;
            mentions: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        TaskComments: {
            comments: components["schemas"]["TaskComment"][];
            next: string | null;
        };
        /** @enum {string} */
        TaskPriority: "LOW" | "MEDIUM" | "HIGH" | "URGENT";
        TaskRepeat: {
            rule: string;
            /** @enum {string} */
            from: "DUE" | "DONE";
            timeZone: string | null;
        };
        TaskState: {
            completed: boolean;
        };
        /** @enum {string} */
        TaskStatus: "TODO" | "IN_PROGRESS" | "REVIEW" | "DONE";
        TreeDifference: {
            id: string;
            /** @enum {string} */
            class: "new" | "changed" | "conflict" | "refused" | "missing";
            /** @enum {string} */
            kind: "person" | "parent" | "couple" | "fact" | "note" | "source" | "record";
            title: string;
            people: {
                id: string | null;
                name: string;
            }[];
            attributes: {
                name: string;
                tree: string | null;
                file: string | null;
                last: string | null;
            }[];
            /** @enum {string} */
            default: "take" | "keep";
            problem: null | {
                text: string;
                code: string;
                params?: components["schemas"]["SentenceParams"];
            };
            needs: string[];
        };
        TreeDifferences: {
            differences: components["schemas"]["TreeDifference"][];
            next: string | null;
        };
        TreeFeed: {
            exists: boolean;
            /** Format: date-time */
            createdAt?: string;
            lastReadAt?: string | null;
        };
        TreeFeedLink: {
            url: string;
        };
        TreeFile: string;
        TreeImport: {
            tree: components["schemas"]["FamilyTree"] | null;
            people: number;
            families: number;
            sources: number;
            facts: number;
            firstPeople: string[];
            notes: {
                line: number;
                text: string;
                code: string;
                params?: components["schemas"]["SentenceParams"];
            }[];
        };
        TreeImportJob: {
            id: string;
            preview: boolean;
            fileName: string;
            /** @enum {string} */
            state: "waiting" | "reading" | "writing" | "done" | "failed";
            percent: number;
            peopleWritten: number;
            people: number | null;
            /** Format: date-time */
            createdAt: string;
            problem: null | {
                text: string;
                code: string;
                params?: components["schemas"]["SentenceParams"];
            };
            report: null | components["schemas"]["TreeImport"];
        };
        TreeInvitation: {
            email: string;
            role: components["schemas"]["TreeMemberRole"];
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
        };
        TreeMember: {
            userId: string;
            name: string | null;
            email: string | null;
            emailVerified: boolean;
            role: components["schemas"]["TreeMemberRole"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            etag: string;
        };
        /** @enum {string} */
        TreeMemberRole: "read" | "write" | "owner";
        TreeMembers: {
            members: components["schemas"]["TreeMember"][];
            invitations: components["schemas"]["TreeInvitation"][];
        };
        TreeReimport: {
            id: string;
            treeId: string;
            fileName: string;
            /** Format: date-time */
            createdAt: string;
            /** @enum {string} */
            state: "waiting" | "reading" | "compared" | "writing" | "undoing" | "done" | "undone" | "failed";
            percent: number;
            problem: null | {
                text: string;
                code: string;
                params?: components["schemas"]["SentenceParams"];
            };
            /** Format: date-time */
            undoUntil: string | null;
            counts: components["schemas"]["TreeReimportCounts"] | null;
            people: components["schemas"]["TreeReimportCounts"] | null;
            notes: {
                line: number;
                text: string;
                code: string;
                params?: components["schemas"]["SentenceParams"];
            }[];
        };
        TreeReimportChoices: {
            /**
             * @default add
             * @enum {string}
             */
            new: "add" | "skip";
            /**
             * @default take
             * @enum {string}
             */
            changed: "take" | "keep";
            /**
             * @default keep
             * @enum {string}
             */
            conflicts: "take" | "keep";
            /** @default [] */
            take: string[];
            /** @default [] */
            keep: string[];
        };
        TreeReimportCounts: {
            new: number;
            changed: number;
            conflict: number;
            refused: number;
            missing: number;
            same: number;
        };
        /** @enum {string} */
        TreeRole: "public" | "read" | "write" | "owner";
        TreeRoleChange: {
            role: components["schemas"]["TreeMemberRole"];
        };
        UnreadNotifications: {
            unread: number;
        };
        UnscheduledTask: {
            /** @enum {string} */
            kind: "anniversary" | "birthday" | "blocked" | "entry" | "event" | "stay" | "task";
            app: string;
            id: string;
            title: string;
            owner: components["schemas"]["AgendaOwner"];
            self: string;
            may: ("change" | "move" | "resize" | "complete" | "delete" | "answer")[];
            etag?: string;
            color?: string;
            location?: string;
            people: string[];
            uid?: string;
            seriesId?: string;
            /** @enum {string} */
            status?: "TENTATIVE" | "CANCELLED";
            answer?: components["schemas"]["GuestAnswer"];
            task: {
                /** @enum {string} */
                as?: "due" | "planned" | "overdue";
                done: boolean;
                status?: string;
                priority?: string;
                due?: string;
                planned?: {
                    start: string;
                    end?: string;
                };
            };
            stay?: {
                nights: number;
                guest?: string;
                isOwn: boolean;
                /** Format: date */
                arrival: string;
                /** Format: date */
                departure: string;
                checkIn: string;
                checkOut: string;
            };
            day?: {
                /** @enum {string} */
                which: "birthday" | "deathDay" | "wedding";
                years: number;
                isLiving: boolean;
                kinship?: string;
                personIds: string[];
            };
        };
        UnscheduledTasks: {
            items: components["schemas"]["UnscheduledTask"][];
            failed: {
                app: string;
                owner?: components["schemas"]["AgendaOwner"];
                code: string;
                params?: Record<string, never>;
                detail: string;
            }[];
        };
        Upload: {
            id: string;
            name: string;
            size: number;
            /** @enum {string} */
            purpose: "attachment" | "familyTree";
            partBytes: number;
            parts: number[];
            complete: boolean;
            /** Format: date-time */
            expiresAt: string;
        };
        /** Format: binary */
        UploadPart: string;
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
export type AccountDeletion = components['schemas']['AccountDeletion'];
export type AccountLoss = components['schemas']['AccountLoss'];
export type Agenda = components['schemas']['Agenda'];
export type AgendaFeed = components['schemas']['AgendaFeed'];
export type AgendaFeedLink = components['schemas']['AgendaFeedLink'];
export type AgendaItem = components['schemas']['AgendaItem'];
export type AgendaOwner = components['schemas']['AgendaOwner'];
export type AgendaPreferences = components['schemas']['AgendaPreferences'];
export type Anniversaries = components['schemas']['Anniversaries'];
export type ApiToken = components['schemas']['ApiToken'];
export type ApiTokenList = components['schemas']['ApiTokenList'];
export type ApiTokenScope = components['schemas']['ApiTokenScope'];
export type AttentionItem = components['schemas']['AttentionItem'];
export type AttentionItems = components['schemas']['AttentionItems'];
export type AttributeValue = components['schemas']['AttributeValue'];
export type BinPage = components['schemas']['BinPage'];
export type BinPerson = components['schemas']['BinPerson'];
export type BinThing = components['schemas']['BinThing'];
export type Booking = components['schemas']['Booking'];
export type BookingAuthors = components['schemas']['BookingAuthors'];
export type BookingChange = components['schemas']['BookingChange'];
export type BookingKind = components['schemas']['BookingKind'];
export type BookingRule = components['schemas']['BookingRule'];
export type Bookings = components['schemas']['Bookings'];
export type Calendar = components['schemas']['Calendar'];
export type CalendarChange = components['schemas']['CalendarChange'];
export type CalendarFile = components['schemas']['CalendarFile'];
export type CalendarInvitation = components['schemas']['CalendarInvitation'];
export type Calendars = components['schemas']['Calendars'];
export type CalendarsFeed = components['schemas']['CalendarsFeed'];
export type CalendarsFeedChoice = components['schemas']['CalendarsFeedChoice'];
export type ChartPerson = components['schemas']['ChartPerson'];
export type ChecklistEntry = components['schemas']['ChecklistEntry'];
export type Citation = components['schemas']['Citation'];
export type Color = components['schemas']['Color'];
export type ConfirmationState = components['schemas']['ConfirmationState'];
export type ConsistencyReport = components['schemas']['ConsistencyReport'];
export type Console = components['schemas']['Console'];
export type ConsoleBackups = components['schemas']['ConsoleBackups'];
export type ConsoleChanges = components['schemas']['ConsoleChanges'];
export type ConsoleDeletion = components['schemas']['ConsoleDeletion'];
export type ConsoleHealth = components['schemas']['ConsoleHealth'];
export type ConsoleIndex = components['schemas']['ConsoleIndex'];
export type ConsoleItem = components['schemas']['ConsoleItem'];
export type ConsoleKey = components['schemas']['ConsoleKey'];
export type ConsolePage = components['schemas']['ConsolePage'];
export type ConsolePut = components['schemas']['ConsolePut'];
export type ConsoleQuery = components['schemas']['ConsoleQuery'];
export type ConsoleScan = components['schemas']['ConsoleScan'];
export type ConsoleTable = components['schemas']['ConsoleTable'];
export type ConsoleTableList = components['schemas']['ConsoleTableList'];
export type Couple = components['schemas']['Couple'];
export type CoupleChange = components['schemas']['CoupleChange'];
export type CoupleStatus = components['schemas']['CoupleStatus'];
export type Duplicates = components['schemas']['Duplicates'];
export type Entry = components['schemas']['Entry'];
export type EntryAuthors = components['schemas']['EntryAuthors'];
export type EntryChange = components['schemas']['EntryChange'];
export type EntryKind = components['schemas']['EntryKind'];
export type EntryOrEvent = components['schemas']['EntryOrEvent'];
export type EntryRange = components['schemas']['EntryRange'];
export type EventGuest = components['schemas']['EventGuest'];
export type EventGuests = components['schemas']['EventGuests'];
export type EventInvitation = components['schemas']['EventInvitation'];
export type EventInvitationAnswer = components['schemas']['EventInvitationAnswer'];
export type EventInvitations = components['schemas']['EventInvitations'];
export type EventMove = components['schemas']['EventMove'];
export type Fact = components['schemas']['Fact'];
export type Facts = components['schemas']['Facts'];
export type FamilyGraph = components['schemas']['FamilyGraph'];
export type FamilyMerge = components['schemas']['FamilyMerge'];
export type FamilyMergeUndo = components['schemas']['FamilyMergeUndo'];
export type FamilyPerson = components['schemas']['FamilyPerson'];
export type FamilyPersonChange = components['schemas']['FamilyPersonChange'];
export type FamilyPersons = components['schemas']['FamilyPersons'];
export type FamilyRelationship = components['schemas']['FamilyRelationship'];
export type FamilyRelationships = components['schemas']['FamilyRelationships'];
export type FamilyTree = components['schemas']['FamilyTree'];
export type FamilyTreeChange = components['schemas']['FamilyTreeChange'];
export type FamilyTrees = components['schemas']['FamilyTrees'];
export type FamilyUnmerged = components['schemas']['FamilyUnmerged'];
export type FoundPersons = components['schemas']['FoundPersons'];
export type FreeBusy = components['schemas']['FreeBusy'];
export type FreeBusyPeople = components['schemas']['FreeBusyPeople'];
export type FreeBusyPreferences = components['schemas']['FreeBusyPreferences'];
export type FreeSlots = components['schemas']['FreeSlots'];
export type Gender = components['schemas']['Gender'];
export type GuestAnswer = components['schemas']['GuestAnswer'];
export type IdentityConfirmation = components['schemas']['IdentityConfirmation'];
export type InvitationPreview = components['schemas']['InvitationPreview'];
export type InvitationSecret = components['schemas']['InvitationSecret'];
export type InvitedMember = components['schemas']['InvitedMember'];
export type InvitedPlaceMember = components['schemas']['InvitedPlaceMember'];
export type InvitedProjectMember = components['schemas']['InvitedProjectMember'];
export type InvitedTreeMember = components['schemas']['InvitedTreeMember'];
export type Kinship = components['schemas']['Kinship'];
export type KinshipLine = components['schemas']['KinshipLine'];
export type KinshipStep = components['schemas']['KinshipStep'];
export type Lineage = components['schemas']['Lineage'];
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
export type NewChecklistEntry = components['schemas']['NewChecklistEntry'];
export type NewEntry = components['schemas']['NewEntry'];
export type NewEntryKind = components['schemas']['NewEntryKind'];
export type NewEventGuest = components['schemas']['NewEventGuest'];
export type NewFact = components['schemas']['NewFact'];
export type NewFamilyPerson = components['schemas']['NewFamilyPerson'];
export type NewFamilyRelationship = components['schemas']['NewFamilyRelationship'];
export type NewFamilyTree = components['schemas']['NewFamilyTree'];
export type NewMember = components['schemas']['NewMember'];
export type NewPasswordLink = components['schemas']['NewPasswordLink'];
export type NewPhoto = components['schemas']['NewPhoto'];
export type NewPlace = components['schemas']['NewPlace'];
export type NewPlaceMember = components['schemas']['NewPlaceMember'];
export type NewPlannerEvent = components['schemas']['NewPlannerEvent'];
export type NewPlannerTask = components['schemas']['NewPlannerTask'];
export type NewProject = components['schemas']['NewProject'];
export type NewProjectCopy = components['schemas']['NewProjectCopy'];
export type NewProjectEvent = components['schemas']['NewProjectEvent'];
export type NewProjectMember = components['schemas']['NewProjectMember'];
export type NewProjectOwner = components['schemas']['NewProjectOwner'];
export type NewProjectTag = components['schemas']['NewProjectTag'];
export type NewProjectTask = components['schemas']['NewProjectTask'];
export type NewSignUpInvitation = components['schemas']['NewSignUpInvitation'];
export type NewSource = components['schemas']['NewSource'];
export type NewSubscription = components['schemas']['NewSubscription'];
export type NewTaskAttachment = components['schemas']['NewTaskAttachment'];
export type NewTaskComment = components['schemas']['NewTaskComment'];
export type NewTaskRepeat = components['schemas']['NewTaskRepeat'];
export type NewTreeImportJob = components['schemas']['NewTreeImportJob'];
export type NewTreeMember = components['schemas']['NewTreeMember'];
export type NewTreeOwner = components['schemas']['NewTreeOwner'];
export type NewTreeReimport = components['schemas']['NewTreeReimport'];
export type NewUpload = components['schemas']['NewUpload'];
export type NewWish = components['schemas']['NewWish'];
export type NightPrices = components['schemas']['NightPrices'];
export type Notification = components['schemas']['Notification'];
export type NotificationChange = components['schemas']['NotificationChange'];
export type NotificationSettings = components['schemas']['NotificationSettings'];
export type NotificationSettingsChange = components['schemas']['NotificationSettingsChange'];
export type Notifications = components['schemas']['Notifications'];
export type OpenApi = components['schemas']['OpenApi'];
export type OwnCalendarInvitation = components['schemas']['OwnCalendarInvitation'];
export type OwnCalendarInvitations = components['schemas']['OwnCalendarInvitations'];
export type OwnPerson = components['schemas']['OwnPerson'];
export type OwnPlaceInvitation = components['schemas']['OwnPlaceInvitation'];
export type OwnPlaceInvitations = components['schemas']['OwnPlaceInvitations'];
export type OwnProjectInvitation = components['schemas']['OwnProjectInvitation'];
export type OwnProjectInvitations = components['schemas']['OwnProjectInvitations'];
export type OwnTreeInvitation = components['schemas']['OwnTreeInvitation'];
export type OwnTreeInvitations = components['schemas']['OwnTreeInvitations'];
export type ParentChild = components['schemas']['ParentChild'];
export type ParentChildChange = components['schemas']['ParentChildChange'];
export type ParentKind = components['schemas']['ParentKind'];
export type PasswordChange = components['schemas']['PasswordChange'];
export type PasswordConfirmation = components['schemas']['PasswordConfirmation'];
export type PasswordReset = components['schemas']['PasswordReset'];
export type PasswordWasReset = components['schemas']['PasswordWasReset'];
export type Person = components['schemas']['Person'];
export type PersonChange = components['schemas']['PersonChange'];
export type PersonList = components['schemas']['PersonList'];
export type Photo = components['schemas']['Photo'];
export type PhotoChange = components['schemas']['PhotoChange'];
export type Photos = components['schemas']['Photos'];
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
export type PlannerResults = components['schemas']['PlannerResults'];
export type PlannerSeries = components['schemas']['PlannerSeries'];
export type PlannerStats = components['schemas']['PlannerStats'];
export type PlannerStatus = components['schemas']['PlannerStatus'];
export type PlannerTask = components['schemas']['PlannerTask'];
export type PlannerTaskChange = components['schemas']['PlannerTaskChange'];
export type PlannerTaskPriority = components['schemas']['PlannerTaskPriority'];
export type PlannerTasks = components['schemas']['PlannerTasks'];
export type PlannerTimes = components['schemas']['PlannerTimes'];
export type PlannerView = components['schemas']['PlannerView'];
export type Problem = components['schemas']['Problem'];
export type Project = components['schemas']['Project'];
export type ProjectActivities = components['schemas']['ProjectActivities'];
export type ProjectActivity = components['schemas']['ProjectActivity'];
export type ProjectChange = components['schemas']['ProjectChange'];
export type ProjectEvent = components['schemas']['ProjectEvent'];
export type ProjectEventChange = components['schemas']['ProjectEventChange'];
export type ProjectEvents = components['schemas']['ProjectEvents'];
export type ProjectFile = components['schemas']['ProjectFile'];
export type ProjectImport = components['schemas']['ProjectImport'];
export type ProjectInvitation = components['schemas']['ProjectInvitation'];
export type ProjectMember = components['schemas']['ProjectMember'];
export type ProjectMembers = components['schemas']['ProjectMembers'];
export type ProjectPermission = components['schemas']['ProjectPermission'];
export type ProjectPermissions = components['schemas']['ProjectPermissions'];
export type ProjectRole = components['schemas']['ProjectRole'];
export type ProjectRoleChange = components['schemas']['ProjectRoleChange'];
export type ProjectStatistics = components['schemas']['ProjectStatistics'];
export type ProjectStatus = components['schemas']['ProjectStatus'];
export type ProjectTag = components['schemas']['ProjectTag'];
export type ProjectTagChange = components['schemas']['ProjectTagChange'];
export type ProjectTags = components['schemas']['ProjectTags'];
export type ProjectTask = components['schemas']['ProjectTask'];
export type ProjectTaskBatch = components['schemas']['ProjectTaskBatch'];
export type ProjectTaskBatchResults = components['schemas']['ProjectTaskBatchResults'];
export type ProjectTaskChange = components['schemas']['ProjectTaskChange'];
export type ProjectTaskMove = components['schemas']['ProjectTaskMove'];
export type ProjectTasks = components['schemas']['ProjectTasks'];
export type Projects = components['schemas']['Projects'];
export type PublicCouple = components['schemas']['PublicCouple'];
export type PublicGraph = components['schemas']['PublicGraph'];
export type PublicParentChild = components['schemas']['PublicParentChild'];
export type PublicPerson = components['schemas']['PublicPerson'];
export type PublicTree = components['schemas']['PublicTree'];
export type Quota = components['schemas']['Quota'];
export type QuotaChange = components['schemas']['QuotaChange'];
export type QuotaList = components['schemas']['QuotaList'];
export type Quote = components['schemas']['Quote'];
export type ReadNotifications = components['schemas']['ReadNotifications'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type Relatives = components['schemas']['Relatives'];
export type Reminder = components['schemas']['Reminder'];
export type ReminderChange = components['schemas']['ReminderChange'];
export type ReminderMinutes = components['schemas']['ReminderMinutes'];
export type ReminderSettings = components['schemas']['ReminderSettings'];
export type ReminderSettingsChange = components['schemas']['ReminderSettingsChange'];
export type Reminders = components['schemas']['Reminders'];
export type RestoredInProject = components['schemas']['RestoredInProject'];
export type RestoredOfPlanner = components['schemas']['RestoredOfPlanner'];
export type Role = components['schemas']['Role'];
export type RoleChange = components['schemas']['RoleChange'];
export type SearchHit = components['schemas']['SearchHit'];
export type SearchHits = components['schemas']['SearchHits'];
export type SecondFactorCode = components['schemas']['SecondFactorCode'];
export type SecondFactorOff = components['schemas']['SecondFactorOff'];
export type SecondFactorOffer = components['schemas']['SecondFactorOffer'];
export type Sentence = components['schemas']['Sentence'];
export type SentenceParams = components['schemas']['SentenceParams'];
export type Server = components['schemas']['Server'];
export type SessionList = components['schemas']['SessionList'];
export type SetUp = components['schemas']['SetUp'];
export type Settings = components['schemas']['Settings'];
export type SettingsChange = components['schemas']['SettingsChange'];
export type SharedCalendarFeed = components['schemas']['SharedCalendarFeed'];
export type SharedCalendarFeedLink = components['schemas']['SharedCalendarFeedLink'];
export type SignIn = components['schemas']['SignIn'];
export type SignUp = components['schemas']['SignUp'];
export type SignUpInvitation = components['schemas']['SignUpInvitation'];
export type SignUpInvitationList = components['schemas']['SignUpInvitationList'];
export type Source = components['schemas']['Source'];
export type Sources = components['schemas']['Sources'];
export type Subscription = components['schemas']['Subscription'];
export type SubscriptionChange = components['schemas']['SubscriptionChange'];
export type Subscriptions = components['schemas']['Subscriptions'];
export type TableItem = components['schemas']['TableItem'];
export type TakenNight = components['schemas']['TakenNight'];
export type TaskAttachment = components['schemas']['TaskAttachment'];
export type TaskAttachments = components['schemas']['TaskAttachments'];
export type TaskComment = components['schemas']['TaskComment'];
export type TaskComments = components['schemas']['TaskComments'];
export type TaskPriority = components['schemas']['TaskPriority'];
export type TaskRepeat = components['schemas']['TaskRepeat'];
export type TaskState = components['schemas']['TaskState'];
export type TaskStatus = components['schemas']['TaskStatus'];
export type TreeDifference = components['schemas']['TreeDifference'];
export type TreeDifferences = components['schemas']['TreeDifferences'];
export type TreeFeed = components['schemas']['TreeFeed'];
export type TreeFeedLink = components['schemas']['TreeFeedLink'];
export type TreeFile = components['schemas']['TreeFile'];
export type TreeImport = components['schemas']['TreeImport'];
export type TreeImportJob = components['schemas']['TreeImportJob'];
export type TreeInvitation = components['schemas']['TreeInvitation'];
export type TreeMember = components['schemas']['TreeMember'];
export type TreeMemberRole = components['schemas']['TreeMemberRole'];
export type TreeMembers = components['schemas']['TreeMembers'];
export type TreeReimport = components['schemas']['TreeReimport'];
export type TreeReimportChoices = components['schemas']['TreeReimportChoices'];
export type TreeReimportCounts = components['schemas']['TreeReimportCounts'];
export type TreeRole = components['schemas']['TreeRole'];
export type TreeRoleChange = components['schemas']['TreeRoleChange'];
export type UnreadNotifications = components['schemas']['UnreadNotifications'];
export type UnscheduledTask = components['schemas']['UnscheduledTask'];
export type UnscheduledTasks = components['schemas']['UnscheduledTasks'];
export type Upload = components['schemas']['Upload'];
export type UploadPart = components['schemas']['UploadPart'];
export type Wish = components['schemas']['Wish'];
export type Wishes = components['schemas']['Wishes'];
