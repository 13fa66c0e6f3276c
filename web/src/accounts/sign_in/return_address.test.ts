import { describe, expect, it } from 'vitest';
import { returnAddress, signInAddress } from './return_address';

const after = (wanted: string) => returnAddress(new URLSearchParams({ returnTo: wanted }));

describe('signing in', () => {
  it('leads back to where somebody wanted to go', () => {
    const wanted = '/calendar/month/2026-11-15/new?date=2026-11-17&allDay=true';
    const address = new URL(signInAddress(wanted), 'http://norn');
    expect(address.pathname).toBe('/sign-in');
    expect(returnAddress(address.searchParams)).toBe(wanted);
  });

  it('leads home when nothing was wanted', () => {
    expect(signInAddress('/')).toBe('/sign-in');
    expect(returnAddress(new URLSearchParams())).toBe('/');
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '',
    'calendar',
    '/sign-in?returnTo=/x',
    '/\t/evil.example',
    '/\n/evil.example',
  ])('never leads to %j', (wanted) => {
    expect(after(wanted)).toBe('/');
  });
});
