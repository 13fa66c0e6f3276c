import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveShare, type ShareEnvironment } from './live_share';
import { FakeBrowser } from './test_browser';

let browser: FakeBrowser;

beforeEach(() => {
  vi.useFakeTimers();
  browser = new FakeBrowser();
});
afterEach(() => vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('tabs', () => {
  interface Tab {
    environment: ShareEnvironment & { show: () => void; isAsleep: boolean };
    share: LiveShare;
    heard: string[];
    ended: ReturnType<typeof vi.fn>;
  }
  const openTab = async (userId = 'ada'): Promise<Tab> => {
    const environment = browser.tab();
    const heard: string[] = [];
    const ended = vi.fn();
    const event = ({ type, data }: { type: string; data: unknown }) =>
      heard.push(`${type} ${JSON.stringify(data)}`);
    const share = new LiveShare(environment, userId, { event, ended });
    await settle();
    return { environment, share, heard, ended };
  };
  const hello = 'hello {"resumed":false}';

  it('share one stream', async () => {
    const [first, second] = [await openTab(), await openTab()];
    expect(browser.sources).toHaveLength(1);
    browser.source.send('hello', { resumed: false }, '1');
    browser.source.send('entry', { id: 'a' }, '2');
    await settle();
    expect(first.heard).toEqual([hello, 'entry {"id":"a"}']);
    expect(second.heard).toEqual(first.heard);
  });

  it('say hello to a tab that comes later', async () => {
    await openTab();
    browser.source.send('hello', { resumed: false }, '1');
    const late = await openTab();
    expect(late.heard).toEqual([hello]);
  });

  it('go on where the leader was', async () => {
    const first = await openTab();
    browser.source.send('hello', { resumed: false }, '1');
    const second = await openTab();
    const third = await openTab();
    browser.source.send('entry', { id: 'a' }, '2');
    await settle();
    first.share.stop();
    await settle();
    expect(browser.sources).toHaveLength(2);
    expect(browser.openSources).toEqual([browser.source]);
    expect(browser.source.address).toBe('/api/v1/events?lastEventId=2');
    browser.source.send('entry', { id: 'b' }, '3');
    browser.source.send('hello', { resumed: true }, '3');
    await settle();
    const expected = [hello, 'entry {"id":"a"}', 'entry {"id":"b"}', 'hello {"resumed":true}'];
    expect(second.heard).toEqual(expected);
    expect(third.heard).toEqual(expected);
    expect(first.heard).toHaveLength(2);
  });

  it('begin anew for a tab that has not begun when the lead changes', async () => {
    const first = await openTab();
    browser.source.send('hello', { resumed: false }, '5');
    const second = await openTab();
    first.share.stop();
    const late = await openTab();
    expect(late.heard.length).toBeLessThanOrEqual(1);
    browser.source.send('hello', { resumed: true }, '5');
    await settle();
    expect(late.heard[0]).toBe(hello);
    expect(second.heard[0]).toBe(hello);
  });

  it('begin anew for a tab that takes the lead without having begun', async () => {
    const first = await openTab();
    browser.source.send('hello', { resumed: false }, '1');
    first.environment.isAsleep = true;
    const second = await openTab();
    browser.source.send('entry', { id: 'a' }, '2');
    first.share.stop();
    await settle();
    expect(browser.source.address).toBe('/api/v1/events?lastEventId=2');
    browser.source.send('hello', { resumed: true }, '2');
    await settle();
    expect(second.heard.at(-1)).toBe(hello);
  });

  it('start without a position when the leader goes before it has begun', async () => {
    const first = await openTab();
    const second = await openTab();
    first.share.stop();
    await settle();
    expect(browser.source.address).toBe('/api/v1/events');
    browser.source.send('hello', { resumed: false }, '1');
    await settle();
    expect(second.heard).toEqual([hello]);
  });

  it('take the lead from a tab that sleeps, when somebody looks at them', async () => {
    const sleeper = await openTab();
    browser.source.send('hello', { resumed: false }, '1');
    const second = await openTab();
    second.environment.show();
    await after(5000);
    expect(browser.sources).toHaveLength(1);
    sleeper.environment.isAsleep = true;
    second.environment.show();
    await after(5000);
    expect(browser.sources).toHaveLength(2);
    expect(browser.openSources).toEqual([browser.source]);
    expect(browser.source.address).toBe('/api/v1/events?lastEventId=1');
    // When it wakes up it is in line again, and goes on hearing.
    sleeper.environment.isAsleep = false;
    browser.source.send('hello', { resumed: true }, '1');
    browser.source.send('entry', { id: 'a' }, '2');
    await settle();
    expect(sleeper.heard.at(-1)).toBe('entry {"id":"a"}');
    second.share.stop();
    await settle();
    expect(browser.openSources).toHaveLength(1);
    expect(browser.source.address).toBe('/api/v1/events?lastEventId=2');
  });

  it('all learn that nobody is signed in any more', async () => {
    const [first, second] = [await openTab(), await openTab()];
    browser.signedIn = null;
    browser.source.fail(true);
    await settle();
    expect(first.ended).toHaveBeenCalledWith(null);
    expect(second.ended).toHaveBeenCalledWith(null);
  });

  it('do not take up what somebody else hears who signed in where the lead was', async () => {
    const first = await openTab();
    browser.source.send('hello', { resumed: false }, '1');
    const second = await openTab();
    first.share.stop();
    browser.signedIn = 'ben';
    await settle();
    browser.source.send('entry', { id: 'secret' }, '2');
    browser.source.send('hello', { resumed: true }, '2');
    await settle();
    expect(second.heard).toEqual([hello]);
    expect(second.ended).toHaveBeenCalledWith('ben');
  });

  it('of one person hear nothing of another', async () => {
    const ben = await openTab('ben');
    browser.source.send('hello', { resumed: false }, '1');
    const [ofBen] = browser.sources;
    const ada = await openTab('ada');
    ofBen?.send('entry', { id: 'secret' }, '2');
    await settle();
    expect(ben.heard).toHaveLength(2);
    expect(ada.heard).toEqual([]);
    expect(browser.openSources).toHaveLength(2);
  });
});
