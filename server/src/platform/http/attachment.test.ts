import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attachment } from './attachment.ts';

test.each([
  ['a b.pdf', `attachment; filename="a b.pdf"; filename*=UTF-8''a%20b.pdf`],
  ['Thẻ "1".pdf', `attachment; filename="Th_ _1_.pdf"; filename*=UTF-8''Th%E1%BA%BB%20%221%22.pdf`],
  ["it's (50%).pdf", `attachment; filename="it's (50_).pdf"; filename*=UTF-8''it%27s%20%2850%25%29.pdf`],
])('%s', (name, header) => expect(attachment(name)).toBe(header));

test('a file name contains no character that ends a header or the quoted name, and is given in full', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
      const header = attachment(name);
      expect(header).toMatch(/^attachment; filename="[^"\\\p{Cc}]*"; filename\*=UTF-8''[\w.~!$&+^`|%-]*$/u);
      expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(name.toWellFormed());
    }),
  );
});
