import { describe, expect, it, vi } from 'vitest';
import { deferred } from '../test_calls';
import { ListLoader } from './list_loader';

describe('a list', () => {
  it('is asked for again when it changed meanwhile, and only then', async () => {
    const first = deferred<string[]>();
    const ask = vi.fn(async () => ['b']);
    ask.mockImplementationOnce(() => first.promise);
    const arrived = vi.fn();
    const loader = new ListLoader(ask, arrived);
    const loading = loader.load();
    loader.invalidate();
    first.resolve(['a']);
    await loading;
    expect(arrived.mock.calls).toEqual([[['a']], [['b']]]);
    await loader.load();
    expect(ask).toHaveBeenCalledTimes(3);
  });
  it('does not arrive when nobody wants it any more', async () => {
    const first = deferred<string[]>();
    const arrived = vi.fn();
    const loader = new ListLoader(() => first.promise, arrived);
    const loading = loader.load();
    loader.stop();
    first.resolve(['a']);
    await loading;
    expect(arrived).not.toHaveBeenCalled();
  });
});
