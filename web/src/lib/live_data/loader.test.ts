import { expect, it } from 'vitest';
import { Loader } from './loader';

// A cache of one answer, and a server that counts.
function world() {
  const state = { round: 0, known: -1, asked: 0, lasts: [] as boolean[], meanwhile: () => {} };
  const question = {
    isFresh: () => state.known === state.round,
    key: () => String(state.round),
    ask: async (isLast: boolean) => {
      state.asked++;
      state.lasts.push(isLast);
      const { round } = state;
      await Promise.resolve();
      state.meanwhile();
      state.known = round;
    },
  };
  return { state, question, loader: new Loader() };
}

it('asks once for what several want, and not for what is known', async () => {
  const { state, question, loader } = world();
  await Promise.all([loader.load(question), loader.load(question)]);
  await loader.load(question);
  expect(state.asked).toBe(1);
});

it('asks again when something changed meanwhile', async () => {
  const { state, question, loader } = world();
  state.meanwhile = () => {
    state.meanwhile = () => {};
    state.round++;
  };
  await loader.load(question);
  expect([state.asked, question.isFresh()]).toEqual([2, true]);
});

it('gives up when something always changes, and says which try is the last', async () => {
  const { state, question, loader } = world();
  state.meanwhile = () => void state.round++;
  await loader.load(question);
  expect(state.lasts).toEqual([false, false, false, true]);
});

it('passes a failure on, and can be asked again', async () => {
  const { state, question, loader } = world();
  state.meanwhile = () => {
    throw new Error('no');
  };
  await expect(loader.load(question)).rejects.toThrow('no');
  state.meanwhile = () => {};
  await loader.load(question);
  expect(question.isFresh()).toBe(true);
});
