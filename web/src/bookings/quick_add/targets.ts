// What a line typed in the agenda becomes at a place: nights that are booked.

import {
  fits,
  type QuickAddContext,
  type QuickAddReading,
  type QuickAddTarget,
} from '../../lib/agenda_types';
import { membersById } from '../../lib/agenda_people';
import { addDays, daysBetween } from '../../lib/dates';
import { isCalled } from '../../lib/folded';
import { t } from '../../lib/messages';
import { loadTranslate } from '../../when/words/line_session.svelte';
import type { PlainLine } from '../../when/words/plain_line';
import { dayWords } from '../../when/words/span_words';
import { bookingsApi, type Days } from '../bookings_api';
import { nightsText } from '../editor/quote_words';
import { mayBook } from '../nights/night_drag';
import type { Place } from '../types';

export async function bookingTargets(context: QuickAddContext): Promise<QuickAddTarget[]> {
  const [{ readPlainLine }, translate, { places }] = await Promise.all([
    import('../../when/words/plain_line'),
    loadTranslate(),
    bookingsApi.places(),
  ]);
  const { zone, isDayFirst } = context;
  // Who manages a place books for others, too.
  const managed = places.filter(({ role }) => role === 'administrator');
  const membersOf = await membersById(managed, (id) => bookingsApi.members(id));
  return places.filter(mayBook).map((place) => ({
    key: `place:${place.id}`,
    name: t.bookings.agenda.target({ name: place.name }),
    read: (text) => {
      const parts = {
        ...{ nowMs: context.nowMs(), zone, isDayFirst, defaultMinutes: 60, translate },
        people: membersOf.get(place.id) ?? [],
      };
      const taken = { words: place.name, kind: 'place' as const };
      return readingOf(readPlainLine(text, parts, taken), place);
    },
  }));
}

function readingOf(line: PlainLine, { id, name }: Place): QuickAddReading {
  const { pieces, signs } = line;
  const isNamed =
    pieces.some(({ kind }) => kind === 'place') || signs.some((sign) => isCalled(name, sign));
  const nights = nightsOf(line);
  // Who stays is the person; a title is theirs to give.
  const { title, person } = line;
  return {
    pieces,
    fit: isNamed && nights ? fits.named : fits.possible,
    title: title === '' ? name : title,
    facts: nights
      ? [
          t.ui.quickAdd.days({
            from: dayWords(nights.start),
            to: dayWords(nights.end),
          }),
          nightsText(daysBetween(nights.start, nights.end)),
        ]
      : [],
    // A stay of somebody else is no reason why the person is elsewhere.
    at: nights && !person ? { kind: 'stay', ...nights, allDay: true, location: name } : undefined,
    person: person?.name ?? undefined,
    problem: nights ? '' : t.bookings.agenda.needsNights(),
    create: async (key) => {
      if (!nights) throw new Error(t.bookings.agenda.needsNights());
      const booking = {
        ...nights,
        ...(title !== '' && { title }),
        ...(person && { userId: person.userId }),
      };
      const made = await bookingsApi.create(id, booking, key);
      return { undo: () => bookingsApi.remove(id, made.id, made.extendedProps.etag) };
    },
  };
}

// "3–7 May" is four nights, the 7th is the day of departure; one day is one night.
export function nightsOf({ span }: Pick<PlainLine, 'span'>): Days | undefined {
  if (!span) return undefined;
  const start = span.start.slice(0, 10);
  const last = span.isAllDay ? addDays(span.end, -1) : span.end.slice(0, 10);
  return { start, end: last > start ? last : addDays(start, 1) };
}
