// Preferences that are saved at once, one after the other, and shown as wanted while they are on
// their way.

import { ApiError, messageOf } from '../../lib/api';
import type { Profile } from '../profile.svelte';
import type { Preferences, PreferencesPatch } from '../types';

type Source = Pick<Profile, 'preferences' | 'savePreferences' | 'refresh'>;

export class PreferencesSession {
  failure = $state('');
  // Says so for a moment, for those who wonder where the button to save is.
  isSaved = $state(false);
  #wanted = $state.raw<PreferencesPatch>({});
  #queue: Promise<void> = Promise.resolve();

  constructor(private readonly data: Source) {}

  get values(): Preferences {
    return { ...this.data.preferences, ...this.#wanted };
  }

  // Resolves with whether it was saved.
  async save(patch: PreferencesPatch): Promise<boolean> {
    this.#wanted = { ...this.#wanted, ...patch };
    this.isSaved = false;
    const sent = this.#queue.then(() => this.#send(patch));
    this.#queue = sent.then(() => undefined);
    return sent;
  }

  async #send(patch: PreferencesPatch): Promise<boolean> {
    try {
      await this.#sendOrMerge(patch);
      this.failure = '';
      this.isSaved = true;
      return true;
    } catch (error) {
      this.failure = messageOf(error);
      return false;
    } finally {
      this.#forget(patch);
    }
  }

  // Somebody has changed the preferences in another tab or on another device. What is sent is one
  // choice, made just now: it goes on top of theirs.
  async #sendOrMerge(patch: PreferencesPatch): Promise<void> {
    try {
      await this.data.savePreferences(patch);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      await this.data.refresh();
      await this.data.savePreferences(patch);
    }
  }

  // Unless it is wanted differently by now.
  #forget(patch: PreferencesPatch): void {
    const left = Object.entries(this.#wanted).filter(
      ([name, value]) => patch[name as keyof PreferencesPatch] !== value,
    );
    this.#wanted = Object.fromEntries(left);
  }
}
