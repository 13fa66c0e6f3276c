// What the server says about places and bookings, in the words of this page. What the objects consist
// of is in lib/api_types.ts, which is made from the program's OpenAPI document.

import type * as api from '../lib/api_types';

export type { DateText } from '../lib/dates';
export type {
  Booking,
  BookingChange,
  BookingKind,
  NewBooking,
  NightPrices,
  Place,
  Quote,
  TakenNight,
  Wish,
} from '../lib/api_types';

export type Role = api.PlaceRole;
export type Season = api.PlaceSeason;
// Prices are in the smallest unit of the currency.
export type PlaceSettings = Required<api.NewPlace>;
export type OwnInvitation = api.OwnPlaceInvitation;
export type PlaceList = api.Places;
export type NightPrice = api.NightPrices['nights'][number];
// The `code` of problems.
export type RuleCode = api.BookingRule;
export type QuotePart = api.Quote['parts'][number];
export type Member = api.PlaceMember;
export type Invitation = api.PlaceInvitation;
export type MemberList = api.PlaceMembers;
export type Statistics = api.PlaceStatistics;
export type MonthOccupancy = Statistics['months'][number];
export type PersonShare = Statistics['people'][number];
export type Feed = api.PlaceFeed;
