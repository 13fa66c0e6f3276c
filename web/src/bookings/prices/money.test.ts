import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decimalsOf, maxPrice, moneyInput, moneyText, parseMoney, priceProblem } from './money';

beforeEach(() => vi.stubGlobal('navigator', { language: 'en-GB' }));
afterEach(() => vi.unstubAllGlobals());

// Spaces in front of amounts are of the kind that does not break.
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('money', () => {
  it.each([
    ['EUR', 2],
    ['JPY', 0],
    ['BHD', 3],
    ['nonsense', 2],
  ])('%s has %i decimals', (currency, decimals) => {
    expect(decimalsOf(currency)).toBe(decimals);
  });
  it.each([
    [36_000, 'EUR', '€360'],
    [1_250, 'EUR', '€12.50'],
    [5, 'EUR', '€0.05'],
    [0, 'EUR', '€0'],
    [-500, 'EUR', '-€5'],
    [123_456_700, 'GBP', '£1,234,567'],
    [1_200, 'JPY', 'JP¥1,200'],
    [12_500, 'BHD', 'BHD 12.500'],
    [12_000, 'BHD', 'BHD 12'],
    [1_250, 'nonsense', '12.50 nonsense'],
  ])('%i %s is %s', (amount, currency, text) => {
    expect(plain(moneyText(amount, currency))).toBe(text);
  });
  it.each([
    [36_000, 'EUR', '360'],
    [1_250, 'EUR', '12.50'],
    [5, 'EUR', '0.05'],
    [1_200, 'JPY', '1200'],
    [5, 'BHD', '0.005'],
    [12_500, 'BHD', '12.500'],
    [-1_250, 'EUR', '-12.50'],
  ])('%i %s stands in a field as %s, and is read again', (amount, currency, text) => {
    expect(moneyInput(amount, currency)).toBe(text);
    if (amount >= 0) expect(parseMoney(text, currency)).toBe(amount);
  });
});

it('is written as the person writes it', () => {
  vi.stubGlobal('navigator', { language: 'en-US' });
  expect(moneyText(1_200, 'JPY')).toBe('¥1,200');
});

describe('what a person types', () => {
  it.each([
    ['120', 'EUR', 12_000],
    ['120.5', 'EUR', 12_050],
    ['120,50', 'EUR', 12_050],
    ['120.', 'EUR', 12_000],
    ['.5', 'EUR', 50],
    ['0', 'EUR', 0],
    ['1,200', 'EUR', 120_000],
    ['1.200', 'EUR', 120_000],
    ['1,200.50', 'EUR', 120_050],
    ['1.200,50', 'EUR', 120_050],
    ['1,234,567', 'EUR', 123_456_700],
    ['1.234.567,8', 'EUR', 123_456_780],
    ["1'200.50", 'CHF', 120_050],
    ['1 200', 'EUR', 120_000],
    [' € 120 ', 'EUR', 12_000],
    ['120 €', 'EUR', 12_000],
    ['EUR 120', 'EUR', 12_000],
    ['120eur', 'EUR', 12_000],
    ['1200', 'JPY', 1_200],
    ['¥1,200', 'JPY', 1_200],
    ['1.200', 'JPY', 1_200],
    ['12', 'BHD', 12_000],
    ['12.5', 'BHD', 12_500],
    ['12.500', 'BHD', 12_500],
    ['1,200', 'BHD', 1_200_000],
    ['1,200.005', 'BHD', 1_200_005],
    ['1.200,005', 'BHD', 1_200_005],
  ])('%s of %s is %i', (text, currency, amount) => {
    expect(parseMoney(text, currency)).toBe(amount);
  });
  it.each([
    ['', 'EUR'],
    ['abc', 'EUR'],
    ['-5', 'EUR'],
    ['1e3', 'EUR'],
    ['12.345.67', 'EUR'],
    ['1,2,3', 'EUR'],
    ['0.0001', 'EUR'],
    ['12.5', 'JPY'],
    ['1.2345', 'BHD'],
    ['12,34,567', 'EUR'],
    ['99999999999999999999', 'EUR'],
    ['.', 'EUR'],
    ['1..5', 'EUR'],
  ])('%s of %s is no amount', (text, currency) => {
    expect(parseMoney(text, currency)).toBeUndefined();
  });
  it('is told what is wrong with it', () => {
    expect(priceProblem('', 'EUR')).toContain('0 if nights are free of charge');
    expect(priceProblem('ten', 'EUR')).toBe('“ten” is not an amount in EUR. Enter it like 120.');
    expect(priceProblem(moneyInput(maxPrice + 1, 'EUR'), 'EUR')).toContain('at most');
    expect(priceProblem(moneyInput(maxPrice, 'EUR'), 'EUR')).toBeUndefined();
  });
});
