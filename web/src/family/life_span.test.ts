import chinese from 'virtual:messages/zh';
import english from 'virtual:messages/en';
import german from 'virtual:messages/de';
import { afterEach, describe, expect, it } from 'vitest';
import { useMessages } from '../lib/messages';
import { dateInWords, lifeSpan } from './life_span';

const here = navigator as { language: string };

function speak(language: string) {
  here.language = language;
  useMessages(language.startsWith('de') ? german : language.startsWith('zh') ? chinese : english);
}

afterEach(() => speak('en-GB'));

describe('a date in words', () => {
  it.each([
    ['en-GB', '12 MAR 1850', '12 March 1850'],
    ['en-US', '12 MAR 1850', 'March 12, 1850'],
    ['de-DE', '12 MAR 1850', '12. März 1850'],
    ['zh-CN', '12 MAR 1850', '1850年3月12日'],
    ['en-GB', 'MAR 1850', 'March 1850'],
    ['en-GB', 'ABT 1850', 'about 1850'],
    ['de-DE', 'ABT 1850', 'um 1850'],
    ['zh-CN', 'ABT 1850', '约1850年'],
    ['en-GB', 'BET 1840 AND 1845', 'between 1840 and 1845'],
    ['de-DE', 'BET 1840 AND 1845', 'zwischen 1840 und 1845'],
    ['zh-CN', 'BET 1840 AND 1845', '1840年至1845年之间'],
    ['en-GB', 'BEF 1900', 'before 1900'],
    ['de-DE', 'BEF 1900', 'vor 1900'],
    ['en-GB', 'AFT 1900', 'after 1900'],
    ['en-GB', 'FROM 1900 TO 1910', 'from 1900 to 1910'],
    ['en-GB', '44 BCE', '44 BC'],
    ['en-GB', 'in the year of the flood', 'in the year of the flood'],
    ['en-GB', '(after the flood)', 'after the flood'],
    ['en-GB', '', ''],
  ])('%s: %s is %s', (language, text, expected) => {
    speak(language);
    expect(dateInWords(undefined, text)).toBe(expected);
  });

  it('is the full day where there is one', () => {
    expect(dateInWords('1850-03-12', 'ABT 1850')).toBe('12 March 1850');
    expect(dateInWords('0079-08-24', undefined)).toBe('24 August 79');
  });
});

describe('a life span', () => {
  const dead = { isLiving: false };

  it.each([
    [{ ...dead, birthDate: '1850-03-12', deathDate: '1920-01-01' }, '1850–1920'],
    [{ ...dead, birthDateText: 'ABT 1850', deathDate: '1920-01-01' }, 'about 1850 – 1920'],
    [{ ...dead, birthDateText: '1850', deathDateText: 'BEF 1920' }, '1850 – before 1920'],
    [{ ...dead, birthDateText: '1850' }, '1850 – ?'],
    [{ ...dead, deathDateText: '1920' }, 'died 1920'],
    [{ isLiving: true, birthDate: '1980-05-06' }, 'born 1980'],
    [{ ...dead, birthDateText: 'long ago' }, ''],
    [{ isLiving: true, isHidden: true, birthDate: '1980-05-06' }, ''],
    [dead, ''],
  ])('of %j is %s', (person, expected) => {
    expect(lifeSpan(person)).toBe(expected);
  });
});
