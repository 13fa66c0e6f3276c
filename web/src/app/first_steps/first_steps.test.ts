import { beforeEach, expect, test } from 'vitest';
import { dismissals } from '../../lib/dismissals.svelte';
import { CountedCalls } from '../../lib/test_calls';
import { FirstSteps, isOfThisMachine } from './first_steps.svelte';

type Calendars = { id: string; role: 'owner' | 'writer' | 'reader' }[];

class TestServer {
  readonly calls = new CountedCalls();
  own: Calendars = [];
  people: Record<string, number> = {};

  calendars = () => this.calls.answer('calendars', () => [...this.own]);
  peopleIn = (id: string) => this.calls.answer(`people ${id}`, () => this.people[id] ?? 1);
}

let server: TestServer;
let steps: FirstSteps;
let people = 0;

beforeEach(() => {
  dismissals.use(`person ${++people}`);
  server = new TestServer();
  steps = new FirstSteps(server);
});

test('a step is over when the server has what it is for', async () => {
  await steps.look();
  expect(steps.current).toBe('calendar');
  server.own = [{ id: 'family', role: 'owner' }];
  await steps.look();
  expect([steps.current, steps.calendarId]).toEqual(['people', 'family']);
  server.people = { family: 2 };
  await steps.look();
  expect(steps.current).toBe('phone');
  steps.pass('phone');
  expect(steps.current).toBeUndefined();
});

test('a calendar of others is one, and nobody is invited to it', async () => {
  server.own = [{ id: 'club', role: 'reader' }];
  await steps.look();
  expect([steps.current, steps.calendarId]).toEqual(['people', undefined]);
  expect(server.calls.asked()).toEqual(['calendars']);
});

test('what was passed by stays so on this device, for this person', async () => {
  steps.pass('calendar');
  expect(steps.current).toBe('people');
  const again = new FirstSteps(server);
  await again.look();
  expect(again.current).toBe('people');
  dismissals.use('another person');
  expect(again.current).toBe('calendar');
});

test('nothing changes while the server cannot be reached', async () => {
  server.own = [{ id: 'family', role: 'owner' }];
  await steps.look();
  server.calls.failure = new Error('offline');
  await steps.look();
  expect(steps.current).toBe('people');
});

test('no phone comes to an address of this machine', () => {
  const here = ['localhost', '127.0.0.1', '127.1.2.3', '[::1]'];
  const elsewhere = [
    '192.168.1.5',
    'home.example.org',
    '127.example.org',
    '[fe80::1]',
    '128.0.0.1',
  ];
  expect(here.filter(isOfThisMachine)).toEqual(here);
  expect(elsewhere.filter(isOfThisMachine)).toEqual([]);
});
