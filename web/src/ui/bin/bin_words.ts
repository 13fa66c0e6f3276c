// What is said of a thing in the bin.

import { formatDay, formatTime } from '../../lib/dates';
import { t } from '../../lib/messages';
import { ago } from '../../lib/moments';
import type { BinThing } from '../../lib/types';

const dayMs = 86_400_000;

// "Series · Tuesday, 17 November, 9:00"
export function whatItIs(thing: BinThing, hour12: boolean): string {
  const kind = t.ui.bin.kinds[thing.kind]();
  const when = whenItIs(thing.startsAt, hour12);
  return when === '' ? kind : `${kind} · ${when}`;
}

// A time in UTC is that of the browser's zone; other times are on the wall.
function whenItIs(startsAt: string | null, hour12: boolean): string {
  if (startsAt === null || !/^\d{4}-\d{2}-\d{2}/.test(startsAt)) return '';
  const wall = startsAt.endsWith('Z') ? wallOf(new Date(startsAt)) : startsAt;
  const day = formatDay(wall.slice(0, 10));
  return wall.length > 10 ? `${day}, ${formatTime(wall.slice(11, 16), hour12)}` : day;
}

function wallOf(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

// "Deleted by Ben 2 hours ago · 29 days left"
export function howItWent(thing: BinThing, myId: string | undefined, now = Date.now()): string {
  return `${whoDeleted(thing, myId, now)} · ${timeLeft(thing.expiresAt, now)}`;
}

function whoDeleted(thing: BinThing, myId: string | undefined, now: number): string {
  const when = { ago: ago(thing.deletedAt, now) };
  if (!thing.deletedBy) return t.ui.bin.went(when);
  if (thing.deletedBy.userId === myId) return t.ui.bin.wentByYou(when);
  return t.ui.bin.wentBy({ ...when, name: thing.deletedBy.name });
}

function timeLeft(expiresAt: string, now: number): string {
  const days = Math.floor((Date.parse(expiresAt) - now) / dayMs);
  return days < 1 ? t.ui.bin.lastDay() : t.ui.bin.daysLeft({ days });
}
