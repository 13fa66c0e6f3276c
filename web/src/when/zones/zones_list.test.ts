import { describe, expect, it } from 'vitest';
import {
  allZones,
  currentName,
  isSameZone,
  nearZones,
  placeOfZone,
  searchZones,
} from './zones_list';

const winter = Date.UTC(2026, 0, 15);

describe('the zones', () => {
  it('are all there, each once, under their present names', () => {
    const names = allZones().map((zone) => zone.tzid);
    expect(names.length).toBeGreaterThan(300);
    expect(new Set(names).size).toBe(names.length);
    for (const name of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Sao_Paulo']) {
      expect(names).toContain(name);
    }
    expect(names).not.toContain('Asia/Calcutta');
  });

  it('are called by their place', () => {
    expect(placeOfZone('America/New_York')).toBe('New York');
    expect(placeOfZone('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
    expect(placeOfZone('Asia/Calcutta')).toBe('Kolkata');
    expect(currentName('Europe/Kiev')).toBe('Europe/Kyiv');
    expect(isSameZone('Asia/Calcutta', 'Asia/Kolkata')).toBe(true);
  });

  it.each([
    ['new york', 'America/New_York'],
    ['berl', 'Europe/Berlin'],
    ['sao paulo', 'America/Sao_Paulo'],
    ['são paulo', 'America/Sao_Paulo'],
    ['india', 'Asia/Kolkata'],
    ['lord howe', 'Australia/Lord_Howe'],
    ['utc', 'UTC'],
    ['UTC+5:30', 'Asia/Kolkata'],
    ['UTC-3:30', 'America/St_Johns'],
  ])('are found by “%s”', (query, tzid) => {
    const found = searchZones(query, winter, 8).map((zone) => zone.tzid);
    expect(found).toContain(tzid);
  });

  it('begin with the one whose place was typed', () => {
    expect(searchZones('london', winter, 5)[0]?.tzid).toBe('Europe/London');
    expect(searchZones('atlantis', winter, 5)).toEqual([]);
  });

  it('offer one’s own first, each once', () => {
    const near = nearZones('Europe/Berlin', ['Asia/Calcutta', '', null, 'Europe/Berlin']);
    expect(near.slice(0, 2)).toEqual(['Europe/Berlin', 'Asia/Kolkata']);
    expect(new Set(near).size).toBe(near.length);
  });
});
