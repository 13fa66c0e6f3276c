// When people are busy: the routes that find a time for several of them.

import { request } from '../lib/api';
import type { DateText } from '../lib/dates';
import type * as api from '../lib/api_types';

export type SharingPerson = api.FreeBusyPeople['people'][number];
export type FreeSlot = api.FreeSlots['slots'][number];

export interface SlotsQuery {
  people: readonly string[];
  from: DateText;
  to: DateText;
  minutes: number;
  zone: string;
}

const root = '/api/v1/free-busy';

export const availabilityApi = {
  people(): Promise<api.FreeBusyPeople> {
    return request('GET', `${root}/people`);
  },
  slots({ people, minutes, ...rest }: SlotsQuery): Promise<api.FreeSlots> {
    const query = new URLSearchParams({
      people: people.join(','),
      minutes: String(minutes),
      ...rest,
    });
    return request('GET', `${root}/slots?${query.toString()}`);
  },
};
