import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api';
import { toasts } from '../../lib/toasts.svelte';
import type { BinPage, BinThing } from '../../lib/types';
import { BinSections, type BinSource } from './bin_sections.svelte';

const thing = (id: string): BinThing => ({
  id,
  kind: 'entry',
  title: id,
  startsAt: null,
  deletedAt: '2026-11-15T10:00:00Z',
  expiresAt: '2026-12-15T10:00:00Z',
  deletedBy: null,
});
const page = (ids: string[], next: string | null = null): BinPage => ({
  things: ids.map(thing),
  next,
  mayDelete: true,
});
function fakeSource(pages: Record<string, BinPage>) {
  return {
    key: 'home',
    name: 'Home',
    list: vi.fn((after = '') => Promise.resolve(pages[after] ?? page([]))),
    restore: vi.fn(() => Promise.resolve()),
    remove: vi.fn(() => Promise.resolve()),
    empty: vi.fn(() => Promise.resolve()),
  } satisfies BinSource;
}
const gone = new ApiError({ status: 404, title: '', detail: 'It is not in the bin any more.' });

beforeEach(() => toasts.clear());

async function opened(source: BinSource) {
  const sections = new BinSections([source]);
  await sections.load();
  const [section] = sections.all;
  if (!section) throw new Error('There is a section for each source.');
  const ids = () => section.things.map(({ id }) => id);
  return { sections, section, ids };
}

it('is loaded page by page', async () => {
  const { sections, section, ids } = await opened(
    fakeSource({ '': page(['a', 'b'], 'x'), x: page(['c']) }),
  );
  expect([sections.status, ids(), section.hasMore]).toEqual(['ready', ['a', 'b'], true]);
  await section.loadMore();
  expect([ids(), section.hasMore]).toEqual([['a', 'b', 'c'], false]);
});

it('restores, deletes for good and empties', async () => {
  const source = fakeSource({ '': page(['a', 'b', 'c']) });
  const { sections, section, ids } = await opened(source);
  expect(await section.restore(thing('a'))).toBe(true);
  expect(toasts.list.at(-1)?.text).toBe('Restored “a”');
  await section.remove(thing('b'));
  expect(source.remove).toHaveBeenCalledWith('b');
  expect(ids()).toEqual(['c']);
  await section.empty();
  expect([ids(), sections.filled]).toEqual([[], []]);
});

it('drops what somebody else was faster with, and says so', async () => {
  const source = fakeSource({ '': page(['a', 'b']) });
  const { section, ids } = await opened(source);
  source.restore.mockRejectedValueOnce(gone);
  expect(await section.restore(thing('a'))).toBe(false);
  expect(toasts.list.at(-1)?.text).toBe('It is not in the bin any more.');
  expect(ids()).toEqual(['b']);
});

it('keeps what could not be restored for another reason', async () => {
  const source = fakeSource({ '': page(['a']) });
  const { section, ids } = await opened(source);
  source.restore.mockRejectedValueOnce(new ApiError({ status: 409, title: '', detail: 'No.' }));
  await section.restore(thing('a'));
  expect(ids()).toEqual(['a']);
});

it('says that it could not be loaded', async () => {
  const source = fakeSource({});
  source.list.mockRejectedValueOnce(new ApiError({ status: 503, title: '', detail: 'Busy.' }));
  const { sections } = await opened(source);
  expect([sections.status, sections.failure]).toEqual(['failed', 'Busy.']);
  await sections.load();
  expect(sections.status).toBe('ready');
});
