// The items that other programs wrote and Norn cannot show.

import { request } from '../../lib/api';
import type { AttentionItem } from '../types';

async function list(path: string): Promise<AttentionItem[]> {
  return (await request<{ items: AttentionItem[] }>('GET', path)).items;
}

export const loadOwn = () => list('/api/v1/attention');

// For administrators.
export const loadEverybodys = () => list('/api/v1/attention-of-everybody');
