// The price of a night where there is little room.

import { decimalsOf, moneyText } from './money';

// In small type.
const pixelsPerSign = 7;

// Where the currency is said beside it: the number alone, or nothing.
export function barePrice(amount: number, currency: string, pixels: number): string {
  const text = String(Math.round(amount / 10 ** decimalsOf(currency)));
  return text.length * pixelsPerSign <= pixels - 2 ? text : '';
}

// With its currency where that fits, otherwise the number, otherwise nothing.
export function shortPrice(amount: number, currency: string, pixels: number): string {
  const text = moneyText(amount, currency);
  return text.length * pixelsPerSign <= pixels - 2 ? text : barePrice(amount, currency, pixels);
}
