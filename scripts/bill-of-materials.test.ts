import { describe, expect, test } from 'vitest';
import { documentOf, licenseList, licenseProblems, partsOf, readParts } from './bill-of-materials.ts';

const LOCK = {
  name: 'product',
  version: '1.0.0',
  packages: {
    '': { version: '1.0.0' },
    server: { version: '1.0.0' },
    'node_modules/@homecare/server': { link: true },
    'node_modules/b': { version: '2.0.0', license: 'MIT', integrity: 'sha512-AQID' },
    'node_modules/a/node_modules/b': { version: '2.0.0', license: 'MIT' },
    'node_modules/@of/a': { version: '1.0.0' },
    'node_modules/tests': { version: '1.0.0', license: 'GPL-3.0', dev: true },
  },
};
const parts = partsOf(LOCK, () => '(GPL-3.0 OR MIT)');

test('the parts are what is shipped, each once, with what they say of themselves where the lock file is silent', () => {
  expect(parts).toEqual([
    { name: '@of/a', version: '1.0.0', license: '(GPL-3.0 OR MIT)', sha512: undefined },
    { name: 'b', version: '2.0.0', license: 'MIT', sha512: undefined },
  ]);
});

describe('a license', () => {
  const of = (license: string) => licenseProblems([{ name: 'x', version: '1', license, sha512: undefined }]);
  test.each(['MIT', 'MIT AND OFL-1.1', '(MIT OR CC0-1.0)', '(GPL-3.0 OR MIT)'])('%s is allowed', (license) =>
    expect(of(license)).toEqual([]),
  );
  test.each(['GPL-3.0', 'MIT AND GPL-3.0', 'unknown', ''])('%s is not', (license) =>
    expect(of(license)).toHaveLength(1),
  );
});

test('the document names each part by its address, and is the same for the same parts', () => {
  const document = documentOf(LOCK, parts);
  expect(document.components.map(({ purl }) => purl)).toEqual(['pkg:npm/%40of/a@1.0.0', 'pkg:npm/b@2.0.0']);
  expect(document.serialNumber).toMatch(
    /^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
  );
  expect(documentOf(LOCK, parts)).toEqual(document);
  expect(licenseList(parts)).toContain('## MIT (1)\n\n- b 2.0.0');
});

test('every package of this release has a license that allows to ship it', () => {
  const { parts: shipped } = readParts();
  expect(shipped.length).toBeGreaterThan(100);
  expect(licenseProblems(shipped)).toEqual([]);
});
