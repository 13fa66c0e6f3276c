// What somebody writes about a place, and what is sent of it.

import { isColor, nameOfColor, sameColor } from '../../ui/colors';
import { newPlaceLimits } from '../../lib/api_limits';
import { moneyInput, moneyText, parseMoney, priceProblem } from '../prices/money';
import {
  formOfSeason,
  maxSeasons,
  numberProblem,
  seasonOf,
  seasonProblems,
  seasonText,
  type SeasonForm,
  type SeasonProblems,
} from '../prices/season_form';
import type { PlaceSettings, Season } from '../types';
import type { VersionField } from '../../lib/versions';
import { t } from '../../lib/messages';

export interface PlaceForm {
  name: string;
  color: string;
  description: string;
  houseRules: string;
  minNights: string;
  maxNights: string;
  checkIn: string;
  checkOut: string;
  tzid: string;
  currency: string;
  pricePerNight: string;
  seasons: SeasonForm[];
  allowsPast: boolean;
  showsNames: boolean;
}

export type PlaceField = keyof PlaceForm;

export interface PlaceProblems {
  fields: Partial<Record<PlaceField, string>>;
  // By the key of the season.
  seasons: Record<number, SeasonProblems>;
}

export const noProblems: PlaceProblems = { fields: {}, seasons: {} };
const maxNightsOfStay = newPlaceLimits.maxNights.maximum;
const maxTexts = {
  name: newPlaceLimits.name.maxLength,
  description: newPlaceLimits.description.maxLength,
  houseRules: newPlaceLimits.houseRules.maxLength,
} as const;

// The fields of the two tabs, in which a problem can be.
export const priceFields: readonly PlaceField[] = ['currency', 'pricePerNight', 'seasons'];

export function formOfPlace(place: PlaceSettings): PlaceForm {
  const { currency } = place;
  return {
    name: place.name,
    color: place.color,
    description: place.description ?? '',
    houseRules: place.houseRules ?? '',
    minNights: String(place.minNights),
    maxNights: String(place.maxNights),
    checkIn: place.checkIn,
    checkOut: place.checkOut,
    tzid: place.tzid,
    currency,
    pricePerNight: moneyInput(place.pricePerNight, currency),
    seasons: place.seasons.map((season) => formOfSeason(season, currency)),
    allowsPast: place.allowsPast,
    showsNames: place.showsNames,
  };
}

export function problemsOfPlace(form: PlaceForm): PlaceProblems {
  const fields: PlaceProblems['fields'] = {};
  if (form.name.trim() === '') fields.name = t.bookings.giveName();
  for (const [field, max] of Object.entries(maxTexts) as [keyof typeof maxTexts, number][]) {
    if (form[field].trim().length > max) {
      fields[field] = t.bookings.atMostCharacters({ count: max });
    }
  }
  if (!isColor(form.color)) fields.color = t.bookings.settings.chooseColor();
  const longest = numberProblem(form.maxNights, maxNightsOfStay);
  if (longest) fields.maxNights = longest;
  const shortest = numberProblem(form.minNights, maxNightsOfStay);
  if (shortest) fields.minNights = shortest;
  else if (!longest && Number(form.minNights) > Number(form.maxNights)) {
    fields.minNights = t.bookings.settings.moreThanLongest();
  }
  if (!isTime(form.checkIn)) fields.checkIn = t.bookings.settings.chooseTime();
  if (!isTime(form.checkOut)) fields.checkOut = t.bookings.settings.chooseTime();
  const price = priceProblem(form.pricePerNight, form.currency);
  if (price !== undefined) fields.pricePerNight = price;
  if (form.seasons.length > maxSeasons)
    fields.seasons = t.bookings.settings.mostSeasons({ count: maxSeasons });
  return { fields, seasons: problemsOfSeasons(form) };
}

function problemsOfSeasons(form: PlaceForm): Record<number, SeasonProblems> {
  const { seasons, currency, maxNights } = form;
  const isKnown = numberProblem(maxNights, maxNightsOfStay) === undefined;
  const longest = isKnown ? Number(maxNights) : maxNightsOfStay;
  const found = seasons.map(
    (season) => [season.key, seasonProblems(season, currency, longest)] as const,
  );
  return Object.fromEntries(found.filter(([, problems]) => Object.keys(problems).length > 0));
}

// A problem that the server has with a field: "name", "seasons[2].from".
export function problemOf(form: PlaceForm, field: string, text: string): PlaceProblems | undefined {
  const [, index, member] = /^seasons\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  const season = form.seasons[Number(index)];
  if (season && member !== undefined) {
    const name = member === 'pricePerNight' ? 'price' : member;
    return { fields: {}, seasons: { [season.key]: { [name]: text } } };
  }
  const known = Object.keys(form).find((each) => each === field);
  return known === undefined ? undefined : { fields: { [known]: text }, seasons: {} };
}

export function hasProblems({ fields, seasons }: PlaceProblems): boolean {
  return Object.keys(fields).length > 0 || Object.keys(seasons).length > 0;
}

// The tab in which the first problem is.
export function tabOfProblems({ fields }: PlaceProblems): 'settings' | 'prices' {
  const wrong = Object.keys(fields) as PlaceField[];
  return wrong.some((field) => !priceFields.includes(field)) ? 'settings' : 'prices';
}

// Of a form without problems.
export function settingsOf(form: PlaceForm): PlaceSettings {
  const { currency, color, checkIn, checkOut, tzid, allowsPast, showsNames } = form;
  return {
    name: form.name.trim(),
    color,
    description: form.description.trim() || null,
    houseRules: form.houseRules.trim() || null,
    minNights: Number(form.minNights),
    maxNights: Number(form.maxNights),
    checkIn: checkIn.slice(0, 5),
    checkOut: checkOut.slice(0, 5),
    tzid,
    currency,
    pricePerNight: parseMoney(form.pricePerNight, currency) ?? 0,
    seasons: form.seasons.map((season) => seasonOf(season, currency)),
    allowsPast,
    showsNames,
  };
}

// What differs from `before`, which is how the server knows it.
export function changeOfPlace(before: PlaceSettings, form: PlaceForm): Partial<PlaceSettings> {
  const now = settingsOf(form);
  const fields = Object.keys(now) as (keyof PlaceSettings)[];
  const differing = fields.filter((field) =>
    field === 'color'
      ? !sameColor(now.color, before.color)
      : JSON.stringify(now[field]) !== JSON.stringify(sent(before[field])),
  );
  return Object.fromEntries(differing.map((field) => [field, now[field]]));
}

// Texts that are empty and texts that are not there are the same; members may come in any order.
function sent(value: PlaceSettings[keyof PlaceSettings]): unknown {
  if (value === '') return null;
  if (!Array.isArray(value)) return value;
  return value.map(({ name, from, to, pricePerNight, minNights }: Season) => ({
    name,
    from,
    to,
    pricePerNight,
    minNights,
  }));
}

export function isChangedPlace(before: PlaceForm, form: PlaceForm): boolean {
  return textOf(before) !== textOf(form);
}

function textOf(form: PlaceForm): string {
  const seasons = form.seasons.map(({ name, isYearly, from, to, price, minNights }) =>
    [name.trim(), isYearly, from, to, price.trim(), minNights.trim()].join('\n'),
  );
  const color = form.color.toLowerCase();
  return JSON.stringify({ ...form, color, seasons });
}

function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d/.test(text);
}

// How the fields of a place are compared when two people changed it.
export const placeVersionFields = (): VersionField<PlaceForm>[] => [
  plain('name', t.bookings.settings.name()),
  plain('color', t.bookings.settings.color(), nameOfColor),
  plain('description', t.bookings.settings.description()),
  plain('houseRules', t.bookings.houseRules()),
  plain('minNights', t.bookings.settings.shortest()),
  plain('maxNights', t.bookings.settings.longest()),
  plain('checkIn', t.bookings.settings.checkIn()),
  plain('checkOut', t.bookings.settings.checkOut()),
  plain('tzid', t.bookings.settings.zone()),
  {
    // An amount means nothing without its currency.
    field: 'price',
    label: t.bookings.pricePerNight(),
    text: ({ pricePerNight, currency }) =>
      moneyText(parseMoney(pricePerNight, currency) ?? 0, currency),
    take: (form, { pricePerNight, currency }) =>
      void Object.assign(form, { pricePerNight, currency }),
  },
  {
    field: 'seasons',
    label: t.bookings.seasons(),
    text: ({ seasons, currency }) =>
      seasons.map((season) => seasonText(seasonOf(season, currency), currency)).join('\n'),
    take: (form, { seasons }) => void (form.seasons = seasons.map((season) => ({ ...season }))),
  },
  flag(
    'allowsPast',
    t.bookings.settings.pastNights(),
    t.bookings.settings.pastYes(),
    t.bookings.settings.pastNo(),
  ),
  flag(
    'showsNames',
    t.bookings.settings.names(),
    t.bookings.settings.namesYes(),
    t.bookings.settings.namesNo(),
  ),
];

type TextField = Exclude<PlaceField, 'seasons' | 'allowsPast' | 'showsNames'>;

function plain(
  field: TextField,
  label: string,
  text: (value: string) => string = (value) => value.trim(),
): VersionField<PlaceForm> {
  return {
    field,
    label,
    text: (form) => text(form[field]),
    take: (form, other) => void (form[field] = other[field]),
  };
}

function flag(
  field: 'allowsPast' | 'showsNames',
  label: string,
  yes: string,
  no: string,
): VersionField<PlaceForm> {
  return {
    field,
    label,
    text: (form) => (form[field] ? yes : no),
    take: (form, other) => void (form[field] = other[field]),
  };
}
