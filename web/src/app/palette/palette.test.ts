import { describe, expect, it } from 'vitest';
import { Palette } from './palette';
import type { App, AppPalette } from '../../lib/app_type';
import type { SearchHit } from '../../lib/api_types';

const notes: AppPalette = {
  actions: () => [{ name: 'New note', address: '/notes/new' }],
  addressOfHit: ({ app, id }) => (app === 'notes' ? `/notes/${id}` : undefined),
};
const app = { address: 'notes', name: () => 'Notés' } as App;
const palette = new Palette([app], [notes]);

const titles = (text: string, isAdministrator = false) =>
  palette
    .commands(text, isAdministrator)
    .map(({ key, results }) => [key, results.map(({ title }) => title)]);

describe('the palette', () => {
  it('offers pages and actions by any part of their names, whatever the accents', () => {
    expect(titles('note')).toEqual([
      ['do', ['New note']],
      ['go', ['Notés']],
    ]);
    expect(titles('NOTE new')).toEqual([['do', ['New note']]]);
    expect(titles('nothing of it')).toEqual([]);
  });

  it('offers pages of administrators to them alone', () => {
    expect(titles('people')).toEqual([]);
    expect(titles('people', true)).toEqual([['go', ['Settings: People']]]);
    expect(titles('console')).toEqual([]);
    expect(titles('console', true)).toEqual([['go', ['Server console']]]);
  });

  it('shows what was found where an app has a page for it', () => {
    const hit: SearchHit = {
      app: 'notes',
      kind: 'task',
      id: '7',
      title: 'Milk',
      within: { kind: 'project', id: '1', name: 'House' },
      at: '2026-11-17',
    };
    expect(palette.resultOf(hit)).toMatchObject({
      title: 'Milk',
      kind: 'Task',
      within: 'House',
      address: '/notes/7',
    });
    expect(palette.resultOf({ ...hit, app: 'unknown' })).toBeUndefined();
  });

  it('tells apart what was found in several places', () => {
    const hit: SearchHit = {
      ...{ app: 'notes', kind: 'person', id: '7', title: 'Ben', at: null },
      within: { kind: 'project', id: '1', name: 'House' },
    };
    const elsewhere = { ...hit, within: { kind: 'project', id: '2', name: 'Garden' } };
    expect(palette.resultOf(hit)?.id).not.toBe(palette.resultOf(elsewhere)?.id);
  });
});
