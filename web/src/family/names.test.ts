import { describe, expect, it } from 'vitest';
import { fullName, initialsOfPerson, shortName } from './names';

describe('the name of a person', () => {
  it.each([
    [{ firstName: 'Johann', middleName: 'Sebastian', lastName: 'Bach' }, 'Johann Sebastian Bach'],
    [{ firstName: 'Martin', lastName: 'King', suffix: 'Jr.' }, 'Martin King Jr.'],
    [{ firstName: '小龙', lastName: '李' }, '李小龙'],
    [{ firstName: 'Bruce', lastName: '李' }, 'Bruce 李'],
    [{ firstName: '', lastName: 'Bach' }, 'Bach'],
    [{ firstName: '', lastName: '' }, 'No name'],
    [{ firstName: 'Anna', lastName: 'Berg', isHidden: true }, 'Living'],
  ])('%j is %s', (person, expected) => {
    expect(fullName(person)).toBe(expected);
  });

  it('is the one they prefer where it has to be short', () => {
    const person = { firstName: 'Johannes', middleName: 'Karl', lastName: 'Berg' };
    expect(shortName(person)).toBe('Johannes Berg');
    expect(shortName({ ...person, preferredName: 'Hans' })).toBe('Hans Berg');
  });

  it('has initials, unless it is not known or protected', () => {
    expect(initialsOfPerson({ firstName: 'Anna', lastName: 'Berg' })).toBe('AB');
    expect(initialsOfPerson({ firstName: '小龙', lastName: '李' })).toBe('李');
    expect(initialsOfPerson({ firstName: '?', lastName: '' })).toBe('');
    expect(initialsOfPerson({ firstName: 'Anna', lastName: 'Berg', isHidden: true })).toBe('');
  });
});
