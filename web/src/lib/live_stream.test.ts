import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveStream } from './live_stream';
import { FakeBrowser } from './test_browser';

let browser: FakeBrowser;

beforeEach(() => {
  vi.useFakeTimers();
  browser = new FakeBrowser();
});
afterEach(() => vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('a stream', () => {
  const heard: string[] = [];
  const ended = vi.fn();
  const begin = (lastId?: string, isSure = true) => {
    heard.length = 0;
    ended.mockReset();
    const message = ({ type, data, id }: { type: string; data: unknown; id: string }) =>
      heard.push(`${type} ${JSON.stringify(data)} ${id}`);
    return new LiveStream(browser.tab(), 'ada', { message, ended }, { lastId, isSure });
  };

  it('passes on what it hears', () => {
    begin();
    expect(browser.source.address).toBe('/api/v1/events');
    browser.source.send('hello', { resumed: false }, '1');
    browser.source.send('entry', { id: 'a' }, '2');
    expect(heard).toEqual(['hello {"resumed":false} 1', 'entry {"id":"a"} 2']);
  });

  it('begins anew when nothing is heard for too long, from where it was', async () => {
    begin();
    browser.source.send('hello', { resumed: false }, '1');
    for (let pings = 2; pings < 10; pings++) {
      await vi.advanceTimersByTimeAsync(30_000);
      browser.source.send('ping', {}, `${pings}`);
    }
    expect(browser.sources).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(browser.openSources).toEqual([browser.source]);
    expect(browser.sources).toHaveLength(2);
    expect(browser.source.address).toBe('/api/v1/events?lastEventId=9');
    browser.source.send('hello', { resumed: true }, '9');
    await settle();
    expect(heard).toEqual(['hello {"resumed":false} 1', 'hello {"resumed":true} 9']);
  });

  it('goes on from a position', () => {
    begin('1/2');
    expect(browser.source.address).toBe('/api/v1/events?lastEventId=1%2F2');
  });

  it('leaves an interruption to the browser, and then makes sure who is signed in', async () => {
    begin();
    browser.source.send('hello', { resumed: false }, '1');
    browser.source.fail();
    await settle();
    browser.source.send('entry', { id: 'a' }, '2');
    expect(heard).toHaveLength(1);
    browser.source.send('hello', { resumed: true }, '2');
    await settle();
    expect(heard.slice(1)).toEqual(['entry {"id":"a"} 2', 'hello {"resumed":true} 2']);
    browser.source.send('entry', { id: 'b' }, '3');
    expect(heard).toHaveLength(4);
    expect(browser.sources).toHaveLength(1);
  });

  it('passes on nothing that is for somebody else', async () => {
    begin();
    browser.source.send('hello', { resumed: false }, '1');
    browser.source.fail();
    await settle();
    browser.signedIn = 'ben';
    browser.source.send('entry', { id: 'secret' }, '2');
    browser.source.send('hello', { resumed: true }, '2');
    await settle();
    expect(heard).toHaveLength(1);
    expect(ended).toHaveBeenCalledWith('ben');
    expect(browser.openSources).toEqual([]);
  });

  it('makes sure from the beginning when it begins after a wait', async () => {
    begin('1', false);
    browser.signedIn = 'ben';
    browser.source.send('hello', { resumed: true }, '2');
    await settle();
    expect(heard).toEqual([]);
    expect(ended).toHaveBeenCalledWith('ben');
  });

  it('holds back while it cannot make sure, and goes on when it can', async () => {
    begin();
    browser.source.fail();
    browser.signedIn = 'unreachable';
    browser.source.send('hello', { resumed: true }, '2');
    await settle();
    expect(heard).toEqual([]);
    browser.signedIn = 'ada';
    await after(1000);
    expect(heard).toHaveLength(1);
  });

  it('ends when nobody is signed in any more', async () => {
    begin();
    browser.signedIn = null;
    browser.source.fail(true);
    await settle();
    expect(ended).toHaveBeenCalledExactlyOnceWith(null);
    await after(600_000);
    expect(browser.sources).toHaveLength(1);
  });

  it('tries again with growing delays when it is refused, from where it was', async () => {
    begin();
    browser.source.send('hello', { resumed: false }, '7');
    for (const [count, delay] of [1000, 2000, 4000].entries()) {
      browser.source.fail(true);
      await after(delay - 1);
      expect(browser.sources).toHaveLength(count + 1);
      await after(1);
      expect(browser.sources).toHaveLength(count + 2);
      expect(browser.source.address).toBe('/api/v1/events?lastEventId=7');
    }
    browser.source.send('hello', { resumed: true }, '7');
    await settle();
    browser.source.fail(true);
    await after(1000);
    expect(browser.sources).toHaveLength(5);
  });

  it('is silent when it is stopped', async () => {
    const stream = begin();
    const { source } = browser;
    stream.stop();
    source.send('entry', {}, '1');
    source.fail(true);
    await after(600_000);
    expect(heard).toEqual([]);
    expect(browser.sources).toHaveLength(1);
  });
});
