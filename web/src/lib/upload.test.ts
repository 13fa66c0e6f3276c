import { expect, test } from 'vitest';
import { uploadName } from './upload';

test.each([
  ['plan.pdf', 'plan.pdf'],
  ['计划.docx', '计划.docx'],
  ['a/b\\c.txt', 'a_b_c.txt'],
  ['ann\u202etxt.exe', 'ann_txt.exe'],
  ['a\nb', 'a_b'],
  ['..', '_..'],
  ['', '_'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
])('%j is uploaded as %j', (name, uploaded) => expect(uploadName(name)).toBe(uploaded));
