// What is being written about a place: its settings and prices in one form, saved together.

import { suggestColor } from '../../ui/colors';
import type { ApiError } from '../../lib/api';
import { messageOf } from '../../lib/api';
import { newPlaceLimits } from '../../lib/api_limits';
import { currentWith } from '../../lib/editor/current_state';
import { SettingsEditor } from '../../lib/editor/settings_editor.svelte';
import type { Bookings } from '../data.svelte';
import {
  changeOfPlace,
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
import type { Place, PlaceSettings } from '../types';
import type { VersionField } from '../../lib/versions';

export type PlaceData = Pick<Bookings, 'api' | 'places' | 'refreshPlaces'>;

export class PlaceEditor extends SettingsEditor<Place, PlaceForm, PlaceProblems> {
  constructor(
    private readonly data: PlaceData,
    place: Place | undefined,
    zone: string,
  ) {
    super(place, formOfPlace(place ?? newPlace(data.places, zone)), noProblems);
  }

  override versionFields(): VersionField<PlaceForm>[] {
    return placeVersionFields();
  }

  protected override formOf(place: Place): PlaceForm {
    return formOfPlace(place);
  }

  protected override differs(clean: PlaceForm, form: PlaceForm): boolean {
    return isChangedPlace(clean, form);
  }

  protected override check(): PlaceProblems {
    return problemsOfPlace(this.form);
  }

  protected override hasProblems(problems: PlaceProblems): boolean {
    return hasProblems(problems);
  }

  protected override create(): Promise<Place> {
    const settings = settingsOf(this.form);
    return this.#saved(this.data.api.createPlace(settings, this.keyOf(settings)));
  }

  protected override currentOf(error: unknown): Place | undefined {
    return currentWith<Place>(error, 'seasons');
  }

  protected override problemsOf(error: ApiError): PlaceProblems | undefined {
    return error.field ? problemOf(this.form, error.field, messageOf(error)) : undefined;
  }

  protected override async change(base: Place): Promise<Place> {
    const change = changeOfPlace(base, this.form);
    const isSame = Object.keys(change).length === 0;
    return this.#saved(
      isSame ? Promise.resolve(base) : this.data.api.changePlace(base.id, change, base.etag),
    );
  }

  async #saved(request: Promise<Place>): Promise<Place> {
    const saved = await request;
    this.takeOver(saved);
    // It is saved, whether or not the list of places can be read again now.
    await this.data.refreshPlaces().catch(() => undefined);
    return saved;
  }
}

// What a new place begins with: as the server would, but where this browser is.
function newPlace(all: readonly Place[], tzid: string): PlaceSettings {
  return {
    name: '',
    color: suggestColor(all.map(({ color }) => color)),
    description: null,
    houseRules: null,
    maxNights: newPlaceLimits.maxNights.maximum,
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
