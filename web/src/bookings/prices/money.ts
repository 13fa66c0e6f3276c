// Amounts are whole numbers in the smallest unit of their currency. What a person reads and types
// has as many decimals as the currency has: none in yen, two in euros, three in dinars.

import { newPlaceLimits } from '../../lib/api_limits';
import { locale } from '../../lib/locale';
import { t } from '../../lib/messages';

// What the server takes as a price of a night.
export const maxPrice = newPlaceLimits.pricePerNight.maximum;

const usualDecimals = 2;
const formats = new Map<string, Intl.NumberFormat | undefined>();

export function decimalsOf(currency: string): number {
  return formatOf(currency)?.resolvedOptions().maximumFractionDigits ?? usualDecimals;
}

// "€360", "€12.50", "¥1,200".
export function moneyText(amount: number, currency: string): string {
  const format = formatOf(currency);
  if (!format) return `${moneyInput(amount, currency)} ${currency}`.trim();
  return format.format(amount / 10 ** decimalsOf(currency));
}

// "€360 a night".
export function aNight(amount: number, currency: string): string {
  return t.bookings.aNight({ price: moneyText(amount, currency) });
}

// The amount as it stands in a field: "12.50", "360".
export function moneyInput(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const part = digits.slice(digits.length - decimals);
  const sign = amount < 0 ? '-' : '';
  return sign + (Number(part) === 0 ? whole : `${whole}.${part}`);
}

// The amount of "120", "120.5", "1,200.50", "1.200,50", "€ 120" or "1'200"; undefined for what is
// none. A separator before three digits groups them, unless the currency has three decimals and it
// is a point.
export function parseMoney(text: string, currency: string): number | undefined {
  const bare = withoutSymbol(text, currency);
  if (!/^\d+(?:[.,]\d+)*[.,]?$|^[.,]\d+$/.test(bare)) return undefined;
  const decimals = decimalsOf(currency);
  const { whole, part } = splitAmount(bare, decimals);
  if (whole === undefined || part.length > decimals) return undefined;
  const amount = Number(whole + part.padEnd(decimals, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

// What is wrong with a price of a night that a person typed; undefined when nothing is.
export function priceProblem(text: string, currency: string): string | undefined {
  const example = moneyInput(120 * 10 ** decimalsOf(currency), currency);
  if (text.trim() === '') return t.bookings.prices.enterPrice();
  const amount = parseMoney(text, currency);
  if (amount === undefined) {
    return t.bookings.prices.notAmount({ text: text.trim(), currency, example });
  }
  if (amount > maxPrice) {
    return t.bookings.prices.mostPrice({ price: moneyText(maxPrice, currency) });
  }
  return undefined;
}

function withoutSymbol(text: string, currency: string): string {
  const symbol = formatOf(currency)
    ?.formatToParts(0)
    .find(({ type }) => type === 'currency')?.value;
  let bare = text.replaceAll(/[\s'’\u00a0\u202f]/g, '');
  for (const sign of [currency, currency.toLowerCase(), symbol ?? '', '€', '$', '£', '¥']) {
    if (sign === '') continue;
    if (bare.startsWith(sign)) bare = bare.slice(sign.length);
    else if (bare.endsWith(sign)) bare = bare.slice(0, -sign.length);
  }
  return bare;
}

function splitAmount(bare: string, decimals: number): { whole: string | undefined; part: string } {
  const at = Math.max(bare.lastIndexOf('.'), bare.lastIndexOf(','));
  if (at === -1) return { whole: bare, part: '' };
  const before = bare.slice(0, at);
  const after = bare.slice(at + 1);
  if (isGroup(bare, at, decimals)) return { whole: ungrouped(bare), part: '' };
  return { whole: ungrouped(before, bare.charAt(at)), part: after };
}

// Whether the last separator stands for nothing.
function isGroup(bare: string, at: number, decimals: number): boolean {
  if (bare.length - at - 1 !== 3 || at === 0) return false;
  const mark = bare.charAt(at);
  const before = bare.slice(0, at);
  if (before.includes(mark)) return true;
  if (/[.,]/.test(before)) return false;
  return decimals !== 3 || mark === ',';
}

// The digits of "1,200,000"; undefined when they are not in threes, or grouped by `decimalMark`.
function ungrouped(text: string, decimalMark?: string): string | undefined {
  if (text === '') return '0';
  if (/^\d+$/.test(text)) return text;
  const mark = /[.,]/.exec(text)?.[0] ?? '';
  const [first, ...rest] = text.split(mark);
  if (mark === decimalMark || first === undefined || !/^\d{1,3}$/.test(first)) return undefined;
  return rest.every((group) => /^\d{3}$/.test(group)) ? first + rest.join('') : undefined;
}

function formatOf(currency: string): Intl.NumberFormat | undefined {
  const key = `${locale()} ${currency}`;
  if (!formats.has(key)) formats.set(key, madeFormat(currency));
  return formats.get(key);
}

// A currency that is no code at all: Intl throws at those.
function madeFormat(currency: string): Intl.NumberFormat | undefined {
  try {
    return new Intl.NumberFormat(locale(), {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    });
  } catch {
    return undefined;
  }
}
