import { expect, it } from 'vitest';
import type { Quota, QuotaKind } from '../types';
import {
  amountIn,
  fieldText,
  quotaKinds,
  shareOf,
  sizeText,
  useText,
  warningOf,
} from './quota_words';

const quota = (kind: QuotaKind, used: number | null, allowed: number): Quota => ({
  kind,
  used,
  allowed,
  isOwn: false,
});

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [512, '512 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [12 * 1024 ** 2, '12 MB'],
  [1024 ** 2 - 1, '1 MB'],
  [1024 ** 3, '1 GB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [2 ** 50, '1,024 TB'],
])('%d bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));

it.each([
  [quota('bytes', 12 * 1024 ** 2, 1024 ** 3), '12 MB of 1 GB'],
  [quota('events', 3, 100_000), '3 of 100,000'],
  [quota('entries', null, 100_000), 'up to 100,000 in each calendar'],
  [quota('stays', null, 1000), 'up to 1,000 at each place'],
])('%o is told as %s', (each, text) => expect(useText(each)).toBe(text));

it.each([
  [quota('events', 0, 10), 0, undefined],
  [quota('events', 5, 10), 0.5, undefined],
  [quota('events', 9, 10), 0.9, 'Almost full'],
  [quota('events', 10, 10), 1, 'Limit reached'],
  [quota('events', 12, 10), 1, 'Limit reached'],
  [quota('events', 0, 0), 1, 'Limit reached'],
  [quota('entries', null, 0), 0, undefined],
])('of %o is used %d, and the warning is %s', (each, share, warning) => {
  expect(shareOf(each)).toBe(share);
  expect(warningOf(each)).toBe(warning);
});

it.each<[QuotaKind, string, number | null | undefined]>([
  ['events', '', null],
  ['events', ' 12 ', 12],
  ['events', '0', 0],
  ['events', '1.5', undefined],
  ['events', '-1', undefined],
  ['events', 'many', undefined],
  ['events', '1e3', undefined],
  ['bytes', '1', 1024 ** 2],
  ['bytes', '0.5', 512 * 1024],
  ['bytes', '0,5', 512 * 1024],
])('of %s, "%s" is %s', (kind, text, amount) => expect(amountIn(kind, text)).toBe(amount));

it('fields have storage in megabytes', () => {
  expect(fieldText('bytes', 1024 ** 3)).toBe('1024');
  expect(fieldText('bytes', 1536 * 1024)).toBe('1.5');
  expect(fieldText('events', 100_000)).toBe('100000');
});

it('each kind is there once', () => {
  expect(new Set(quotaKinds).size).toBe(quotaKinds.length);
});
