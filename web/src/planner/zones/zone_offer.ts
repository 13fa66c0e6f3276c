// Whether to offer that the planner follows the browser into another time zone.

import { readText, writeText } from '../../lib/storage';
import { isZone, offsetAt } from '../../when/zones/zones';

const key = 'norn.planner.keptZone';
const halfYearMs = 182 * 86_400_000;

// Names differ more often than clocks do: Berlin and Paris need no question.
export function hasOtherClock(here: string, zone: string, nowMs: number): boolean {
  if (here === zone || !isZone(zone)) return false;
  return [nowMs, nowMs + halfYearMs].some((at) => offsetAt(here, at) !== offsetAt(zone, at));
}

// The answer "no" is for this pair of zones, on this device.
export function isKept(here: string, zone: string): boolean {
  return readText(key) === `${here} ${zone}`;
}

export function keepZone(here: string, zone: string): void {
  writeText(key, `${here} ${zone}`);
}
