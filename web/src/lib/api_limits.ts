// What the REST API accepts: how long, how many, how much, which words.
// Made by tools/web_types.py from the program's OpenAPI document: change the schemas, and run it.

export const accountChangeLimits = {
  name: {
    minLength: 1,
    maxLength: 100,
  },
  email: {
    minLength: 3,
    maxLength: 254,
  },
  password: {
    maxLength: 1024,
  },
  language: {
    enum: [null, '', 'de', 'en', 'zh'],
  },
} as const;

export const agendaLimits = {
  items: {
    maxItems: 1000,
  },
} as const;

export const agendaItemLimits = {
  kind: {
    enum: ['anniversary', 'birthday', 'blocked', 'entry', 'event', 'stay', 'task'],
  },
  may: {
    items: {
      enum: ['change', 'move', 'resize', 'complete', 'delete', 'answer'],
    },
  },
  status: {
    enum: ['TENTATIVE', 'CANCELLED'],
  },
  task: {
    as: {
      enum: ['due', 'planned', 'overdue'],
    },
  },
  day: {
    which: {
      enum: ['birthday', 'deathDay', 'wedding'],
    },
  },
} as const;

export const agendaOwnerLimits = {
  kind: {
    enum: ['calendar', 'person', 'place', 'project', 'tree'],
  },
} as const;

export const agendaPreferencesLimits = {
  hiddenKinds: {
    maxItems: 7,
    items: {
      enum: ['anniversary', 'birthday', 'blocked', 'entry', 'event', 'stay', 'task'],
    },
  },
  hiddenOwners: {
    maxItems: 500,
  },
} as const;

export const anniversariesLimits = {
  anniversaries: {
    items: {
      kind: {
        enum: ['birthday', 'deathDay', 'wedding'],
      },
    },
  },
} as const;

export const apiTokenScopeLimits = {
  enum: ['account:read', 'metrics:read', 'calendars:read', 'calendars:write', 'planner:read', 'planner:write', 'projects:read', 'projects:write', 'bookings:read', 'bookings:write', 'family:read', 'family:write'],
} as const;

export const binThingLimits = {
  kind: {
    enum: ['entry', 'calendar', 'event', 'series', 'occurrence', 'following', 'project', 'task', 'person', 'merge', 'tree'],
  },
} as const;

export const bookingChangeLimits = {
  title: {
    minLength: 1,
    maxLength: 200,
  },
  note: {
    maxLength: 1000,
  },
} as const;

export const bookingKindLimits = {
  enum: ['booking', 'blocked'],
} as const;

export const bookingRuleLimits = {
  enum: ['endNotAfterStart', 'tooLong', 'tooShort', 'inThePast', 'tooManyChanges', 'overlap', 'staleVersion', 'nightsAreFree'],
} as const;

export const calendarChangeLimits = {
  name: {
    minLength: 1,
    maxLength: 100,
  },
  description: {
    maxLength: 1000,
  },
} as const;

export const calendarFileLimits = {
  maxLength: 10485760,
} as const;

export const calendarsFeedLimits = {
  calendarIds: {
    maxItems: 100,
  },
} as const;

export const calendarsFeedChoiceLimits = {
  calendarIds: {
    maxItems: 100,
  },
} as const;

export const checklistEntryLimits = {
  text: {
    minLength: 1,
    maxLength: 500,
  },
} as const;

export const citationLimits = {
  page: {
    maxLength: 2000,
  },
  text: {
    maxLength: 2000,
  },
  quality: {
    minimum: 0,
    maximum: 3,
  },
} as const;

export const consoleBackupsLimits = {
  running: {
    what: {
      enum: ['backup', 'verification'],
    },
  },
} as const;

export const consoleChangesLimits = {
  changes: {
    items: {
      kind: {
        enum: ['INSERT', 'MODIFY', 'REMOVE'],
      },
    },
  },
} as const;

export const consoleHealthLimits = {
  store: {
    kind: {
      enum: ['embedded', 'remote'],
    },
  },
  checks: {
    items: {
      state: {
        enum: ['ok', 'warning', 'failed'],
      },
    },
  },
} as const;

export const consoleIndexLimits = {
  kind: {
    enum: ['global', 'local'],
  },
  projection: {
    enum: ['ALL', 'KEYS_ONLY', 'INCLUDE'],
  },
} as const;

export const consoleKeyLimits = {
  type: {
    enum: ['S', 'N', 'B'],
  },
} as const;

export const consoleQueryLimits = {
  sort: {
    operator: {
      enum: ['=', '<', '<=', '>', '>=', 'between', 'begins_with'],
    },
    values: {
      maxItems: 2,
    },
  },
  index: {
    maxLength: 255,
  },
  filter: {
    maxItems: 5,
    items: {
      attribute: {
        minLength: 1,
      },
      operator: {
        enum: ['=', '<>', '<', '<=', '>', '>=', 'contains', 'begins_with', 'exists', 'not_exists'],
      },
    },
  },
  limit: {
    minimum: 1,
    maximum: 100,
  },
  after: {
    maxLength: 8192,
  },
} as const;

export const consoleScanLimits = {
  index: {
    maxLength: 255,
  },
  filter: {
    maxItems: 5,
    items: {
      attribute: {
        minLength: 1,
      },
      operator: {
        enum: ['=', '<>', '<', '<=', '>', '>=', 'contains', 'begins_with', 'exists', 'not_exists'],
      },
    },
  },
  limit: {
    minimum: 1,
    maximum: 100,
  },
  after: {
    maxLength: 8192,
  },
} as const;

export const coupleLimits = {
  marriageDateText: {
    maxLength: 200,
  },
  marriagePlace: {
    maxLength: 300,
  },
  divorceDateText: {
    maxLength: 200,
  },
  marriageCitations: {
    maxItems: 20,
  },
  divorceCitations: {
    maxItems: 20,
  },
  history: {
    maxItems: 10,
    items: {
      marriageDateText: {
        maxLength: 200,
      },
      marriagePlace: {
        maxLength: 300,
      },
      divorceDateText: {
        maxLength: 200,
      },
      marriageCitations: {
        maxItems: 20,
      },
      divorceCitations: {
        maxItems: 20,
      },
    },
  },
  notes: {
    maxLength: 10000,
  },
} as const;

export const coupleChangeLimits = {
  marriageDateText: {
    maxLength: 200,
  },
  marriagePlace: {
    maxLength: 300,
  },
  divorceDateText: {
    maxLength: 200,
  },
  marriageCitations: {
    maxItems: 20,
  },
  divorceCitations: {
    maxItems: 20,
  },
  history: {
    maxItems: 10,
    items: {
      marriageDateText: {
        maxLength: 200,
      },
      marriagePlace: {
        maxLength: 300,
      },
      divorceDateText: {
        maxLength: 200,
      },
      marriageCitations: {
        maxItems: 20,
      },
      divorceCitations: {
        maxItems: 20,
      },
    },
  },
  notes: {
    maxLength: 10000,
  },
} as const;

export const coupleStatusLimits = {
  enum: ['Married', 'Divorced', 'Widowed', 'Separated', 'Unknown'],
} as const;

export const entryChangeLimits = {
  title: {
    minLength: 1,
    maxLength: 500,
  },
  description: {
    maxLength: 10000,
  },
  location: {
    maxLength: 500,
  },
} as const;

export const entryKindLimits = {
  end: {
    maxDays: 3660,
  },
} as const;

export const entryRangeLimits = {
  days: {
    maxItems: 400,
  },
} as const;

export const eventGuestsLimits = {
  guests: {
    maxItems: 20,
  },
} as const;

export const factLimits = {
  kind: {
    minLength: 1,
    maxLength: 50,
  },
  dateText: {
    maxLength: 200,
  },
  place: {
    maxLength: 300,
  },
  value: {
    maxLength: 10000,
  },
  notes: {
    maxLength: 10000,
  },
  citations: {
    maxItems: 20,
  },
} as const;

export const familyMergeLimits = {
  take: {
    items: {
      enum: ['firstName', 'middleName', 'lastName', 'birthName', 'preferredName', 'suffix', 'gender', 'birthDate', 'birthPlace', 'deathDate', 'deathPlace', 'isDeceased', 'biography', 'photoUrl'],
    },
  },
} as const;

export const familyPersonLimits = {
  birthCitations: {
    maxItems: 20,
  },
  deathCitations: {
    maxItems: 20,
  },
} as const;

export const familyPersonChangeLimits = {
  firstName: {
    maxLength: 200,
  },
  middleName: {
    maxLength: 200,
  },
  lastName: {
    maxLength: 200,
  },
  birthName: {
    maxLength: 200,
  },
  preferredName: {
    maxLength: 200,
  },
  suffix: {
    maxLength: 200,
  },
  birthDateText: {
    maxLength: 200,
  },
  deathDateText: {
    maxLength: 200,
  },
  birthPlace: {
    maxLength: 300,
  },
  deathPlace: {
    maxLength: 300,
  },
  biography: {
    maxLength: 50000,
  },
  photoUrl: {
    maxLength: 2000,
  },
  birthCitations: {
    maxItems: 20,
  },
  deathCitations: {
    maxItems: 20,
  },
} as const;

export const familyTreeChangeLimits = {
  treeName: {
    minLength: 1,
    maxLength: 100,
  },
  description: {
    maxLength: 10000,
  },
} as const;

export const freeBusyLimits = {
  people: {
    maxItems: 10,
  },
} as const;

export const freeBusyPeopleLimits = {
  people: {
    maxItems: 500,
  },
} as const;

export const freeBusyPreferencesLimits = {
  sharedWith: {
    enum: ['nobody', 'members'],
  },
} as const;

export const freeSlotsLimits = {
  slots: {
    maxItems: 10,
  },
} as const;

export const genderLimits = {
  enum: ['Male', 'Female', 'Other', 'Unknown'],
} as const;

export const guestAnswerLimits = {
  enum: ['waiting', 'yes', 'no', 'maybe'],
} as const;

export const identityConfirmationLimits = {
  password: {
    maxLength: 1024,
  },
  code: {
    maxLength: 64,
  },
} as const;

export const kinshipLineLimits = {
  form: {
    enum: ['self', 'descent', 'marriage', 'path'],
  },
} as const;

export const kinshipStepLimits = {
  kind: {
    enum: ['parent', 'child', 'spouse'],
  },
} as const;

export const linkBeginningLimits = {
  returnTo: {
    minLength: 1,
    maxLength: 2000,
  },
} as const;

export const meLimits = {
  language: {
    enum: ['', 'de', 'en', 'zh'],
  },
} as const;

export const newApiTokenLimits = {
  name: {
    minLength: 1,
    maxLength: 100,
  },
  scopes: {
    minItems: 1,
  },
} as const;

export const newBookingLimits = {
  title: {
    minLength: 1,
    maxLength: 200,
  },
  note: {
    maxLength: 1000,
  },
} as const;

export const newCalendarLimits = {
  name: {
    minLength: 1,
    maxLength: 100,
  },
  description: {
    maxLength: 1000,
  },
} as const;

export const newChecklistEntryLimits = {
  text: {
    minLength: 1,
    maxLength: 500,
  },
} as const;

export const newEntryLimits = {
  title: {
    minLength: 1,
    maxLength: 500,
  },
  description: {
    maxLength: 10000,
  },
  location: {
    maxLength: 500,
  },
} as const;

export const newEntryKindLimits = {
  end: {
    maxDays: 3660,
  },
} as const;

export const newEventGuestLimits = {
  email: {
    minLength: 3,
    maxLength: 254,
  },
} as const;

export const newFactLimits = {
  kind: {
    minLength: 1,
    maxLength: 50,
  },
  dateText: {
    maxLength: 200,
  },
  place: {
    maxLength: 300,
  },
  value: {
    maxLength: 10000,
  },
  notes: {
    maxLength: 10000,
  },
  citations: {
    maxItems: 20,
  },
} as const;

export const newFamilyPersonLimits = {
  firstName: {
    maxLength: 200,
  },
  middleName: {
    maxLength: 200,
  },
  lastName: {
    maxLength: 200,
  },
  birthName: {
    maxLength: 200,
  },
  preferredName: {
    maxLength: 200,
  },
  suffix: {
    maxLength: 200,
  },
  birthDateText: {
    maxLength: 200,
  },
  deathDateText: {
    maxLength: 200,
  },
  birthPlace: {
    maxLength: 300,
  },
  deathPlace: {
    maxLength: 300,
  },
  biography: {
    maxLength: 50000,
  },
  photoUrl: {
    maxLength: 2000,
  },
  birthCitations: {
    maxItems: 20,
  },
  deathCitations: {
    maxItems: 20,
  },
  parents: {
    maxItems: 10,
  },
  children: {
    maxItems: 10,
  },
  spouses: {
    maxItems: 10,
  },
} as const;

export const newFamilyRelationshipLimits = {
  adoptionDateText: {
    maxLength: 200,
  },
  notes: {
    maxLength: 10000,
  },
  marriageDateText: {
    maxLength: 200,
  },
  marriagePlace: {
    maxLength: 300,
  },
  divorceDateText: {
    maxLength: 200,
  },
  marriageCitations: {
    maxItems: 20,
  },
  divorceCitations: {
    maxItems: 20,
  },
  history: {
    maxItems: 10,
    items: {
      marriageDateText: {
        maxLength: 200,
      },
      marriagePlace: {
        maxLength: 300,
      },
      divorceDateText: {
        maxLength: 200,
      },
      marriageCitations: {
        maxItems: 20,
      },
      divorceCitations: {
        maxItems: 20,
      },
    },
  },
} as const;

export const newFamilyTreeLimits = {
  treeName: {
    minLength: 1,
    maxLength: 100,
  },
  description: {
    maxLength: 10000,
  },
} as const;

export const newMemberLimits = {
  email: {
    minLength: 1,
    maxLength: 254,
  },
} as const;

export const newPhotoLimits = {
  caption: {
    maxLength: 500,
  },
  dateText: {
    maxLength: 200,
  },
} as const;

export const newPlaceLimits = {
  name: {
    minLength: 1,
    maxLength: 100,
  },
  description: {
    maxLength: 1000,
  },
  houseRules: {
    maxLength: 5000,
  },
  maxNights: {
    minimum: 1,
    maximum: 99,
  },
  minNights: {
    minimum: 1,
    maximum: 99,
  },
  pricePerNight: {
    minimum: 0,
    maximum: 100000000,
  },
  seasons: {
    maxItems: 50,
  },
} as const;

export const newPlaceMemberLimits = {
  email: {
    minLength: 1,
    maxLength: 254,
  },
} as const;

export const newPlannerEventLimits = {
  title: {
    minLength: 1,
    maxLength: 500,
  },
  description: {
    maxLength: 10240,
  },
  location: {
    maxLength: 500,
  },
  tags: {
    maxItems: 20,
    items: {
      minLength: 1,
      maxLength: 50,
    },
  },
  reminderMinutes: {
    maxItems: 10,
    items: {
      minimum: 0,
      maximum: 40320,
    },
  },
  links: {
    maxItems: 10,
  },
  ttl: {
    maximum: 253402300799,
  },
  endDate: {
    maxDays: 3660,
  },
  rrule: {
    maxLength: 8192,
  },
  exdate: {
    maxItems: 1000,
  },
  rdate: {
    maxItems: 1000,
  },
} as const;

export const newPlannerTaskLimits = {
  title: {
    minLength: 1,
    maxLength: 500,
  },
  description: {
    maxLength: 10240,
  },
  tags: {
    maxItems: 20,
    items: {
      minLength: 1,
      maxLength: 50,
    },
  },
  plannedMinutes: {
    minimum: 1,
    maximum: 1440,
  },
  percent: {
    minimum: 0,
    maximum: 99,
  },
  ttl: {
    maximum: 253402300799,
  },
} as const;

export const newProjectLimits = {
  name: {
    minLength: 1,
    maxLength: 100,
  },
  description: {
    maxLength: 10000,
  },
} as const;

export const newProjectCopyLimits = {
  name: {
    minLength: 1,
    maxLength: 100,
  },
  shiftDays: {
    minimum: -36600,
    maximum: 36600,
  },
} as const;

export const newProjectEventLimits = {
  title: {
    minLength: 1,
    maxLength: 500,
  },
  description: {
    maxLength: 20000,
  },
  endDate: {
    maxDays: 3660,
  },
} as const;

export const newProjectMemberLimits = {
  email: {
    minLength: 1,
    maxLength: 254,
  },
} as const;

export const newProjectTagLimits = {
  name: {
    minLength: 1,
    maxLength: 50,
  },
} as const;

export const newProjectTaskLimits = {
  title: {
    minLength: 1,
    maxLength: 500,
  },
  description: {
    maxLength: 20000,
  },
  tagIds: {
    maxItems: 20,
  },
  checklist: {
    maxItems: 100,
  },
  blockedBy: {
    maxItems: 20,
  },
} as const;

export const newSignUpInvitationLimits = {
  email: {
    minLength: 3,
    maxLength: 254,
  },
} as const;

export const newSourceLimits = {
  title: {
    minLength: 1,
    maxLength: 500,
  },
  author: {
    maxLength: 2000,
  },
  publication: {
    maxLength: 2000,
  },
  url: {
    maxLength: 2000,
  },
  notes: {
    maxLength: 10000,
  },
} as const;

export const newSubscriptionLimits = {
  address: {
    maxLength: 2000,
  },
  name: {
    maxLength: 100,
  },
} as const;

export const newTaskAttachmentLimits = {
  name: {
    minLength: 1,
    maxLength: 200,
  },
  url: {
    minLength: 1,
    maxLength: 2000,
  },
  uploadId: {
    minLength: 1,
    maxLength: 128,
  },
} as const;

export const newTaskCommentLimits = {
  text: {
    minLength: 1,
    maxLength: 20000,
  },
  mentions: {
    maxItems: 50,
  },
} as const;

export const newTaskRepeatLimits = {
  rule: {
    minLength: 1,
    maxLength: 500,
  },
  from: {
    enum: ['DUE', 'DONE'],
  },
} as const;

export const newTreeImportJobLimits = {
  name: {
    maxLength: 100,
  },
} as const;

export const newTreeMemberLimits = {
  email: {
    minLength: 1,
    maxLength: 254,
  },
} as const;

export const newUploadLimits = {
  name: {
    minLength: 1,
    maxLength: 200,
  },
  size: {
    minimum: 1,
    maximum: 268435456,
    maxAttachmentBytes: 26214400,
  },
  purpose: {
    enum: ['attachment', 'familyTree'],
  },
} as const;

export const newWishLimits = {
  note: {
    maxLength: 1000,
  },
} as const;

export const notificationLimits = {
  kind: {
    enum: ['ASSIGNED', 'MENTIONED', 'DUE', 'CHANGED', 'COMMENTED'],
  },
} as const;

export const parentChildLimits = {
  adoptionDateText: {
    maxLength: 200,
  },
  notes: {
    maxLength: 10000,
  },
} as const;

export const parentChildChangeLimits = {
  adoptionDateText: {
    maxLength: 200,
  },
  notes: {
    maxLength: 10000,
  },
} as const;

export const parentKindLimits = {
  enum: ['Biological', 'Adoptive', 'Step', 'Foster'],
} as const;

export const passwordChangeLimits = {
  currentPassword: {
    maxLength: 1024,
  },
  newPassword: {
    minLength: 10,
    maxLength: 1024,
  },
} as const;

export const passwordConfirmationLimits = {
  password: {
    maxLength: 1024,
  },
} as const;

export const passwordResetLimits = {
  newPassword: {
    minLength: 10,
    maxLength: 1024,
  },
} as const;

export const photoLimits = {
  caption: {
    maxLength: 500,
  },
  dateText: {
    maxLength: 200,
  },
} as const;

export const photoChangeLimits = {
  caption: {
    maxLength: 500,
  },
  dateText: {
    maxLength: 200,
  },
} as const;

export const placeLimits = {
  name: {
    minLength: 1,
    maxLength: 100,
  },
  description: {
    maxLength: 1000,
  },
  houseRules: {
    maxLength: 5000,
  },
  maxNights: {
    minimum: 1,
    maximum: 99,
  },
  minNights: {
    minimum: 1,
    maximum: 99,
  },
  pricePerNight: {
    minimum: 0,
    maximum: 100000000,
  },
  seasons: {
    maxItems: 50,
  },
} as const;

export const placeChangeLimits = {
  name: {
    minLength: 1,
    maxLength: 100,
  },
  description: {
    maxLength: 1000,
  },
  houseRules: {
    maxLength: 5000,
  },
  maxNights: {
    minimum: 1,
    maximum: 99,
  },
  minNights: {
    minimum: 1,
    maximum: 99,
  },
  pricePerNight: {
    minimum: 0,
    maximum: 100000000,
  },
  seasons: {
    maxItems: 50,
  },
} as const;

export const placeRoleLimits = {
  enum: ['viewer', 'member', 'administrator'],
} as const;

export const placeSeasonLimits = {
  name: {
    minLength: 1,
    maxLength: 60,
  },
  pricePerNight: {
    minimum: 0,
    maximum: 100000000,
  },
  minNights: {
    minimum: 1,
    maximum: 99,
  },
} as const;

export const placeStatisticsLimits = {
  months: {
    minItems: 12,
    maxItems: 12,
    items: {
      month: {
        minimum: 1,
        maximum: 12,
      },
      occupancy: {
        minimum: 0,
        maximum: 1,
      },
    },
  },
  people: {
    items: {
      share: {
        minimum: 0,
        maximum: 1,
      },
    },
  },
  fairness: {
    minimum: 0,
    maximum: 1,
  },
} as const;

export const plannerEventLimits = {
  kind: {
    enum: ['event', 'series', 'occurrence'],
  },
} as const;

export const plannerEventChangeLimits = {
  title: {
    minLength: 1,
    maxLength: 500,
  },
  description: {
    maxLength: 10240,
  },
  location: {
    maxLength: 500,
  },
  tags: {
    maxItems: 20,
    items: {
      minLength: 1,
      maxLength: 50,
    },
  },
  reminderMinutes: {
    maxItems: 10,
    items: {
      minimum: 0,
      maximum: 40320,
    },
  },
  links: {
    maxItems: 10,
  },
  ttl: {
    maximum: 253402300799,
  },
  endDate: {
    maxDays: 3660,
  },
  rrule: {
    maxLength: 8192,
  },
  exdate: {
    maxItems: 1000,
  },
  rdate: {
    maxItems: 1000,
  },
} as const;

export const plannerImportLimits = {
  events: {
    items: {
      kind: {
        enum: ['event', 'series', 'task'],
      },
    },
  },
} as const;

export const plannerLinkLimits = {
  title: {
    maxLength: 200,
  },
} as const;

export const plannerOccurrenceLimits = {
  kind: {
    enum: ['event', 'series', 'occurrence'],
  },
} as const;

export const plannerPreferencesLimits = {
  weekStart: {
    enum: [0, 1],
  },
  defaultEventDuration: {
    enum: [15, 30, 45, 60],
  },
  defaultCalendarIncrement: {
    enum: [10, 15, 30, 60],
  },
  defaultReminderMinutes: {
    maxItems: 10,
    items: {
      minimum: 0,
      maximum: 40320,
    },
  },
  theme: {
    enum: ['light', 'dark', 'auto'],
  },
  autoArchiveDelayHours: {
    minimum: 1,
    maximum: 720,
  },
} as const;

export const plannerPreferencesChangeLimits = {
  weekStart: {
    enum: [0, 1],
  },
  defaultEventDuration: {
    enum: [15, 30, 45, 60],
  },
  defaultCalendarIncrement: {
    enum: [10, 15, 30, 60],
  },
  defaultReminderMinutes: {
    maxItems: 10,
    items: {
      minimum: 0,
      maximum: 40320,
    },
  },
  theme: {
    enum: ['light', 'dark', 'auto'],
  },
  autoArchiveDelayHours: {
    minimum: 1,
    maximum: 720,
  },
} as const;

export const plannerStatusLimits = {
  enum: ['CONFIRMED', 'TENTATIVE', 'CANCELLED'],
} as const;

export const plannerTaskChangeLimits = {
  title: {
    minLength: 1,
    maxLength: 500,
  },
  description: {
    maxLength: 10240,
  },
  tags: {
    maxItems: 20,
    items: {
      minLength: 1,
      maxLength: 50,
    },
  },
  plannedMinutes: {
    minimum: 1,
    maximum: 1440,
  },
  percent: {
    minimum: 0,
    maximum: 99,
  },
  ttl: {
    maximum: 253402300799,
  },
} as const;

export const plannerTaskPriorityLimits = {
  enum: ['LOW', 'MEDIUM', 'HIGH', 'URGENT'],
} as const;

export const projectActivityLimits = {
  action: {
    enum: ['CREATE', 'UPDATE', 'DELETE', 'MOVE', 'ASSIGN', 'STATUS', 'COMMENT', 'JOIN', 'LEAVE', 'ROLE'],
  },
} as const;

export const projectChangeLimits = {
  name: {
    minLength: 1,
    maxLength: 100,
  },
  description: {
    maxLength: 10000,
  },
} as const;

export const projectEventChangeLimits = {
  title: {
    minLength: 1,
    maxLength: 500,
  },
  description: {
    maxLength: 20000,
  },
  endDate: {
    maxDays: 3660,
  },
} as const;

export const projectFileLimits = {
  maxLength: 10485760,
} as const;

export const projectPermissionLimits = {
  enum: ['READ', 'WRITE', 'MANAGE'],
} as const;

export const projectRoleLimits = {
  enum: ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER'],
} as const;

export const projectStatisticsLimits = {
  columns: {
    items: {
      status: {
        enum: ['TODO', 'IN_PROGRESS', 'REVIEW', 'DONE'],
      },
    },
  },
} as const;

export const projectStatusLimits = {
  enum: ['ACTIVE', 'ARCHIVED', 'COMPLETED'],
} as const;

export const projectTagChangeLimits = {
  name: {
    minLength: 1,
    maxLength: 50,
  },
} as const;

export const projectTaskBatchLimits = {
  changes: {
    maxItems: 100,
    items: {
      action: {
        enum: ['change', 'move', 'delete'],
      },
    },
  },
} as const;

export const projectTaskChangeLimits = {
  title: {
    minLength: 1,
    maxLength: 500,
  },
  description: {
    maxLength: 20000,
  },
  tagIds: {
    maxItems: 20,
  },
  checklist: {
    maxItems: 100,
  },
  blockedBy: {
    maxItems: 20,
  },
} as const;

export const quotaLimits = {
  kind: {
    enum: ['bytes', 'events', 'series', 'plannerTasks', 'calendars', 'entries', 'places', 'stays', 'projects', 'tasks', 'projectEvents', 'trees', 'people'],
  },
} as const;

export const quotaChangeLimits = {
  bytes: {
    minimum: 0,
    maximum: 1125899906842624,
  },
  events: {
    minimum: 0,
    maximum: 1125899906842624,
  },
  series: {
    minimum: 0,
    maximum: 2000,
  },
  plannerTasks: {
    minimum: 0,
    maximum: 20000,
  },
  calendars: {
    minimum: 0,
    maximum: 500,
  },
  entries: {
    minimum: 0,
    maximum: 1125899906842624,
  },
  places: {
    minimum: 0,
    maximum: 100,
  },
  stays: {
    minimum: 0,
    maximum: 1125899906842624,
  },
  projects: {
    minimum: 0,
    maximum: 500,
  },
  tasks: {
    minimum: 0,
    maximum: 20000,
  },
  projectEvents: {
    minimum: 0,
    maximum: 20000,
  },
  trees: {
    minimum: 0,
    maximum: 100,
  },
  people: {
    minimum: 0,
    maximum: 200000,
  },
} as const;

export const readNotificationsLimits = {
  until: {
    minLength: 1,
    maxLength: 128,
  },
} as const;

export const relativesLimits = {
  relatives: {
    items: {
      kind: {
        enum: ['parent', 'stepParent', 'sibling', 'halfSibling', 'adoptiveSibling', 'stepSibling', 'fosterSibling', 'spouse', 'child', 'stepChild', 'grandparent', 'grandchild', 'uncleOrAunt', 'nephewOrNiece', 'cousin', 'parentInLaw', 'childInLaw', 'siblingInLaw'],
      },
    },
  },
} as const;

export const reminderChangeLimits = {
  snoozeMinutes: {
    minimum: 1,
    maximum: 10080,
  },
} as const;

export const reminderMinutesLimits = {
  minutes: {
    maxItems: 10,
    items: {
      minimum: 0,
      maximum: 40320,
    },
  },
} as const;

export const reminderSettingsLimits = {
  kinds: {
    anniversary: {
      maxItems: 10,
      items: {
        minimum: 0,
        maximum: 40320,
      },
    },
    birthday: {
      maxItems: 10,
      items: {
        minimum: 0,
        maximum: 40320,
      },
    },
    entry: {
      maxItems: 10,
      items: {
        minimum: 0,
        maximum: 40320,
      },
    },
    event: {
      maxItems: 10,
      items: {
        minimum: 0,
        maximum: 40320,
      },
    },
    stay: {
      maxItems: 10,
      items: {
        minimum: 0,
        maximum: 40320,
      },
    },
    task: {
      maxItems: 10,
      items: {
        minimum: 0,
        maximum: 40320,
      },
    },
  },
  overrides: {
    maxItems: 300,
    items: {
      minutes: {
        maxItems: 10,
        items: {
          minimum: 0,
          maximum: 40320,
        },
      },
    },
  },
} as const;

export const reminderSettingsChangeLimits = {
  kinds: {
    anniversary: {
      maxItems: 10,
      items: {
        minimum: 0,
        maximum: 40320,
      },
    },
    birthday: {
      maxItems: 10,
      items: {
        minimum: 0,
        maximum: 40320,
      },
    },
    entry: {
      maxItems: 10,
      items: {
        minimum: 0,
        maximum: 40320,
      },
    },
    event: {
      maxItems: 10,
      items: {
        minimum: 0,
        maximum: 40320,
      },
    },
    stay: {
      maxItems: 10,
      items: {
        minimum: 0,
        maximum: 40320,
      },
    },
    task: {
      maxItems: 10,
      items: {
        minimum: 0,
        maximum: 40320,
      },
    },
  },
} as const;

export const roleLimits = {
  enum: ['owner', 'writer', 'reader'],
} as const;

export const secondFactorCodeLimits = {
  code: {
    maxLength: 100,
  },
} as const;

export const secondFactorOffLimits = {
  password: {
    maxLength: 1024,
  },
  code: {
    maxLength: 100,
  },
} as const;

export const serverLimits = {
  signUp: {
    enum: ['closed', 'invitation', 'open'],
  },
} as const;

export const setUpLimits = {
  email: {
    minLength: 3,
    maxLength: 254,
  },
  name: {
    minLength: 1,
    maxLength: 100,
  },
  password: {
    minLength: 10,
    maxLength: 1024,
  },
} as const;

export const settingsLimits = {
  signUp: {
    enum: ['closed', 'invitation', 'open'],
  },
  contact: {
    maxLength: 200,
  },
} as const;

export const settingsChangeLimits = {
  signUp: {
    enum: ['closed', 'invitation', 'open'],
  },
  contact: {
    maxLength: 200,
  },
} as const;

export const sourceLimits = {
  title: {
    minLength: 1,
    maxLength: 500,
  },
  author: {
    maxLength: 2000,
  },
  publication: {
    maxLength: 2000,
  },
  url: {
    maxLength: 2000,
  },
  notes: {
    maxLength: 10000,
  },
} as const;

export const subscriptionLimits = {
  address: {
    maxLength: 2000,
  },
  name: {
    maxLength: 100,
  },
  problem: {
    enum: ['addressRefused', 'notReached', 'timedOut', 'tooLarge', 'tooManyEvents', 'tooManyRedirects', 'badRedirect', 'badStatus', 'noCalendar', 'incomplete', 'internal', null],
  },
} as const;

export const subscriptionChangeLimits = {
  address: {
    maxLength: 2000,
  },
  name: {
    maxLength: 100,
  },
} as const;

export const taskPriorityLimits = {
  enum: ['LOW', 'MEDIUM', 'HIGH', 'URGENT'],
} as const;

export const taskRepeatLimits = {
  rule: {
    minLength: 1,
    maxLength: 500,
  },
  from: {
    enum: ['DUE', 'DONE'],
  },
} as const;

export const taskStatusLimits = {
  enum: ['TODO', 'IN_PROGRESS', 'REVIEW', 'DONE'],
} as const;

export const treeDifferenceLimits = {
  class: {
    enum: ['new', 'changed', 'conflict', 'refused', 'missing'],
  },
  kind: {
    enum: ['person', 'parent', 'couple', 'fact', 'note', 'source', 'record'],
  },
  default: {
    enum: ['take', 'keep'],
  },
} as const;

export const treeFileLimits = {
  maxLength: 10485760,
} as const;

export const treeImportJobLimits = {
  state: {
    enum: ['waiting', 'reading', 'writing', 'done', 'failed'],
  },
  percent: {
    minimum: 0,
    maximum: 100,
  },
} as const;

export const treeMemberRoleLimits = {
  enum: ['read', 'write', 'owner'],
} as const;

export const treeReimportLimits = {
  state: {
    enum: ['waiting', 'reading', 'compared', 'writing', 'undoing', 'done', 'undone', 'failed'],
  },
  percent: {
    minimum: 0,
    maximum: 100,
  },
} as const;

export const treeReimportChoicesLimits = {
  new: {
    enum: ['add', 'skip'],
  },
  changed: {
    enum: ['take', 'keep'],
  },
  conflicts: {
    enum: ['take', 'keep'],
  },
  take: {
    maxItems: 5000,
  },
  keep: {
    maxItems: 5000,
  },
} as const;

export const treeRoleLimits = {
  enum: ['public', 'read', 'write', 'owner'],
} as const;

export const unscheduledTaskLimits = {
  kind: {
    enum: ['anniversary', 'birthday', 'blocked', 'entry', 'event', 'stay', 'task'],
  },
  may: {
    items: {
      enum: ['change', 'move', 'resize', 'complete', 'delete', 'answer'],
    },
  },
  status: {
    enum: ['TENTATIVE', 'CANCELLED'],
  },
  task: {
    as: {
      enum: ['due', 'planned', 'overdue'],
    },
  },
  day: {
    which: {
      enum: ['birthday', 'deathDay', 'wedding'],
    },
  },
} as const;

export const unscheduledTasksLimits = {
  items: {
    maxItems: 200,
  },
} as const;

export const uploadLimits = {
  purpose: {
    enum: ['attachment', 'familyTree'],
  },
} as const;

export const uploadPartLimits = {
  maxLength: 1048576,
} as const;
