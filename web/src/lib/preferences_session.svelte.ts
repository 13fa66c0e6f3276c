// Preferences that are saved at once, one after the other, and shown as wanted while they are on
// their way.

import { ApiError, messageOf } from './api';
import { preferences, type Preferences, type PreferencesPatch } from './preferences.svelte';

interface Source {
  readonly preferences: Preferences;
  savePreferences(patch: PreferencesPatch): Promise<Preferences>;
  refresh(): Promise<void>;
}

export class PreferencesSession {
  failure = $state('');
  // Says so for a moment, for those who wonder where the button to save is.
  isSaved = $state(false);
  #queue: Promise<void> = Promise.resolve();

  constructor(private readonly data: Source) {}

  get values(): Preferences {
    return { ...this.data.preferences, ...preferences.chosen };
  }

  // Resolves with whether it was saved.
  async save(patch: PreferencesPatch): Promise<boolean> {
    preferences.choose(patch);
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
      preferences.unchoose(patch);
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
}
