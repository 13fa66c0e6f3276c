import { afterEach, expect, test } from 'vitest';
import { forgetSecret, takeSecret } from './secrets';

afterEach(() => {
  forgetSecret('/join');
  forgetSecret('/setup');
});

function read(pathname: string, hash: string, search = '') {
  const addresses: string[] = [];
  const secret = takeSecret({ pathname, search, hash }, (address) => addresses.push(address));
  return { secret, addresses };
}

test('a secret leaves the address when it is read', () => {
  expect(read('/join', '#abc-_1')).toEqual({ secret: 'abc-_1', addresses: ['/join'] });
  expect(read('/setup', '#x', '?a=b')).toEqual({ secret: 'x', addresses: ['/setup?a=b'] });
});

test('it is known afterwards, on its own page only', () => {
  read('/join', '#abc');
  expect(read('/join', '')).toEqual({ secret: 'abc', addresses: [] });
  expect(read('/setup', '')).toEqual({ secret: undefined, addresses: [] });
});

test('a newer link replaces an older one', () => {
  read('/join', '#old');
  read('/join', '#new');
  expect(read('/join', '').secret).toBe('new');
});

test('an empty # is no secret', () => {
  expect(read('/join', '#')).toEqual({ secret: undefined, addresses: [] });
});

test('what was used is forgotten', () => {
  read('/join', '#abc');
  forgetSecret('/join');
  expect(read('/join', '').secret).toBeUndefined();
});
