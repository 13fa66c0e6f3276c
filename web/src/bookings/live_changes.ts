// What the live stream says about bookings. docs/http_api.md has the data of its events.

import type { LiveEvent } from '../lib/live';
import { preferences } from '../lib/preferences.svelte';

export interface ChangeHandler {
  booking(placeId: string, id: string, gone: boolean): void;
  place(placeId: string, gone: boolean): void;
  members(placeId: string): void;
  wish(placeId: string, id: string, offered: boolean): void;
}

interface EventData {
  placeId?: string;
  id?: string;
  gone?: boolean;
  offered?: boolean;
}

export function applyChange({ type, data }: LiveEvent, handler: ChangeHandler): void {
  const { placeId = '', id = '', gone, offered } = (data ?? {}) as EventData;
  if (type === 'booking') handler.booking(placeId, id, gone === true);
  else if (type === 'place') handler.place(id, gone === true);
  else if (type === 'place-members') handler.members(id);
  else if (type === 'wish') handler.wish(placeId, id, offered === true);
  else if (type === 'planner-preferences') void preferences.refresh();
}
