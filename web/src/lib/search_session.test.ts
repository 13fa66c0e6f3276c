import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchSession } from './search_session.svelte';

function pending<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => (resolve = done));
  return { promise, resolve };
}

describe('searching as somebody types', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('waits for a rest', async () => {
    const find = vi.fn(async () => ['Lunch']);
    const session = new SearchSession(find);
    for (const text of ['l', 'lu', 'lun ']) session.type(text);
    expect(session.isSearching).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    expect(find).toHaveBeenCalledTimes(1);
    expect(find).toHaveBeenCalledWith('lun', expect.anything());
    expect(session.results).toEqual(['Lunch']);
    expect([session.found, session.isSearching]).toEqual(['lun ', false]);
  });

  it('shows the answer to the last question only', async () => {
    const [first, second] = [pending<string[]>(), pending<string[]>()];
    const find = vi.fn().mockReturnValueOnce(first.promise).mockReturnValueOnce(second.promise);
    const session = new SearchSession<string>(find);
    session.type('a', 0);
    await vi.advanceTimersByTimeAsync(1);
    session.type('ab', 0);
    await vi.advanceTimersByTimeAsync(1);
    second.resolve(['second']);
    await vi.advanceTimersByTimeAsync(1);
    first.resolve(['first']);
    await vi.advanceTimersByTimeAsync(1);
    expect(session.results).toEqual(['second']);
  });

  it('forgets everything with the text, and says what failed', async () => {
    const session = new SearchSession(vi.fn().mockRejectedValue(new Error('too busy')));
    session.type('a', 0);
    await vi.advanceTimersByTimeAsync(1);
    expect(session.failure).toBe('too busy');
    session.type(' ');
    expect([session.failure, session.found, session.isSearching]).toEqual(['', '', false]);
  });
});
