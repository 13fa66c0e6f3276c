// How this browser shows things. It stays on this device: another one may have another screen.

import { isKnown, languageHere } from './locale';
import { readJson, writeJson } from './storage';

export type Theme = 'system' | 'light' | 'dark';
export type HourFormat = 'auto' | '12' | '24';

interface Choices {
  theme: Theme;
  // 0 is Sunday, 1 Monday, 6 Saturday.
  firstDay: 0 | 1 | 6;
  hours: HourFormat;
  // Whether single keys do something on a page.
  keys: boolean;
}

const key = 'norn.appearance';

class Appearance {
  #choices = $state<Choices>({
    theme: 'system',
    firstDay: firstDayHere(),
    hours: 'auto',
    keys: true,
  });

  get theme(): Theme {
    return this.#choices.theme;
  }
  set theme(theme: Theme) {
    this.#keep({ theme });
  }

  get firstDay(): 0 | 1 | 6 {
    return this.#choices.firstDay;
  }
  set firstDay(firstDay: 0 | 1 | 6) {
    this.#keep({ firstDay });
  }

  get hours(): HourFormat {
    return this.#choices.hours;
  }
  set hours(hours: HourFormat) {
    this.#keep({ hours });
  }

  get keys(): boolean {
    return this.#choices.keys;
  }
  set keys(keys: boolean) {
    this.#keep({ keys });
  }

  get hour12(): boolean {
    if (this.hours !== 'auto') return this.hours === '12';
    return (
      new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12 ?? false
    );
  }

  start(): void {
    const kept = Object(readJson(key)) as Partial<Choices>;
    if (kept.theme && ['system', 'light', 'dark'].includes(kept.theme)) {
      this.#choices.theme = kept.theme;
    }
    if (kept.firstDay !== undefined && [0, 1, 6].includes(kept.firstDay)) {
      this.#choices.firstDay = kept.firstDay;
    }
    if (typeof kept.keys === 'boolean') this.#choices.keys = kept.keys;
    if (kept.hours && ['auto', '12', '24'].includes(kept.hours)) this.#choices.hours = kept.hours;
    this.#show();
  }

  #keep(change: Partial<Choices>): void {
    Object.assign(this.#choices, change);
    writeJson(key, this.#choices);
    this.#show();
  }

  #show(): void {
    if (this.theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = this.theme;
  }
}

function firstDayHere(): 0 | 1 | 6 {
  const language = languageHere();
  if (!isKnown(language)) return 1;
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const first = (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay;
  return first === 7 ? 0 : first === 6 ? 6 : 1;
}

export const appearance = new Appearance();
