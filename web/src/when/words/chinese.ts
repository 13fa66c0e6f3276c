// The Chinese words of a line of quick add that say when, how long and how often, in English. Chinese has no spaces between
// words: what is translated gets some. What is not taken for any of these stays in the title as it was typed.

import { addDays, startOfWeek, type DateText } from '../../lib/dates';
import type { Reading } from './reading';

const digits = '零一二三四五六七八九十';
const number =
  '(?:\\d{1,4}(?:\\.\\d)?|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])';
const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const monthNames = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const week = '(?:周|星期|礼拜)';
const weekday = `${week}([一二三四五六日天])`;
const weekdayList = `${week}[一二三四五六日天](?:(?:、|，|,|和|及|与)?${week}?[一二三四五六日天])*`;
const unit = '分钟|分|个?小时|个?钟头|天|日|个?星期|周|个?礼拜|个?月|年';
const dayPart = '凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜';
const clock = `(${number})(?:点钟|点|时)(半|一刻|三刻|(${number})分?)?|(\\d{1,2}):(\\d{2})`;

function numberIn(text = ''): number {
  if (/^[\d.]+$/.test(text)) return Number(text);
  const [tens, ones] = text.replace('两', '二').split('十');
  if (ones === undefined) return Math.max(digits.indexOf(tens ?? ''), 0);
  const value = (part: string | undefined, none: number) => (part ? digits.indexOf(part) : none);
  return value(tens, 1) * 10 + value(ones, 0);
}

const dayOf = (name = '') => '一二三四五六日'.indexOf(name === '天' ? '日' : name);
const englishDays = (list: string) =>
  [...list.matchAll(/[一二三四五六日天](?!期)/g)]
    .map(([day]) => weekdayNames[dayOf(day)])
    .join(', ');

function englishUnit(name = ''): string {
  if (name.startsWith('分')) return 'minutes';
  if (/小时|钟头/.test(name)) return 'hours';
  if (/星期|周|礼拜/.test(name)) return 'weeks';
  if (/月/.test(name)) return 'months';
  return name === '年' ? 'years' : 'days';
}

// "15:30" of 下午三点半. Without a part of the day, 3 is in the afternoon.
function timeOf(part: string | undefined, groups: (string | undefined)[]): string {
  const [hourText, behind, minuteText, plainHour, plainMinute] = groups;
  const named: Record<string, number> = { 半: 30, 一刻: 15, 三刻: 45 };
  const hour = numberIn(plainHour ?? hourText);
  const minute = named[behind ?? ''] ?? Number(plainMinute ?? numberIn(minuteText ?? '0'));
  const isLate =
    part === undefined ? plainHour === undefined && hour >= 1 && hour < 7 : isAfternoon(part, hour);
  return `${hour + (isLate && hour < 12 ? 12 : 0)}:${String(minute).padStart(2, '0')}`;
}

function isAfternoon(part: string, hour: number): boolean {
  if (part === '中午') return hour < 6;
  return /下午|傍晚|晚上|夜里/.test(part) && hour >= 1;
}

export function inChinese(reading: Reading, today: DateText): Reading {
  const fullWidth = /[０-９：]/g;
  const narrow = reading.translate(fullWidth, (sign = '') =>
    String.fromCharCode(sign.charCodeAt(0) - 0xfee0),
  );
  return [times, reminders, rules, days(today), amounts]
    .reduce((read, translate) => translate(read), narrow)
    .replace(/ {2,}/g, () => ' ');
}

// 下午3点到5点, 晚上八点半, 9点, 中午.
function times(reading: Reading): Reading {
  const one = new RegExp(`(${dayPart})?(?:${clock})(?!钟头|后)`, 'gu');
  const range = new RegExp(
    `(${dayPart})?(?:${clock})(?:到|至|-|–|~|～)(${dayPart})?(?:${clock})`,
    'gu',
  );
  return reading
    .translate(range, (...[, part, a, b, c, d, e, last, f, g, h, i, j]) => {
      const from = timeOf(part, [a, b, c, d, e]);
      const to = timeOf(last ?? part, [f, g, h, i, j]);
      return ` ${from}-${to} `;
    })
    .translate(one, (found = '', part, ...groups) =>
      /[点时半]/.test(found) || part ? ` ${timeOf(part, groups)} ` : found,
    )
    .translate(/今晚/g, () => ' tonight ')
    .translate(/明晚/g, () => ' tomorrow evening ')
    .translate(/(今天|明天|后天)(早上|上午|下午|晚上)/g, (_, day = '', part = '') => {
      const english = { 早上: 'morning', 上午: 'morning', 下午: 'afternoon', 晚上: 'evening' }[
        part
      ];
      const name = { 今天: 'this', 明天: 'tomorrow', 后天: 'in 2 days' }[day];
      return ` ${name} ${english} `;
    })
    .translate(/午夜|半夜/g, () => ' midnight ')
    .translate(/中午/g, () => ' noon ');
}

// 每周一、三, 每两周, 每月15号, 每月最后一个周五, 工作日.
function rules(reading: Reading): Reading {
  const ordinals: Record<string, string> = {
    一: 'first',
    二: 'second',
    三: 'third',
    四: 'fourth',
  };
  return reading
    .translate(new RegExp(`每个?月的?第([一二三四])个?${weekday}`, 'gu'), (_, which = '', day) => {
      return ` every ${ordinals[which]} ${weekdayNames[dayOf(day)]} of the month `;
    })
    .translate(new RegExp(`每个?月的?最后一?个?${weekday}`, 'gu'), (_, day) => {
      return ` every last ${weekdayNames[dayOf(day)]} of the month `;
    })
    .translate(/每个?月的?最后一个工作日/g, () => ' every last weekday of the month ')
    .translate(/每个?月的?(?:最后一天|月底)|每个?月底/g, () => ' every last day of the month ')
    .translate(
      new RegExp(`每个?月的?(${number})[号日]`, 'gu'),
      (_, day) => ` every ${numberIn(day)}th `,
    )
    .translate(new RegExp(`每天除了?(${weekdayList})(?:外|以外)?`, 'gu'), (_, list = '') => {
      return ` every day except ${englishDays(list)} `;
    })
    .translate(
      new RegExp(`(?:每隔|隔)一?个?${week}的?${week}?([一二三四五六日天])?`, 'gu'),
      (_, day) => {
        return day === undefined ? ' every 2 weeks ' : ` every other ${weekdayNames[dayOf(day)]} `;
      },
    )
    .translate(
      new RegExp(`每(?:个)?(${weekdayList})`, 'gu'),
      (_, list = '') => ` every ${englishDays(list)} `,
    )
    .translate(/每个?(?:工作日|平日)|工作日/g, () => ' every weekday ')
    .translate(/每个?周末/g, () => ' every weekend ')
    .translate(/每个?季度/g, () => ' quarterly ')
    .translate(new RegExp(`每隔?(${number})(${unit})`, 'gu'), (_, amount, name) => {
      return ` every ${numberIn(amount)} ${englishUnit(name)} `;
    })
    .translate(
      new RegExp(`每(${unit})`, 'gu'),
      (_, name) => ` every ${englishUnit(name).slice(0, -1)} `,
    )
    .translate(
      new RegExp(`(?:共|一共|重复)?(${number})次`, 'gu'),
      (_, amount) => ` ${numberIn(amount)} times `,
    );
}

// 12月24日到1月2日, 2026年12月24日, 24号, 下周五, 后天.
const days = (today: DateText) => (reading: Reading) => {
  const month = `(${number})月(${number})[日号]?`;
  const named = (m?: string, d?: string) => `${numberIn(d)} ${monthNames[numberIn(m) - 1] ?? ''}`;
  const monday = startOfWeek(today, 1);
  return reading
    .translate(new RegExp(`(\\d{4})年(${number})月(${number})[日号]?`, 'gu'), (_, year, m, d) => {
      const two = (text?: string) => String(numberIn(text)).padStart(2, '0');
      return ` ${year}-${two(m)}-${two(d)} `;
    })
    .translate(new RegExp(`${month}(?:到|至|-|–|~|～)${month}`, 'gu'), (_, a, b, c, d) => {
      return ` ${named(a, b)} until ${named(c, d)} `;
    })
    .translate(
      new RegExp(`${month}(?:到|至|-|–|~|～)(${number})[日号]`, 'gu'),
      (_, m, from, to) => {
        return ` ${numberIn(from)}-${named(m, to)} `;
      },
    )
    .translate(
      new RegExp(`(?:直到|截至|截止到|到|至)${month}(?:为止)?`, 'gu'),
      (_, m, d) => ` until ${named(m, d)} `,
    )
    .translate(new RegExp(month, 'gu'), (_, m, d) => ` ${named(m, d)} `)
    .translate(
      new RegExp(`(?<![\\d${digits}])(${number})号`, 'gu'),
      (_, day) => ` on the ${numberIn(day)}th `,
    )
    .translate(new RegExp(`(下+)(?:个)?${weekday}`, 'gu'), (_, weeks = '', day) => {
      return ` ${addDays(monday, 7 * weeks.length + dayOf(day))} `;
    })
    .translate(
      new RegExp(`(?:这个?|本)${weekday}`, 'gu'),
      (_, day) => ` this ${weekdayNames[dayOf(day)]} `,
    )
    .translate(new RegExp(weekday, 'gu'), (_, day) => ` ${weekdayNames[dayOf(day)]} `)
    .translate(/(?:这个?|本)?周末/g, () => ' this weekend ')
    .translate(/下个?(?:周|星期)/g, () => ' next week ')
    .translate(/下个月/g, () => ' next month ')
    .translate(/大后天/g, () => ' in 3 days ')
    .translate(/后天/g, () => ' in 2 days ')
    .translate(/明天|明日/g, () => ' tomorrow ')
    .translate(/今天|今日/g, () => ' today ')
    .translate(/月底/g, () => ' end of month ')
    .translate(/圣诞节/g, () => ' christmas ')
    .translate(/(?:直到|截至|到)(?= *(?:christmas|\d{4}-))/g, () => ' until ')
    .translate(/现在/g, () => ' now ');
};

// 3天后, 持续两小时, 一个半小时, 45分钟, 全天.
function amounts(reading: Reading): Reading {
  return reading
    .translate(
      new RegExp(`(?:过|再过)?(${number})(${unit})(?:后|以后|之后)`, 'gu'),
      (_, amount, name) => {
        return ` in ${numberIn(amount)} ${englishUnit(name)} `;
      },
    )
    .translate(/半个?小时后/g, () => ' in 30 minutes ')
    .translate(
      new RegExp(`(?:持续|历时)?(${number})个半小时`, 'gu'),
      (_, amount) => ` for ${numberIn(amount)}.5 hours `,
    )
    .translate(/(?:持续|历时)?半个?小时/g, () => ' for half an hour ')
    .translate(
      new RegExp(`(?<!提前)(?:持续|历时|为期)?(${number})(分钟|个?小时)(?!前)`, 'gu'),
      (_, amount, name) => {
        return ` for ${numberIn(amount)} ${englishUnit(name)} `;
      },
    )
    .translate(new RegExp(`(?:持续|历时|为期)(${number})(${unit})`, 'gu'), (_, amount, name) => {
      return ` for ${numberIn(amount)} ${englishUnit(name)} `;
    })
    .translate(/全天|整天/g, () => ' all day ');
}

// 提前15分钟提醒, 提醒我, !无.
function reminders(reading: Reading): Reading {
  return reading
    .translate(/(?<!\S)[!！](?:无|不提醒)(?!\S)/g, () => ' !none ')
    .translate(new RegExp(`[!！](${number})(${unit})`, 'gu'), (_, amount, name) => {
      return ` !${numberIn(amount)} ${englishUnit(name)} `;
    })
    .translate(new RegExp(`提前(${number})(${unit})(?:提醒(?:我)?)?`, 'gu'), (_, amount, name) => {
      return ` remind me ${numberIn(amount)} ${englishUnit(name)} before `;
    })
    .translate(/^ ?(?:请)?提醒我/g, () => 'remind me to ');
}
