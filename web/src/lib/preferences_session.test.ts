import { describe, expect, it, vi } from 'vitest';
import { ApiError, OfflineError } from './api';
import { PreferencesSession } from './preferences_session.svelte';
import { usualPreferences, type Preferences, type PreferencesPatch } from './preferences.svelte';

function start() {
  const data = {
    preferences: { ...usualPreferences, version: 1, etag: 'v1' } as Preferences,
    savePreferences: vi.fn(async (patch: PreferencesPatch) => {
      const version = data.preferences.version + 1;
      data.preferences = { ...data.preferences, ...patch, version, etag: `v${version}` };
      return data.preferences;
    }),
    refresh: vi.fn(async () => undefined),
  };
  return { data, session: new PreferencesSession(data) };
}

const conflict = () => new ApiError({ status: 409, title: '', detail: 'Changed meanwhile.' });

describe('preferences', () => {
  it('are shown as wanted before they are saved', async () => {
    const { session } = start();
    const saving = session.save({ weekStart: 0 });
    expect(session.values.weekStart).toBe(0);
    expect(await saving).toBe(true);
    expect([session.values.weekStart, session.isSaved]).toEqual([0, true]);
  });
  it('are sent one after the other', async () => {
    const { session, data } = start();
    const versions: number[] = [];
    const save = data.savePreferences.getMockImplementation();
    data.savePreferences.mockImplementation(async (patch) => {
      versions.push(data.preferences.version);
      await Promise.resolve();
      if (!save) throw new Error('no such function');
      return save(patch);
    });
    await Promise.all([session.save({ weekStart: 0 }), session.save({ defaultEventDuration: 60 })]);
    expect(versions).toEqual([1, 2]);
    expect(session.values).toMatchObject({ weekStart: 0, defaultEventDuration: 60 });
  });
  it('go on top of what was changed elsewhere', async () => {
    const { session, data } = start();
    data.savePreferences.mockRejectedValueOnce(conflict());
    expect(await session.save({ weekStart: 0 })).toBe(true);
    expect(data.refresh).toHaveBeenCalledTimes(1);
    expect(data.savePreferences).toHaveBeenCalledTimes(2);
    expect(session.failure).toBe('');
  });
  it('are not tried for ever', async () => {
    const { session, data } = start();
    data.savePreferences.mockRejectedValue(conflict());
    expect(await session.save({ weekStart: 0 })).toBe(false);
    expect(session.failure).toBe('Changed meanwhile.');
  });
  it('go back to what they were when they cannot be saved', async () => {
    const { session, data } = start();
    data.savePreferences.mockRejectedValueOnce(new OfflineError());
    expect(await session.save({ weekStart: 0 })).toBe(false);
    expect(session.values.weekStart).toBe(1);
    expect(session.failure).toContain('cannot be reached');
    expect(await session.save({ weekStart: 0 })).toBe(true);
    expect(session.failure).toBe('');
  });
});
