// What the API says about an account and, to administrators, about all of them.

export interface SessionInfo {
  id: string;
  // "password", or the id of a provider.
  method: string;
  address: string;
  userAgent: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  current: boolean;
}

export type Scope =
  | 'calendars:read'
  | 'calendars:write'
  | 'planner:read'
  | 'planner:write'
  | 'bookings:read'
  | 'bookings:write'
  | 'account:read';

export interface ApiToken {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
}

export interface MadeApiToken {
  token: ApiToken;
  // Shown once.
  text: string;
}

export interface SecondFactorOffer {
  secret: string;
  uri: string;
}

export interface Person {
  id: string;
  name: string;
  email: string;
  administrator: boolean;
  createdAt: string;
}

export interface SignUpInvitation {
  id: string;
  // Only for this address.
  email: string | null;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
}

export interface MadeSignUpInvitation {
  invitation: SignUpInvitation;
  // Shown once.
  link: string;
}
