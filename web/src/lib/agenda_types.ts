// The agenda: what a person has between two days, whichever app it is of. An app's part of it (`AppAgenda`) says where its
// things are opened, does what can be done to them where they are shown, and makes new ones of a line that is typed.

import type { Component } from 'svelte';
import type * as api from './api_types';

export type AgendaKind = api.AgendaItem['kind'];
export type AgendaRight = api.AgendaItem['may'][number];
// The name is empty of the person who looks at it.
export type AgendaOwner = Required<api.AgendaItem['owner']>;

// By the clock on the wall of the zone, or dates for whole days; `end` is exclusive.
export interface AgendaSpan {
  start: string;
  end: string;
  allDay: boolean;
}

// docs/http_api.md explains what it has.
export type AgendaItem = Omit<api.AgendaItem, 'owner'> & { owner: AgendaOwner };

// What an item has without a time.
export type UntimedItem = Omit<AgendaItem, 'start' | 'end' | 'allDay' | 'startUtc'>;
// A task without a time.
export type UnscheduledTask = UntimedItem & Pick<api.UnscheduledTask, 'task'>;

// What the page of the agenda does for the parts of apps.
export interface AgendaHost {
  readonly zone: string;
  // How long something is that gets a time.
  readonly newMinutes: number;
  // Loads what is shown again, and resolves when it is.
  refresh(): Promise<void>;
}

// Each action says what it did and offers to undo it, or says why it was refused; none throws. It resolves when the
// agenda shows what came of it.
export interface AppAgenda {
  // Of the page on which it is opened.
  addressOf(item: UntimedItem & { start?: string }): string | undefined;
  complete?(item: UntimedItem, isDone: boolean, host: AgendaHost): Promise<void>;
  // Moved or resized.
  move?(item: AgendaItem, to: AgendaSpan, host: AgendaHost): Promise<void>;
  // A task gets a time at which it is to be done. When it is due stays.
  plan?(item: UntimedItem, to: AgendaSpan, host: AgendaHost): Promise<void>;
  remove?(item: UntimedItem, host: AgendaHost): Promise<void>;
  // Where quick add can put something.
  targets?(context: QuickAddContext): Promise<QuickAddTarget[]>;
  // The people that the person shares something with.
  people?(): Promise<{ id: string; name: string }[]>;
  // Asks what one of the above has to know, such as which ones of a series are meant.
  questions?: Component;
}

export interface QuickAddContext {
  zone: string;
  nowMs: () => number;
  isDayFirst: boolean;
  hour12: () => boolean;
  myId: string;
}

export type PieceKind =
  'when' | 'rule' | 'duration' | 'zone' | 'tag' | 'place' | 'reminder' | 'person' | 'priority';

// Which characters of a line became what.
export interface LinePiece {
  start: number;
  end: number;
  kind: PieceKind;
}

// How well a line fits a target. Of several, the best one is suggested.
export const fits = {
  // It can be made there, when the person says so.
  possible: 0,
  // Where it goes when nothing fits better.
  fallback: 1,
  // The usual place of such lines.
  usual: 2,
  // The line has signs that only such things have.
  signs: 3,
  // The line names it.
  named: 4,
} as const;

export interface QuickAddTarget {
  key: string;
  // "Planner", "Project House".
  name: string;
  read(text: string): QuickAddReading;
}

// A line as one target understands it.
export interface QuickAddReading {
  pieces: readonly LinePiece[];
  fit: number;
  // Empty when the line has none.
  title: string;
  // What is known besides, in words: when, how pressing.
  facts: readonly string[];
  // When it would be, of what takes place somewhere: the person may be elsewhere then.
  at?: (AgendaSpan & { kind: 'event' | 'stay'; location?: string | undefined }) | undefined;
  // Who was meant by "@ben", where something can be for somebody else.
  person?: string | undefined;
  // Why it cannot be made; empty when it can.
  problem: string;
  // Throws when it could not be. The key is the same for every try.
  create(key: string): Promise<QuickAdded>;
}

export interface QuickAdded {
  undo: () => Promise<void>;
}
