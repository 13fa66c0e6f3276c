// In which language the app speaks, and in which locale it writes dates, times and numbers. The language is that of the
// account, that chosen on the sign-in page, or the first of the browser's that the app has.

import { languages } from 'virtual:messages';
import type { Language } from './message_types';
import { readJson, writeJson } from './storage';

export { languages, type Language };

// What is kept on this device. What came from an account ends with it.
interface Kept {
  language?: string;
  isOfAccount?: boolean;
}

const key = 'norn.language';
// Tells the server which messages this device will want, so that the page it sends names their files already
// (src/cli/web_app.cc). Nothing else depends on it.
const hintCookie = 'norn-language';
const hintSeconds = 365 * 24 * 60 * 60;
const fallback: Language = 'en';
let chosen: Language | undefined;

export function startLanguage(): void {
  const { language: kept } = readKept();
  chosen = kept !== undefined && isLanguage(kept) ? kept : undefined;
  document.documentElement.lang = locale();
}

export function language(): Language {
  return chosen ?? bestLanguage(wantedHere());
}

// As Intl takes it: "en-GB". A region of the browser is kept where its language is that of the app.
export function locale(): string {
  return localeOf(language(), wantedHere());
}

// The one chosen on this device, "" if none was. It holds when the page is loaded again.
export function chosenHere(): Language | '' {
  return chosen ?? '';
}

export function keepLanguage(wanted: Language | '', isOfAccount = false): void {
  writeJson(key, wanted === '' ? {} : { language: wanted, isOfAccount });
  if (typeof document === 'undefined') return;
  const seconds = wanted === '' ? 0 : hintSeconds;
  document.cookie = `${hintCookie}=${wanted}; Path=/; SameSite=Lax; Max-Age=${seconds}`;
}

// Keeps what the account says; "" leaves it to this device. Returns whether the page is in another language than it should
// be, and so has to be loaded again.
export function followAccount(wanted: Language | ''): boolean {
  const kept = readKept();
  if (wanted !== '') keepLanguage(wanted, true);
  else if (kept.isOfAccount) keepLanguage('');
  const { language: next } = readKept();
  const expected = next !== undefined && isLanguage(next) ? next : bestLanguage(wantedHere());
  return expected !== language();
}

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text);
}

// Of BCP 47 tags, the best first: "zh-Hant-TW" is Chinese, too.
export function bestLanguage(wanted: readonly string[]): Language {
  const primary = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return primary.find(isLanguage) ?? fallback;
}

const locales = new Map<string, string>();

// Asked for every date and time on a page.
export function localeOf(of: Language, wanted: readonly string[]): string {
  const asked = `${of} ${wanted.join()}`;
  let found = locales.get(asked);
  if (found === undefined) {
    found = wanted.map((tag) => regional(of, tag)).find(Boolean) ?? languages[of].locale;
    locales.set(asked, found);
  }
  return found;
}

// The tag with its region, written in the script of our messages; undefined if it is of another language. Some systems
// name languages that Intl does not know ("en-US@posix"), and it throws at those.
function regional(of: Language, tag: string): string | undefined {
  if (!isKnown(tag)) return undefined;
  const asked = new Intl.Locale(tag);
  if (asked.language !== of) return undefined;
  const { script } = new Intl.Locale(languages[of].locale).maximize();
  return asked.maximize().script === script ? tag : new Intl.Locale(tag, { script }).toString();
}

export function isKnown(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

// Whose habits count, such as the first day of the week: those of the browser, unless somebody chose a language. An
// Arabic browser starts the week on Saturday, also while the app speaks English to it.
function habits(): string {
  return chosen === undefined ? (wantedHere().find(isKnown) ?? locale()) : locale();
}

export function hasHalfDays(): boolean {
  return new Intl.DateTimeFormat(habits(), { hour: 'numeric' }).resolvedOptions().hour12 ?? false;
}

// Whether 5/11 is in November: only Americans write the month first, and Chinese writes it before the day.
export function isDayFirst(): boolean {
  return !/^(?:en-(?:us|ph)|zh)/i.test(locale());
}

// 0 is Sunday, 1 Monday, 6 Saturday.
export type FirstDay = 0 | 1 | 6;

export function firstDayHere(): FirstDay {
  const here = new Intl.Locale(habits()) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const first = (here.getWeekInfo?.() ?? here.weekInfo)?.firstDay;
  return first === 7 ? 0 : first === 6 ? 6 : 1;
}

function wantedHere(): readonly string[] {
  if (typeof navigator === 'undefined') return [];
  return navigator.languages ?? [navigator.language];
}

function readKept(): Kept {
  return Object(readJson(key)) as Kept;
}
