// The currencies and time zones to choose from, as this browser knows them.

import { locale } from '../../lib/locale';
import { t } from '../../lib/messages';

export interface Option {
  value: string;
  name: string;
}

// "EUR, Euro", by code. `present` is among them, also when this browser does not know it.
export function currencyOptions(present: string): Option[] {
  const names = new Intl.DisplayNames(locale(), { type: 'currency' });
  const codes = new Set(Intl.supportedValuesOf('currency'));
  if (/^[A-Z]{3}$/.test(present)) codes.add(present);
  return [...codes].sort().map((value) => {
    const name = names.of(value);
    return { value, name: name && name !== value ? `${value}, ${name}` : value };
  });
}

export interface ZoneGroup {
  region: string;
  zones: Option[];
}

// By region: a list of four hundred is long.
export function zoneGroups(present: string): ZoneGroup[] {
  const all = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  if (present !== '') all.add(present);
  const groups = new Map<string, Option[]>();
  const other = t.bookings.settings.otherZones();
  for (const value of [...all].sort()) {
    const [region, ...place] = value.split('/');
    const key = place.length === 0 ? other : (region ?? other);
    const name = (place.length === 0 ? value : place.join(', ')).replaceAll('_', ' ');
    groups.set(key, [...(groups.get(key) ?? []), { value, name }]);
  }
  return [...groups].map(([region, zones]) => ({ region, zones }));
}

export function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
