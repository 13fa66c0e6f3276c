// How this browser shows things, for whoever uses it. What belongs to a person and not to a device is in
// preferences.svelte.ts.

import { hasHalfDays } from './locale';
import { readJson, writeJson } from './storage';

export type HourFormat = 'auto' | '12' | '24';

interface Choices {
  hours: HourFormat;
  // Whether single keys do something on a page.
  keys: boolean;
}

const key = 'norn.appearance';

class Appearance {
  #choices = $state.raw<Choices>(readChoices());

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
    return hasHalfDays();
  }

  #keep(change: Partial<Choices>): void {
    this.#choices = { ...this.#choices, ...change };
    writeJson(key, this.#choices);
  }
}

function readChoices(): Choices {
  const { hours, keys } = Object(readJson(key)) as Partial<Choices>;
  return { hours: hours === '12' || hours === '24' ? hours : 'auto', keys: keys !== false };
}

export const appearance = new Appearance();
