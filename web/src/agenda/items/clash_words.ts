// That somebody cannot be in two places, in words.

import { formatShortDay, formatTime } from '../../lib/dates';
import { t } from '../../lib/messages';
import type { Item } from '../types';
import type { Clash } from './clashes';
import { daysOf } from './item_days';
import { titleOf } from './item_words';

// "You are at Cottage then".
export function clashWords(stay: Item): string {
  return t.agenda.clash.short({ place: stay.owner.name });
}

const fewOthers = 3;

// "Tue 3 May – Sat 7 May you are at Cottage: Dentist (Wed 4 May, 9:00)".
export function clashSentence({ stay, others: all }: Clash, hour12: boolean): string {
  const { from, to } = daysOf(stay);
  // A series once.
  const isFirst = ({ seriesId }: Item, at: number) =>
    seriesId === undefined || all.findIndex((each) => each.seriesId === seriesId) === at;
  const others = all.filter(isFirst);
  const named = others.slice(0, fewOthers).map((other) => {
    const title = titleOf(other);
    const day = formatShortDay(other.start.slice(0, 10));
    if (other.allDay) return t.agenda.clash.otherDay({ title, day });
    return t.agenda.clash.other({
      title,
      day,
      time: formatTime(other.start.slice(11, 16), hour12),
    });
  });
  return t.agenda.clash.sentence({
    from: formatShortDay(from),
    to: formatShortDay(to),
    place: stay.owner.name,
    others: named.reduce((first, then) => t.agenda.words.join({ first, then })),
    more: others.length - named.length,
  });
}
