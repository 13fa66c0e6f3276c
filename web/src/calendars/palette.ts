// What the palette offers of the calendars.

import type { SearchHit } from '../lib/api_types';
import type { AppPalette } from '../lib/app_type';
import { today } from '../lib/dates';
import { isUuid } from '../lib/ids';
import { t } from '../lib/messages';
import { addressOf, entryLink, eventLink, isEventId, type PlaceDialog } from './addresses';

const withDialog = (dialog: PlaceDialog) => addressOf({ view: 'month', date: today(), dialog });

function addressOfHit({ app, kind, id, at, within }: SearchHit): string | undefined {
  if (app !== 'calendars') return undefined;
  if (kind === 'calendar') return withDialog({ kind: 'calendar', id, tab: 'details' });
  if (kind === 'entry' && isUuid(id)) return entryLink(id);
  const isOfCalendar = within?.kind === 'calendar' && isUuid(within.id);
  if (isOfCalendar && isEventId(id)) return eventLink(within.id, id);
  // Of what is in a calendar of others, and of what another program wrote, which has no address of
  // its own, the day is shown.
  return addressOf({ view: 'day', date: at?.slice(0, 10) ?? today() });
}

const palette: AppPalette = {
  actions: () => [
    { name: t.palette.actions.newEntry(), address: withDialog({ kind: 'new' }) },
    { name: t.palette.actions.newCalendar(), address: withDialog({ kind: 'newCalendar' }) },
  ],
  addressOfHit,
};
export default palette;
