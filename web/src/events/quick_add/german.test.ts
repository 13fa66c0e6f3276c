import { describe, expect, it } from 'vitest';
import messages from 'virtual:messages/de';
import { inGerman } from '../../when/words/german';
import { parse } from './parse';
import { context } from './test_quick_add';

const read = (text: string) => parse(text, { ...context, translate: inGerman });

describe('a German line of quick add', () => {
  it.each([
    ['Mittagessen morgen 13 Uhr', 'Mittagessen', '2026-11-16T13:00'],
    ['Zahnarzt am 17. November um 9:30 Uhr', 'Zahnarzt', '2026-11-17T09:30'],
    ['Zahnarzt 17.11. 9.30 Uhr', 'Zahnarzt', '2026-11-17T09:30'],
    ['Zahnarzt am 24.12.2026', 'Zahnarzt', '2026-12-24'],
    ['Milch kaufen', 'Milch kaufen', '2026-11-15'],
    ['Kino heute Abend', 'Kino', '2026-11-15T19:00'],
    ['Laufen morgen früh', 'Laufen', '2026-11-16T09:00'],
    ['Treffen übermorgen um 10', 'Treffen', '2026-11-17T10:00'],
    ['Treffen nächsten Freitag halb zehn', 'Treffen', '2026-11-20T09:30'],
    ['Anruf Viertel nach neun am Dienstag', 'Anruf', '2026-11-17T09:15'],
    ['Bericht in drei Tagen', 'Bericht', '2026-11-18'],
    ['Pause in 2 Stunden', 'Pause', '2026-11-15T12:00'],
    ['Urlaub 24. Dez bis 2. Jan', 'Urlaub', '2026-12-24'],
    ['Rasen mähen am Wochenende', 'Rasen mähen', '2026-11-21'],
    ['Essen mit Mai und Jan morgen 19 Uhr', 'Essen mit Mai und Jan', '2026-11-16T19:00'],
    ['„Morgen ist auch ein Tag“ am Montag', 'Morgen ist auch ein Tag', '2026-11-16'],
    ['Lunch tomorrow 13:00', 'Lunch', '2026-11-16T13:00'],
  ])('%s', (text, title, start) => {
    expect(read(text).draft).toMatchObject({ title, start });
  });

  it.each([
    ['Schicht morgen von 9 bis 17 Uhr', '2026-11-16T17:00'],
    ['Sport 18 Uhr für 45 Minuten', '2026-11-15T18:45'],
    ['Sport 18 Uhr für eine halbe Stunde', '2026-11-15T18:30'],
    ['Sport 18 Uhr 2 Stunden lang', '2026-11-15T20:00'],
    ['Messe 24.–26. November', '2026-11-27'],
  ])('%s ends at %s', (text, end) => {
    expect(read(text).draft.end).toBe(end);
  });

  it.each([
    ['Yoga jeden Montag 18 Uhr', 'FREQ=WEEKLY;BYDAY=MO'],
    ['Yoga montags und donnerstags 18 Uhr', 'FREQ=WEEKLY;BYDAY=MO,TH'],
    ['Yoga jeden Montag und Donnerstag', 'FREQ=WEEKLY;BYDAY=MO,TH'],
    ['Tabletten täglich 8 Uhr', 'FREQ=DAILY'],
    ['Müll alle zwei Wochen', 'FREQ=WEEKLY;INTERVAL=2'],
    ['Müll jeden zweiten Freitag', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR'],
    ['Stammtisch jeden ersten Dienstag im Monat', 'FREQ=MONTHLY;BYDAY=1TU'],
    ['Stammtisch jeden letzten Freitag im Monat', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['Miete jeden 1.', 'FREQ=MONTHLY;BYMONTHDAY=1'],
    ['Abschluss am letzten Tag jedes Monats', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ['Morgenrunde werktags 9:15', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
    ['Geburtstag jedes Jahr 3. März', 'FREQ=YEARLY'],
    ['Yoga jeden Montag 10 Mal', 'FREQ=WEEKLY;COUNT=10;BYDAY=MO'],
    ['Yoga jeden Montag bis 24. Dezember', 'FREQ=WEEKLY;UNTIL=20261224;BYDAY=MO'],
    ['Gießen alle 3 Tage bis Weihnachten', 'FREQ=DAILY;UNTIL=20261225;INTERVAL=3'],
    ['Sport jeden Tag außer Sonntag', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA'],
  ])('%s repeats by %s', (text, rrule) => {
    expect(read(text).draft.rrule).toBe(rrule);
    expect(read(text).draft.title).toBe(text.split(' ')[0]);
  });

  it('reads reminders, tags and places', () => {
    expect(read('Anruf 16 Uhr !15min #Arbeit').draft).toMatchObject({
      title: 'Anruf',
      reminderMinutes: [15],
      tags: ['Arbeit'],
    });
    expect(read('Anruf 16 Uhr !keine').draft.reminderMinutes).toEqual([]);
    expect(read('Anruf 16 Uhr erinnere mich 2 Stunden vorher').draft.reminderMinutes).toEqual([
      120,
    ]);
    expect(read('Erinnere mich an den Anruf morgen').draft.title).toBe('Den Anruf');
    expect(read('Essen bei Luigi morgen 19 Uhr').draft).toMatchObject({
      title: 'Essen',
      location: 'Luigi',
    });
  });

  it('understands the example that people see', () => {
    expect(read(messages.eventEditor.quickAdd.example()).draft).toMatchObject({
      title: 'Mittagessen',
      start: '2026-11-16T13:00',
      rrule: 'FREQ=WEEKLY',
      tags: ['arbeit'],
    });
  });

  it('marks the words that were typed', () => {
    const text = 'Treffen übermorgen um 10 Uhr';
    const marked = read(text).pieces.map(({ start, end }) => text.slice(start, end));
    expect(marked.join(' ')).toBe('übermorgen um 10 Uhr');
  });
});
