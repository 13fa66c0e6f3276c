// What the server says about places and bookings.

import type { DateText } from '../lib/dates';

export type { DateText };

export type Role = 'viewer' | 'member' | 'administrator';

export interface Season {
  name: string;
  // The first and the last night: "2026-07-01", or "07-01" for every year.
  from: string;
  to: string;
  pricePerNight: number;
  minNights: number | null;
}

// Prices are in the smallest unit of the currency.
export interface PlaceSettings {
  name: string;
  color: string;
  description: string | null;
  houseRules: string | null;
  maxNights: number;
  minNights: number;
  // "16:00"
  checkIn: string;
  checkOut: string;
  tzid: string;
  currency: string;
  pricePerNight: number;
  seasons: Season[];
  // Whether nights that are over can be booked and given back.
  allowsPast: boolean;
  // Whether everybody sees who comes, or only administrators do.
  showsNames: boolean;
}

export interface Place extends PlaceSettings {
  id: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  role: Role;
  etag: string;
}

export interface OwnInvitation {
  placeId: string;
  placeName: string;
  role: Role;
  // A name.
  invitedBy: string;
  createdAt: string;
}

export interface PlaceList {
  places: Place[];
  invitations: OwnInvitation[];
}

export type BookingKind = 'booking' | 'blocked';

// A FullCalendar event object. The nights are those from `start` to the one before `end`.
export interface Booking {
  id: string;
  title: string;
  start: DateText;
  end: DateText;
  allDay: true;
  resourceId: string;
  color: string;
  editable: boolean;
  extendedProps: {
    placeId: string;
    kind: BookingKind;
    // Null: a guest, or somebody of whom one may not know.
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
}

export interface NewBooking {
  start: DateText;
  end: DateText;
  title?: string;
  note?: string | null;
  userId?: string | null;
  kind?: BookingKind;
}

export type BookingChange = Partial<Omit<NewBooking, 'kind'>>;

export interface NightPrice {
  date: DateText;
  price: number;
  season: string | null;
}

export interface NightPrices {
  currency: string;
  nights: NightPrice[];
}

export interface TakenNight {
  night: DateText;
  // Absent when one may not know, or it is gone by now.
  event?: { id: string; title: string; kind: BookingKind };
}

// The `code` of problems.
export type RuleCode =
  | 'endNotAfterStart'
  | 'tooLong'
  | 'tooShort'
  | 'inThePast'
  | 'tooManyChanges'
  | 'overlap'
  | 'staleVersion'
  | 'nightsAreFree';

export interface QuotePart {
  season: string | null;
  start: DateText;
  end: DateText;
  nights: number;
  pricePerNight: number;
  total: number;
}

export interface Quote {
  start: DateText;
  end: DateText;
  nights: number;
  parts: QuotePart[];
  total: number;
  currency: string;
  taken: TakenNight[];
  refusal: { code: RuleCode; detail: string } | null;
}

export interface Member {
  userId: string;
  name: string | null;
  // Only administrators see addresses.
  email: string | null;
  role: Role;
  createdAt: string;
  updatedAt: string;
  etag: string;
}

export interface Invitation {
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: string;
}

export interface MemberList {
  members: Member[];
  invitations: Invitation[];
}

export interface Wish {
  id: string;
  placeId: string;
  placeName: string;
  userId: string;
  userName: string;
  start: DateText;
  end: DateText;
  nights: number;
  note: string | null;
  createdAt: string;
  // All of its nights are free now.
  offered: boolean;
}

export interface MonthOccupancy {
  month: number;
  nights: number;
  booked: number;
  blocked: number;
  // 0 to 1
  occupancy: number;
}

export interface PersonShare {
  userId: string | null;
  name: string;
  isMember: boolean;
  nights: number;
  stays: number;
  total: number;
  share: number;
  difference: number;
}

export interface Statistics {
  year: number;
  months: MonthOccupancy[];
  people: PersonShare[];
  fairNights: number;
  fairness: number | null;
  currency: string;
}

export interface Feed {
  exists: boolean;
  createdAt?: string | null;
  lastReadAt?: string | null;
}
