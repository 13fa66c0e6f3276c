import { expect, it } from 'vitest';
import { askScope, scopeQuestions } from './scope_question.svelte';

it('gives the answer to whoever asked', async () => {
  const asked = askScope('change', { title: 'Standup' });
  expect(scopeQuestions.open).toEqual({
    purpose: 'change',
    title: 'Standup',
    scopes: ['this', 'following', 'all'],
  });
  scopeQuestions.answer('following');
  expect(await asked).toBe('following');
  expect(scopeQuestions.open).toBeUndefined();
});

it('offers only what may be chosen', async () => {
  const asked = askScope('change', { title: 'Standup' }, { scopes: ['following', 'all'] });
  expect(scopeQuestions.open?.scopes).toEqual(['following', 'all']);
  scopeQuestions.answer(undefined);
  expect(await asked).toBeUndefined();
});

it('gives up a question for a new one', async () => {
  const first = askScope('delete', { title: 'A' });
  const second = askScope('delete', { title: 'B' });
  expect(await first).toBeUndefined();
  scopeQuestions.answer('all');
  expect(await second).toBe('all');
});
