// What the events of the live stream say about bookings. docs/http_api.md has their data.

import type { LiveEvent } from '../lib/live';

export interface Ear {
  // The stream has begun. Not resumed: whatever was loaded before may be old.
  began(resumed: boolean): void;
  // Something was missed.
  reset(): void;
  booking(placeId: string, id: string, gone: boolean): void;
  place(placeId: string, gone: boolean): void;
  members(placeId: string): void;
  wish(placeId: string, id: string, offered: boolean): void;
}

interface Told {
  resumed?: boolean;
  placeId?: string;
  id?: string;
  gone?: boolean;
  offered?: boolean;
}

export function tell({ type, data }: LiveEvent, ear: Ear): void {
  const { resumed, placeId = '', id = '', gone, offered } = (data ?? {}) as Told;
  switch (type) {
    case 'hello':
      ear.began(resumed === true);
      break;
    case 'reset':
      ear.reset();
      break;
    case 'booking':
      ear.booking(placeId, id, gone === true);
      break;
    case 'place':
      ear.place(id, gone === true);
      break;
    case 'place-members':
      ear.members(id);
      break;
    case 'wish':
      ear.wish(placeId, id, offered === true);
  }
}
