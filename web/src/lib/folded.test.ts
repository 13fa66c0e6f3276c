import { expect, it } from 'vitest';
import { folded } from './folded';

it('folds case and accents', () => {
  expect(folded('ÅÉÎØÜß Łódź')).toBe('aeiouss lodz');
});
