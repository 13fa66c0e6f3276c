// What the tests of quick add read their lines with.

import { parse, type QuickAddContext } from './parse';
import type { EventDraft } from '../types';

// A Sunday, 10:00 in Berlin.
export const context: QuickAddContext = {
  nowMs: Date.parse('2026-11-15T09:00:00Z'),
  zone: 'Europe/Berlin',
  preferences: { defaultEventDuration: 30, weekStart: 1 },
  tags: ['Work', 'family'],
};

export function read(text: string, change: Partial<QuickAddContext> = {}): EventDraft {
  return parse(text, { ...context, ...change }).draft;
}

export function at(zone: string, wallUtc: string): Partial<QuickAddContext> {
  return { zone, nowMs: Date.parse(wallUtc) };
}
