import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readFileSync } from 'node:fs';
import german from 'virtual:messages/de';
import english from 'virtual:messages/en';
import chinese from 'virtual:messages/zh';
import { useMessages } from '../../lib/messages';
import { choicesOf } from './rule_choices';
import { customOf, placesOf } from './rule_custom';
import { ruleInWords } from './rule_words';

// A Tuesday.
const start = { date: '2026-11-17', time: '09:00', isAllDay: false, tzid: 'Europe/Berlin' };
const words = (rrule: string) => ruleInWords(rrule, start);

const places = (rrule: string) => {
  const form = customOf(rrule, start);
  return form ? placesOf(form, start).map(({ label }) => label) : [];
};
const offered = () => choicesOf(start).map(({ label }) => label);

function speak(tag: string, messages: typeof english): void {
  vi.stubGlobal('navigator', { language: tag });
  useMessages(messages);
}

afterEach(() => {
  vi.unstubAllGlobals();
  useMessages(english);
});

function everyVectorHasWords(): void {
  const path = new URL('../../../../tests/ical/rrule.json', import.meta.url);
  const vectors = JSON.parse(readFileSync(path, 'utf8')) as { rrule: string | null }[];
  for (const { rrule } of vectors) {
    if (rrule) expect(words(rrule), rrule).not.toMatch(/ {2}|undefined|NaN| ,|,,|，，|Every/);
  }
}

describe('in German', () => {
  beforeEach(() => speak('de-DE', german));

  it.each([
    ['FREQ=DAILY', 'Jeden Tag'],
    ['FREQ=DAILY;INTERVAL=3', 'Alle 3 Tage'],
    ['FREQ=DAILY;BYDAY=MO,TH', 'Jeden Montag und Donnerstag'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Jeden Werktag'],
    ['FREQ=WEEKLY;BYDAY=MO,WE,FR', 'Jede Woche am Montag, Mittwoch und Freitag'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20261224',
      'Alle 2 Wochen am Montag und Mittwoch bis 24. Dezember 2026',
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'Jeden Monat am 1. und 15.'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Jeden Monat am letzten Tag'],
    ['FREQ=MONTHLY;BYMONTHDAY=31', 'Jeden Monat am 31., wenn der Monat diesen Tag hat'],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=10', 'Jeden Monat am letzten Freitag, 10-mal'],
    ['FREQ=MONTHLY;BYDAY=2TU,-1FR', 'Jeden Monat am zweiten Dienstag und am letzten Freitag'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'Jeden Monat am letzten Werktag'],
    ['FREQ=YEARLY', 'Jedes Jahr am 17. November'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'Jedes Jahr am vierten Donnerstag im November'],
    ['FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0', 'Jeden Tag um 09:00 und 17:00'],
  ])('%s', (rrule, text) => expect(words(rrule)).toBe(text));

  it('what is offered and how long it takes are said', () => {
    expect(offered()).toContain('Wöchentlich am Dienstag');
    expect(offered()).toContain('Monatlich am dritten Dienstag');
    expect(places('FREQ=MONTHLY')).toEqual(['Am 17.', 'Am dritten Dienstag']);
  });

  it('there are words for every rule', everyVectorHasWords);
});

describe('in Chinese', () => {
  beforeEach(() => speak('zh-CN', chinese));

  it.each([
    ['FREQ=DAILY', '每天'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '每个工作日'],
    ['FREQ=WEEKLY;BYDAY=MO,WE', '每周的星期一和星期三'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20261224', '每 2 周的星期一，直到2026年12月24日'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', '每月最后一天'],
    ['FREQ=MONTHLY;BYMONTHDAY=15', '每月 15 日'],
    ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=10', '每月的最后一个星期五，共 10 次'],
    ['FREQ=YEARLY', '每年的11月17日'],
    ['FREQ=DAILY;BYHOUR=9,17;BYMINUTE=0', '每天，09:00和17:00'],
  ])('%s', (rrule, text) => expect(words(rrule)).toBe(text));

  it('what is offered and how long it takes are said', () => {
    expect(offered()).toContain('每周的星期二');
    expect(offered()).toContain('每月 17 日');
    expect(places('FREQ=MONTHLY')).toEqual(['17 日', '第 3 个星期二']);
  });

  it('there are words for every rule', everyVectorHasWords);
});
