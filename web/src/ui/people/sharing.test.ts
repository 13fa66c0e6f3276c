import { expect, it } from 'vitest';
import { withArticle } from './sharing';

it('puts the right article before a role', () => {
  expect(withArticle('owner')).toBe('an owner');
  expect(withArticle('Administrator')).toBe('an Administrator');
  expect(withArticle('reader')).toBe('a reader');
});
