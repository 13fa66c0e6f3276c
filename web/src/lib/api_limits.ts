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
} as const;

export const apiTokenScopeLimits = {
  enum: ['account:read', 'metrics:read', 'calendars:read', 'calendars:write', 'planner:read', 'planner:write', 'bookings:read', 'bookings:write'],
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

export const linkBeginningLimits = {
  returnTo: {
    minLength: 1,
    maxLength: 2000,
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

export const newMemberLimits = {
  email: {
    minLength: 1,
    maxLength: 254,
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

export const newSignUpInvitationLimits = {
  email: {
    minLength: 3,
    maxLength: 254,
  },
} as const;

export const newWishLimits = {
  note: {
    maxLength: 1000,
  },
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
        enum: ['event', 'series'],
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

export const plannerReminderChangeLimits = {
  snoozeMinutes: {
    minimum: 1,
    maximum: 10080,
  },
} as const;

export const plannerStatusLimits = {
  enum: ['CONFIRMED', 'TENTATIVE', 'CANCELLED'],
} as const;

export const quotaLimits = {
  kind: {
    enum: ['bytes', 'events', 'series', 'calendars', 'entries', 'places', 'stays'],
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

export const signInLimits = {
  email: {
    maxLength: 254,
  },
  password: {
    maxLength: 1024,
  },
} as const;

export const signUpLimits = {
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
