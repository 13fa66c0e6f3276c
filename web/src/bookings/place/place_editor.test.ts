import { describe, expect, it, vi } from 'vitest';
import { ApiError, OfflineError } from '../../lib/api';
import { PlaceEditor } from './place_editor.svelte';
import { placeVersionFields } from './place_form';
import { testBookingsApi, testPlace } from '../test_bookings';
import type { Place } from '../types';
import { rowsOf } from '../../lib/versions';

type Api = Parameters<typeof testBookingsApi>[0];

function editorOf(part: Api, place?: Place) {
  const refreshPlaces = vi.fn(async () => undefined);
  const data = { api: testBookingsApi(part), places: [], refreshPlaces };
  return { editor: new PlaceEditor(data, place, 'Europe/Berlin'), refreshPlaces };
}

const stale = (current: Place) =>
  new ApiError({ status: 409, title: '', detail: 'Changed.', code: 'staleVersion', current });

describe('a new place', () => {
  it('begins where this browser is, and is made once', async () => {
    const createPlace = vi.fn().mockRejectedValueOnce(new OfflineError());
    const { editor, refreshPlaces } = editorOf({ createPlace });
    expect(editor.form.tzid).toBe('Europe/Berlin');
    editor.form.name = ' Cabin ';
    expect(await editor.save()).toBeUndefined();
    expect(editor.failure).toContain('still here');
    createPlace.mockResolvedValue(testPlace());
    expect(await editor.save()).toEqual(testPlace());
    const [first, second] = createPlace.mock.calls;
    expect(first?.[0]).toMatchObject({ name: 'Cabin', pricePerNight: 0, tzid: 'Europe/Berlin' });
    expect(first?.[1]).toBe(second?.[1]);
    expect(refreshPlaces).toHaveBeenCalledTimes(1);
  });
  it('needs a name', async () => {
    const createPlace = vi.fn();
    const { editor } = editorOf({ createPlace });
    expect(await editor.save()).toBeUndefined();
    expect(editor.problems.fields.name).toBeDefined();
    expect(createPlace).not.toHaveBeenCalled();
  });
});

describe('changing a place', () => {
  it('sends what differs, on top of what was seen', async () => {
    const changePlace = vi.fn().mockResolvedValue(testPlace({ name: 'Hut', etag: 'v2' }));
    const { editor } = editorOf({ changePlace }, testPlace());
    editor.form.name = 'Hut';
    await editor.save();
    expect(changePlace).toHaveBeenCalledWith('default', { name: 'Hut' }, 'v1');
    expect([editor.isChanged, editor.base?.etag]).toEqual([false, 'v2']);
  });
  it('sends nothing when nothing differs', async () => {
    const changePlace = vi.fn();
    const { editor } = editorOf({ changePlace }, testPlace());
    expect(await editor.save()).toEqual(testPlace());
    expect(changePlace).not.toHaveBeenCalled();
  });
  it('shows a problem at its field', async () => {
    const problem = new ApiError({ status: 400, title: '', detail: 'No zone.', field: 'tzid' });
    const changePlace = vi.fn().mockRejectedValue(problem);
    const { editor } = editorOf({ changePlace }, testPlace());
    editor.form.tzid = 'Nowhere';
    await editor.save();
    expect([editor.problems.fields, editor.failure]).toEqual([{ tzid: 'No zone.' }, '']);
  });
  it('takes over what others did, unless something is written', () => {
    const { editor } = editorOf({}, testPlace());
    editor.heard(testPlace({ name: 'Hut', etag: 'v2' }));
    expect(editor.form.name).toBe('Hut');
    editor.form.description = 'Mine';
    editor.heard(testPlace({ name: 'Shed', etag: 'v3' }));
    expect([editor.form.name, editor.base?.etag]).toEqual(['Hut', 'v2']);
  });
});

describe('two versions of a place', () => {
  const theirs = testPlace({ checkIn: '15:00', name: 'Their hut', etag: 'v2', version: 2 });

  it('are told apart, and what was chosen is saved on top of the newer one', async () => {
    const saved = testPlace({ etag: 'v3' });
    const changePlace = vi.fn().mockRejectedValueOnce(stale(theirs)).mockResolvedValue(saved);
    const { editor } = editorOf({ changePlace }, testPlace());
    editor.form.name = 'My hut';
    editor.form.houseRules = 'Quiet';
    expect(await editor.save()).toBeUndefined();
    const { conflict } = editor;
    const rows = conflict ? rowsOf(placeVersionFields(), conflict) : [];
    const differing = rows.filter(({ differs }) => differs);
    expect(differing.map(({ field, changedBy }) => `${field} ${changedBy}`)).toEqual([
      'name both',
      'houseRules me',
      'checkIn them',
    ]);
    await editor.resolve({ name: 'theirs', checkIn: 'theirs' });
    expect(changePlace).toHaveBeenLastCalledWith('default', { houseRules: 'Quiet' }, 'v2');
    expect(editor.conflict).toBeUndefined();
  });
  it('may become three', async () => {
    const newest = testPlace({ name: 'Newest', etag: 'v3' });
    const changePlace = vi
      .fn()
      .mockRejectedValueOnce(stale(theirs))
      .mockRejectedValueOnce(stale(newest));
    const { editor } = editorOf({ changePlace }, testPlace());
    editor.form.name = 'My hut';
    await editor.save();
    await editor.resolve({});
    expect(editor.conflict).toMatchObject({ current: newest, isNewer: true });
    expect(editor.conflict?.mine.name).toBe('My hut');
  });
  it('keep seasons together', async () => {
    const season = { name: 'A', from: '07-01', to: '07-02', pricePerNight: 100, minNights: null };
    const other = testPlace({ seasons: [season], etag: 'v2' });
    const changePlace = vi.fn().mockRejectedValueOnce(stale(other)).mockResolvedValue(other);
    const { editor } = editorOf({ changePlace }, testPlace());
    editor.form.name = 'My hut';
    await editor.save();
    await editor.resolve({ seasons: 'theirs' });
    expect(changePlace).toHaveBeenLastCalledWith('default', { name: 'My hut' }, 'v2');
  });
});
