import { expect, it } from 'vitest';
import { typedDate } from './typed_date';

it.each([
  ['', ''],
  ['1850-03-12', '1850-03-12'],
  ['1850', '1850'],
  ['ABT 1850', 'ABT 1850'],
  ['@#DJULIAN@ 1 JAN 1700', '@#DJULIAN@ 1 JAN 1700'],
  ['abt 1850', 'ABT 1850'],
  ['about 1850', 'ABT 1850'],
  ['um 1850', 'ABT 1850'],
  ['ca. 1850', 'ABT 1850'],
  ['约1850年', 'ABT 1850'],
  ['before March 1900', 'BEF MAR 1900'],
  ['vor 1900', 'BEF 1900'],
  ['1900年之前', 'BEF 1900'],
  ['nach dem', 'nach dem'],
  ['nach 1900', 'AFT 1900'],
  ['between 1840 and 1845', 'BET 1840 AND 1845'],
  ['zwischen 1840 und Mai 1845', 'BET 1840 AND MAY 1845'],
  ['1840–1845', 'BET 1840 AND 1845'],
  ['from 1900 to 1910', 'FROM 1900 TO 1910'],
  ['von 1900 bis 1910', 'FROM 1900 TO 1910'],
  ['seit 1900', 'FROM 1900'],
  ['until 1910', 'TO 1910'],
  ['12.3.1850', '1850-03-12'],
  ['3.1850', 'MAR 1850'],
  ['12. März 1850', '1850-03-12'],
  ['12 March 1850', '1850-03-12'],
  ['March 12, 1850', '1850-03-12'],
  ['Dez. 1850', 'DEC 1850'],
  ['1850-03', 'MAR 1850'],
  ['1850年3月12日', '1850-03-12'],
  ['1850年3月', 'MAR 1850'],
  // What is no date, or a day that there is none of, is for the server to refuse.
  ['soon', 'soon'],
  ['31.2.1850', '31.2.1850'],
  ['12 Foo 1850', '12 Foo 1850'],
  ['INT 1850 (the Harvest)', 'INT 1850 (the Harvest)'],
])('%s is sent as %s', (typed, sent) => {
  expect(typedDate(typed)).toBe(sent);
});
