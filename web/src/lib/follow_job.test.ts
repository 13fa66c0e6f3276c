import { expect, it, vi } from 'vitest';
import { ApiError, OfflineError } from './api';
import { followJob } from './follow_job';
import { startMessages } from './messages';

startMessages();

interface Job {
  percent: number;
}

function follow(answers: (number | Error)[], signal = new AbortController().signal) {
  const left = [...answers];
  const [onprogress, onlost] = [vi.fn(), vi.fn()];
  const waits: number[] = [];
  const over = followJob<Job>({
    ask: () => {
      const next = left.shift() ?? 100;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve({ percent: next });
    },
    isOver: ({ percent }) => percent === 100,
    onprogress,
    onlost,
    signal,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  return { over, onprogress, onlost, waits };
}

it('asks less and less often until it is over', async () => {
  const { over, onprogress, waits } = follow([0, 10, 20, 30, 40, 50, 60, 100]);
  expect(await over).toEqual({ percent: 100 });
  expect(onprogress).toHaveBeenCalledTimes(8);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits.at(-1)).toBe(1000);
});

it('goes on when the server is not there for a while', async () => {
  const gone = new ApiError({ status: 502, title: '', detail: '' });
  const { over, onprogress, onlost } = follow([10, new OfflineError(), gone, 50, 100]);
  expect(await over).toEqual({ percent: 100 });
  expect(onprogress).toHaveBeenCalledTimes(3);
  expect(onlost.mock.calls).toEqual([[true], [false]]);
});

it('ends when there is no such job', async () => {
  const missing = new ApiError({ status: 404, title: '', detail: 'Gone.' });
  await expect(follow([10, missing]).over).rejects.toBe(missing);
});

it('tells nothing after it was given up', async () => {
  const stop = new AbortController();
  const { over, onprogress } = follow([10, 20], stop.signal);
  stop.abort();
  expect(await over).toBeUndefined();
  expect(onprogress).not.toHaveBeenCalled();
});
