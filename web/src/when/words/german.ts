// The German words of a line of quick add that say when, how long and how often, in English. What is not taken for any of
// these stays in the title as it was typed.

import type { Reading } from './reading';

const before = '(?<![\\p{L}\\p{N}])';
const after = '(?![\\p{L}\\p{N}])';
const words = (text: string) => new RegExp(`${before}(?:${text})${after}`, 'giu');

const weekdays: Record<string, string> = {
  montag: 'monday',
  dienstag: 'tuesday',
  mittwoch: 'wednesday',
  donnerstag: 'thursday',
  freitag: 'friday',
  samstag: 'saturday',
  sonnabend: 'saturday',
  sonntag: 'sunday',
};
const shortWeekdays: Record<string, string> = {
  mo: 'mon',
  di: 'tue',
  mi: 'wed',
  do: 'thu',
  fr: 'fri',
  sa: 'sat',
  so: 'sun',
};
const months = [
  ['jan(?:uar)?|jänner', 'january'],
  ['feb(?:ruar)?|feber', 'february'],
  ['mär(?:z)?|mrz', 'march'],
  ['apr(?:il)?', 'april'],
  ['mai', 'may'],
  ['juni?', 'june'],
  ['juli?', 'july'],
  ['aug(?:ust)?', 'august'],
  ['sept?(?:ember)?', 'september'],
  ['okt(?:ober)?', 'october'],
  ['nov(?:ember)?', 'november'],
  ['dez(?:ember)?', 'december'],
] as const;
const numbers: Record<string, number> = {
  ein: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  elf: 11,
  zwölf: 12,
};
const ordinals: Record<string, string> = {
  erst: 'first',
  zweit: 'second',
  dritt: 'third',
  viert: 'fourth',
  letzt: 'last',
};
const units: [RegExp, string][] = [
  [/^min/i, 'minutes'],
  [/^(?:std|stunde)/i, 'hours'],
  [/^tag/i, 'days'],
  [/^woche/i, 'weeks'],
  [/^monat/i, 'months'],
  [/^jahr/i, 'years'],
];
const dayParts: Record<string, string> = {
  früh: 'morning',
  morgen: 'morning',
  vormittag: 'morning',
  nachmittag: 'afternoon',
  abend: 'evening',
  nacht: 'night',
};

const weekday = Object.keys(weekdays).join('|');
const shortWeekday = Object.keys(shortWeekdays).join('|');
const month = months.map(([name]) => name).join('|');
const numberWord = `\\d{1,4}(?:[.,]\\d{1,2})?|(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf)(?:e[mnrs]?)?`;
const hourWord = `\\d{1,2}|${Object.keys(numbers).slice(1).join('|')}|eins`;
const ordinal = `(?:${Object.keys(ordinals).join('|')})e[nrs]?`;
const unit = 'minuten?|min|stunden?|std|tage?n?|wochen?|monate?n?s?|jahre?n?s?';
const dayPart = Object.keys(dayParts).join('|');

const lower = (text = '') => text.toLowerCase();
const englishDay = (text: string) => weekdays[lower(text)] ?? text;
const englishOrdinal = (text: string) => ordinals[lower(text).replace(/e[nrs]?$/, '')] ?? text;
const englishUnit = (text: string) => units.find(([name]) => name.test(text))?.[1] ?? text;
const englishPart = (text: string) => dayParts[lower(text)] ?? text;
function englishMonth(text: string): string {
  return months.find(([name]) => new RegExp(`^(?:${name})$`, 'i').test(text))?.[1] ?? text;
}
function numberIn(text: string): string {
  const name = lower(text).replace(/^(ein)(?:e[mnrs]?|s)$/, '$1');
  return String(numbers[name] ?? text.replace(',', '.'));
}
function clock(hour: string, minute = '00', shift = 0): string {
  const at = (Number(numberIn(hour)) * 60 + Number(minute) + shift + 1440) % 1440;
  return `${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`;
}

export function inGerman(reading: Reading): Reading {
  return [times, days, rulesOfMonths, rules, amounts, reminders, prepositions].reduce(
    (read, translate) => translate(read),
    reading,
  );
}

// "9 bis 10.30 Uhr", "um 9 Uhr", "halb zehn", "Viertel nach 9", "8 Uhr abends".
function times(reading: Reading): Reading {
  const time = '(\\d{1,2})(?:[:.](\\d{2}))?';
  return reading
    .translate(words(`${time}(?: uhr)? ?(?:-|–|bis) ?${time} uhr`), (_, a = '', b, c = '', d) => {
      return `${clock(a, b)}-${clock(c, d)}`;
    })
    .translate(words(`halb (${hourWord})`), (_, hour = '') => clock(hour, '30', -60))
    .translate(words(`(?:dreiviertel|viertel vor) (${hourWord})`), (_, hour = '') =>
      clock(hour, '00', -15),
    )
    .translate(words(`viertel nach (${hourWord})`), (_, hour = '') => clock(hour, '15'))
    .translate(
      words(`${time}(?: uhr)? (morgens|früh|vormittags|nachmittags|abends)`),
      (_, hour = '', minute, part = '') => {
        const isLate = /^(?:nach|abend)/i.test(part) && Number(hour) < 12;
        return clock(hour, minute, isLate ? 720 : 0);
      },
    )
    .translate(words(`${time} uhr(?: (\\d{2}))?`), (_, hour = '', minute, behind) =>
      clock(hour, minute ?? behind),
    )
    .translate(
      words(`(zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|eins) uhr`),
      (_, hour = '') => clock(hour),
    )
    .translate(words('mitternacht'), () => 'midnight')
    .translate(words('mittags?'), () => 'noon');
}

// "Freitagabend", "morgen früh", "am 17. November", "24.–26. Dez".
function days(reading: Reading): Reading {
  const day = '(\\d{1,2})\\.?';
  return reading
    .translate(
      words(`(${weekday}) ?(${dayPart})s?`),
      (_, name = '', part = '') => `${englishDay(name)} ${englishPart(part)}`,
    )
    .translate(words(`(heute|morgen) (${dayPart})`), (_, name = '', part = '') => {
      const isToday = lower(name) === 'heute';
      return `${isToday ? 'this' : 'tomorrow'} ${englishPart(part)}`;
    })
    .translate(words('übermorgen'), () => 'in 2 days')
    .translate(words('heute'), () => 'today')
    .translate(words('morgen'), () => 'tomorrow')
    .translate(words('gestern'), () => 'yesterday')
    .translate(words('jetzt'), () => 'now')
    .translate(
      words(`${day} ?(?:-|–|bis(?: zum)?) ?${day} ?(${month})\\.?`),
      (_, a, b, name = '') => `${a}-${b} ${englishMonth(name)}`,
    )
    .translate(words(`${day} ?(${month})`), (_, date, name = '') => `${date} ${englishMonth(name)}`)
    .translate(words(`(ab|bis|im|in|ende) (${month})`), (_, word = '', name = '') => {
      const english = { ab: 'starting', bis: 'until', ende: 'end of' }[lower(word)] ?? 'in';
      return `${english} ${englishMonth(name)}`;
    })
    .translate(words('(?:am )?(?:ende des monats|monatsende)'), () => 'end of month');
}

// "am letzten Tag jedes Monats", "jeden ersten Dienstag im Monat", "jeden 15.".
function rulesOfMonths(reading: Reading): Reading {
  const ofMonth = '(?: (?:im|des|jedes|jeden) monats?)';
  return reading
    .translate(
      words(`(?:am |jeden )?letzten tag (?:jedes|jeden|im|des) monats?`),
      () => 'every last day of the month',
    )
    .translate(
      words(`jeden letzten (?:werktag|arbeitstag)${ofMonth}?`),
      () => 'every last weekday of the month',
    )
    .translate(
      words(
        `(jeden? |an jedem |am |den )?(${ordinal})(?: und (${ordinal}))? (${weekday})${ofMonth}`,
      ),
      (whole = '', _, first = '', second, name = '') => {
        const isRule = /jede/i.test(whole);
        const which = [first, second].filter(Boolean).map((each) => englishOrdinal(each ?? ''));
        return `${isRule ? 'every ' : ''}${which.join(' and ')} ${englishDay(name)} of the month`;
      },
    )
    .translate(
      words(`(?:am |jeden )?(\\d{1,2})\\. (?:jedes|jeden) monats?`),
      (_, date) => `every ${date}th`,
    )
    .translate(words(`jeden (\\d{1,2})\\.(?! ?(?:${month}))`), (_, date) => `every ${date}th`);
}

// "jeden zweiten Freitag", "alle 2 Wochen", "montags".
function rules(reading: Reading): Reading {
  return reading
    .translate(
      words('(?:an )?(?:jedem|jeden) (?:werktag|arbeitstag)|werktags|wochentags'),
      () => 'every weekday',
    )
    .translate(words('(?:an )?jede[sm] wochenende'), () => 'every weekend')
    .translate(words('(?:am|dieses) wochenende'), () => 'this weekend')
    .translate(words('vierteljährlich'), () => 'quarterly')
    .translate(
      words('(stündlich|täglich|wöchentlich|monatlich|jährlich)(?:e[nrs]?)?'),
      (_, word = '') => {
        const english = {
          stünd: 'hourly',
          täg: 'daily',
          wöch: 'weekly',
          monat: 'monthly',
          jähr: 'yearly',
        };
        return (
          Object.entries(english).find(([start]) => lower(word).startsWith(start))?.[1] ?? word
        );
      },
    )
    .translate(
      words(`alle (${numberWord}) (${unit})`),
      (_, amount = '', name = '') => `every ${numberIn(amount)} ${englishUnit(name)}`,
    )
    .translate(
      words(`jede[nrs]? (${ordinal}) (${unit}|${weekday})`),
      (_, which = '', name = '') => {
        const isDay = lower(name) in weekdays;
        return `every ${englishOrdinal(which)} ${isDay ? englishDay(name) : singular(name)}`;
      },
    )
    .translate(words(`jede[nrs]? (${unit})`), (_, name = '') => `every ${singular(name)}`)
    .translate(words('(?:an )?jede[nms]?'), () => 'every')
    .translate(words(`(${weekday})s`), (_, name = '') => `${englishDay(name)}s`)
    .translate(words(`(${weekday})`), (_, name = '') => englishDay(name))
    .translate(
      new RegExp(
        `${before}(${shortWeekday})\\.?(?=[ ,/&+–-]*(?:\\d|um |und |bis |${shortWeekday}|$))(?![\\p{L}])`,
        'giu',
      ),
      (found = '', name = '') =>
        /^\p{Lu}/u.test(found) ? (shortWeekdays[lower(name)] ?? found) : found,
    )
    .translate(words('außer(?: am)?'), () => 'except')
    .translate(words(`(\\d{1,3})[ -]?mal|(\\d{1,3})x`), (_, a, b) => `${a ?? b} times`);
}

const singular = (name: string) => englishUnit(name).replace(/s$/, '');

// "für eine halbe Stunde", "2 Stunden lang", "in drei Tagen", "nächste Woche".
function amounts(reading: Reading): Reading {
  return reading
    .translate(words('für eine halbe stunde|eine halbe stunde lang'), () => 'for half an hour')
    .translate(words('(?:für )?(?:anderthalb|eineinhalb) stunden(?: lang)?'), () => 'for 1.5 hours')
    .translate(
      words(`für (${numberWord}) ?(${unit})(?: lang)?`),
      (_, amount = '', name = '') => `for ${numberIn(amount)} ${englishUnit(name)}`,
    )
    .translate(
      words(`(${numberWord}) ?(${unit}) lang`),
      (_, amount = '', name = '') => `for ${numberIn(amount)} ${englishUnit(name)}`,
    )
    .translate(
      words(`in (${numberWord}) ?(${unit})`),
      (_, amount = '', name = '') => `in ${numberIn(amount)} ${englishUnit(name)}`,
    )
    .translate(
      words(`(?:nächste|kommende)[nrs]? (${unit})`),
      (_, name = '') => `next ${singular(name)}`,
    )
    .translate(words('(?:nächste|kommende)[nrs]?'), () => 'next')
    .translate(words('diese[nrs]?'), () => 'this')
    .translate(words('ganztägig|den ganzen tag'), () => 'all day');
}

// "!keine", "!1Std", "erinnere mich 10 min vorher", "erinnere mich an den Anruf".
function reminders(reading: Reading): Reading {
  return reading
    .translate(/(?<!\S)!(?:keine?|nichts)(?!\S)/giu, () => '!none')
    .translate(
      new RegExp(`(?<!\\S)!(\\d{1,5}) ?(${unit})${after}`, 'giu'),
      (_, amount, name = '') => `!${amount} ${englishUnit(name)}`,
    )
    .translate(
      words(`(?:erinnere mich|erinnerung) (\\d{1,5}) ?(${unit})(?: (?:vorher|davor|früher))?`),
      (_, amount, name = '') => `remind me ${amount} ${englishUnit(name)} before`,
    )
    .translate(words('(?:bitte )?erinnere mich (?:an|daran,?)'), () => 'remind me about');
}

// The small words before what is understood by now.
function prepositions(reading: Reading): Reading {
  const date =
    '(?=\\d|mon|tue|wed|thu|fri|sat|sun|first|second|third|fourth|last|the |today|tomorrow|next|this)';
  return reading
    .translate(new RegExp(`${before}von(?= \\d)`, 'giu'), () => 'from')
    .translate(new RegExp(`(?<=from \\d{1,2}(?:[:.]\\d\\d)? )bis(?= \\d)`, 'giu'), () => 'to')
    .translate(words('bis(?: zu[mr])?(?: einschließlich)?'), () => 'until')
    .translate(words('weihnachten'), () => 'christmas')
    .translate(words('silvester'), () => 'new year’s eve')
    .translate(words('heiligabend'), () => 'christmas eve')
    .translate(words('neujahr'), () => 'new year')
    .translate(new RegExp(`${before}um (?=\\d)`, 'giu'), () => 'at ')
    .translate(new RegExp(`${before}(?:am|vom|den) ${date}`, 'giu'), () => 'on ')
    .translate(new RegExp(`${before}ab ${date}`, 'giu'), () => 'starting ')
    .translate(new RegExp(`${before}bei (?=\\p{Lu})`, 'gu'), () => 'at ')
    .translate(
      new RegExp(
        `(?<=(?:mon|tues|wednes|thurs|fri|satur|sun)days?,? )und(?= (?:mon|tue|wed|thu|fri|sat|sun))`,
        'giu',
      ),
      () => 'and',
    )
    .translate(/(\p{Lu}\p{L}+)er zeit(?![\p{L}])/giu, (_, city) => `${city} time`);
}
