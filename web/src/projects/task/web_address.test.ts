import { expect, it } from 'vitest';
import { isWebAddress, nameOfAddress } from './web_address';

it.each([
  ['https://example.org/plan.pdf', true],
  ['http://nas:8080/x', true],
  ['javascript:alert(1)', false],
  ['data:text/html,<script>', false],
  ['https://', false],
  ['example.org', false],
  ['https://example.org/a b', false],
])('%s may be linked to: %s', (text, isAddress) => {
  expect(isWebAddress(text)).toBe(isAddress);
});

it('is called by where it leads', () => {
  expect(nameOfAddress('https://example.org/plans/?x=1')).toBe('example.org/plans');
});
