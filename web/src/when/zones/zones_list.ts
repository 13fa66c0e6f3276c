// The zones to choose from, with the names that people look for: cities, regions, "India Standard
// Time", "UTC+5:30".

import { locale } from '../../lib/locale';
import { currentName, placeOfZone } from './zone_names';
import { isZone, offsetText, zoneHere } from './zones';

export { currentName, placeOfZone };

export interface ZoneOption {
  tzid: string;
  // "New York".
  place: string;
  // "America".
  region: string;
}

export function isSameZone(left: string, right: string): boolean {
  return currentName(left) === currentName(right);
}

let listed: readonly ZoneOption[] | undefined;

export function allZones(): readonly ZoneOption[] {
  listed ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentName)])]
    .sort()
    .map((tzid) => ({
      tzid,
      place: placeOfZone(tzid),
      region: tzid.split('/').slice(0, -1).join(', ').replaceAll('_', ' '),
    }));
  return listed;
}

const longNames = new Map<string, string>();

// "Central European Time", "India Standard Time", and the same in the person's language. Made when somebody first
// searches: there are 400.
function longNameOf(tzid: string): string {
  let name = longNames.get(tzid);
  if (name === undefined) {
    const languages = locale().startsWith('en') ? ['en'] : ['en', locale()];
    name = languages.map((tag) => namesIn(tag, tzid)).join(' ');
    longNames.set(tzid, name);
  }
  return name;
}

function namesIn(tag: string, tzid: string): string {
  const parts = (['longGeneric', 'short'] as const).map((timeZoneName) =>
    new Intl.DateTimeFormat(tag, { timeZone: tzid, timeZoneName })
      .formatToParts(0)
      .find((part) => part.type === 'timeZoneName'),
  );
  return parts.map((part) => part?.value ?? '').join(' ');
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('−', '-')
    .replaceAll(/[_/,]/g, ' ')
    .toLowerCase();
}

// Everything that a zone is known by. Its long name costs something, so it comes last.
function textOfZone(zone: ZoneOption, atMs: number): string {
  return ` ${folded(`${zone.tzid} ${offsetText(zone.tzid, atMs)} ${longNameOf(zone.tzid)}`)} `;
}

// All words have to be in it. First those whose place begins with the text, then those that have it
// as a whole word: "india" is Kolkata before it is Indianapolis.
export function searchZones(query: string, atMs: number, limit: number): ZoneOption[] {
  const wanted = folded(query).trim();
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return allZones().slice(0, limit);
  const rank = (zone: ZoneOption, text: string) => {
    if (folded(zone.place).startsWith(wanted)) return 0;
    return text.includes(` ${wanted} `) ? 1 : 2;
  };
  return allZones()
    .map((zone) => ({ zone, text: textOfZone(zone, atMs) }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ zone, text }) => ({ zone, rank: rank(zone, text) }))
    .sort((left, right) => left.rank - right.rank)
    .slice(0, limit)
    .map(({ zone }) => zone);
}

// Those that are offered before anybody searches: one's own, that of this browser, UTC, and those
// of the event.
export function nearZones(own: string, others: readonly (string | null)[]): string[] {
  const wanted = [own, ...others, zoneHere(), 'UTC'].flatMap((tzid) =>
    tzid && isZone(tzid) ? [currentName(tzid)] : [],
  );
  return [...new Set(wanted)];
}
