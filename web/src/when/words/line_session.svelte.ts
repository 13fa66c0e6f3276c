// One line of quick add while it is typed: what it means, and saving it.

import { messageOf } from '../../lib/api';
import { language } from '../../lib/locale';
import { t } from '../../lib/messages';
import { newKey } from '../../lib/new_key';
import type { Piece } from './line';
import type { Translate } from './translate';

export abstract class LineSession<Parsed extends { pieces: readonly Piece[] }> {
  text = $state('');
  isSaving = $state(false);
  failure = $state('');
  #parser = $state.raw<(text: string) => Parsed>();
  #loading: Promise<void> | undefined;
  // The same line that is sent again, because nobody knows whether it arrived, is made once.
  #key = newKey();
  // Undefined while there is nothing to read, or nothing to read it with.
  readonly parsed = $derived.by(() =>
    this.text.trim() === '' ? undefined : this.#parser?.(this.text),
  );

  // What reads lines, which comes when somebody begins to type.
  protected abstract load(): Promise<(text: string) => Parsed>;
  // What is missing; empty when it can be saved.
  protected abstract problemOf(parsed: Parsed): string;
  // Throws when it could not be saved.
  protected abstract send(parsed: Parsed, key: string): Promise<void>;

  // Safe to call again and again.
  prepare(): Promise<void> {
    this.#loading ??= this.load().then(
      (parser) => void (this.#parser = parser),
      () => {
        this.#loading = undefined;
        this.failure = t.ui.quickAdd.notLoaded();
      },
    );
    return this.#loading;
  }

  type(text: string): void {
    this.text = text;
    this.failure = '';
    this.#key = newKey();
    void this.prepare();
  }

  clear(): void {
    this.type('');
  }

  // Says whether it was saved.
  async save(): Promise<boolean> {
    if (this.isSaving || this.text.trim() === '') return false;
    await this.prepare();
    const { parsed, text } = this;
    if (!parsed) return false;
    this.failure = this.problemOf(parsed);
    if (this.failure !== '') return false;
    this.isSaving = true;
    try {
      await this.send(parsed, this.#key);
      // What was typed meanwhile is the next one.
      if (this.text === text) this.clear();
      return true;
    } catch (error) {
      this.failure = messageOf(error);
      return false;
    } finally {
      this.isSaving = false;
    }
  }
}

// The words of the person's language, where they are not English.
export async function loadTranslate(): Promise<Translate | undefined> {
  switch (language()) {
    case 'de':
      return (await import('./german')).inGerman;
    case 'zh':
      return (await import('./chinese')).inChinese;
    default:
      return undefined;
  }
}
