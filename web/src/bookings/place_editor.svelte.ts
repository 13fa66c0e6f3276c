// What is being written about a place: its settings and prices in one form, saved together.

import { suggestColor } from '../ui/colors';
import { ApiError, messageOf, OfflineError } from '../lib/api';
import { newKey } from '../lib/new_key';
import type { Bookings } from './data.svelte';
import {
  changeOfPlace,
  copyOfForm,
  formOfPlace,
  hasProblems,
  isChangedPlace,
  noProblems,
  placeVersionFields,
  problemOf,
  problemsOfPlace,
  settingsOf,
  type PlaceForm,
  type PlaceProblems,
} from './place_form';
import type { Place, PlaceSettings } from './types';
import { applyChoices, type Choices, type Versions } from '../lib/versions';

export type PlaceData = Pick<Bookings, 'api' | 'places' | 'refreshPlaces'>;

export interface PlaceConflict extends Versions<PlaceForm> {
  current: Place;
  // It was changed once more while somebody was choosing.
  isNewer: boolean;
}

export class PlaceEditor {
  // undefined for a new place.
  base = $state.raw<Place | undefined>();
  form: PlaceForm;
  problems = $state.raw<PlaceProblems>(noProblems);
  failure = $state('');
  isBusy = $state(false);
  conflict = $state.raw<PlaceConflict | undefined>();

  #clean: PlaceForm;
  #sent = '';
  #key = '';

  constructor(
    private readonly data: PlaceData,
    place: Place | undefined,
    zone: string,
  ) {
    this.base = place;
    const settings = place ?? newPlace(data.places, zone);
    this.#clean = $state.raw(formOfPlace(settings));
    this.form = $state(copyOfForm(this.#clean));
  }

  get isChanged(): boolean {
    return isChangedPlace(this.#clean, this.form);
  }

  // The place as it is by now. What is being written stays: saving it asks about both versions.
  heard(latest: Place): void {
    if (!this.base || latest.etag === this.base.etag || this.isBusy || this.isChanged) return;
    this.#takeOver(latest);
  }

  // Saves, and gives back what was saved; undefined when there is something to be done first.
  async save(): Promise<Place | undefined> {
    if (this.isBusy) return undefined;
    this.failure = '';
    this.problems = problemsOfPlace(this.form);
    if (hasProblems(this.problems)) return undefined;
    const { base } = this;
    return this.#attempt(() => (base ? this.#change(base, this.form) : this.#create()));
  }

  // Takes what was chosen in a conflict, and saves it on top of the version that was shown.
  async resolve(choices: Choices): Promise<Place | undefined> {
    const { conflict } = this;
    if (!conflict || this.isBusy) return undefined;
    const { theirs, mine, current } = conflict;
    const chosen = applyChoices(placeVersionFields, copyOfForm(theirs), mine, choices);
    return this.#attempt(async () => {
      this.#takeOver(current);
      Object.assign(this.form, chosen);
      const saved = await this.#change(current, this.form);
      this.conflict = undefined;
      return saved;
    });
  }

  async #attempt(run: () => Promise<Place>): Promise<Place | undefined> {
    this.failure = '';
    this.isBusy = true;
    try {
      const saved = await run();
      this.#takeOver(saved);
      // It is saved, whether or not the list of places can be read again now.
      await this.data.refreshPlaces().catch(() => undefined);
      return saved;
    } catch (error) {
      this.#failed(error);
      return undefined;
    } finally {
      this.isBusy = false;
    }
  }

  async #change(base: Place, form: PlaceForm): Promise<Place> {
    const change = changeOfPlace(base, form);
    if (Object.keys(change).length === 0) return base;
    return this.data.api.changePlace(base.id, change, base.etag);
  }

  // Trying once more uses the same key, so that a lost reply makes no second place.
  #create(): Promise<Place> {
    const settings = settingsOf(this.form);
    const sent = JSON.stringify(settings);
    if (sent !== this.#sent) this.#key = newKey();
    this.#sent = sent;
    return this.data.api.createPlace(settings, this.#key);
  }

  #takeOver(latest: Place): void {
    this.base = latest;
    this.#clean = formOfPlace(latest);
    Object.assign(this.form, copyOfForm(this.#clean));
  }

  #failed(error: unknown): void {
    const current = newerOf(error);
    if (current) {
      this.conflict = {
        base: this.conflict?.base ?? this.#clean,
        mine: this.conflict?.mine ?? copyOfForm(this.form),
        theirs: formOfPlace(current),
        current,
        isNewer: this.conflict !== undefined,
      };
      return;
    }
    this.conflict = undefined;
    const field = error instanceof ApiError ? error.field : undefined;
    const problem = field ? problemOf(this.form, field, messageOf(error)) : undefined;
    if (problem) this.problems = problem;
    else if (error instanceof OfflineError) {
      this.failure =
        'Norn cannot be reached, so nothing was saved yet. What you wrote is still here.';
    } else this.failure = messageOf(error);
  }
}

// What a new place begins with: as the server would, but where this browser is.
function newPlace(all: readonly Place[], tzid: string): PlaceSettings {
  return {
    name: '',
    color: suggestColor(all.map(({ color }) => color)),
    description: null,
    houseRules: null,
    maxNights: 30,
    minNights: 1,
    checkIn: '16:00',
    checkOut: '10:00',
    tzid,
    currency: all[0]?.currency ?? 'EUR',
    pricePerNight: 0,
    seasons: [],
    allowsPast: false,
    showsNames: true,
  };
}

// The place as it is now, when somebody else changed it since.
function newerOf(error: unknown): Place | undefined {
  if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 412)) {
    return undefined;
  }
  const { current } = error;
  const isPlace = typeof current === 'object' && current !== null && 'seasons' in current;
  return isPlace ? (current as Place) : undefined;
}
