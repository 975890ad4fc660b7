/** File names that break careless code: paths in every spelling, duplicates, invisible characters, header and command text. */
const PATHS = [
  '../x',
  '../../etc/passwd',
  '/etc/passwd',
  'C:\\x',
  '\\\\host\\share',
  '....//x',
  '..\\..\\x',
  './x',
  'x/../../y',
  '~/x',
];
const ENCODED = [
  '%2e%2e%2fx',
  '%2e%2e/x',
  '..%2fx',
  '%252e%252e%252fx',
  '..%c0%afx',
  '%00',
  'x%00.html',
  '..%5cx',
  '%u2215x',
  '&#46;&#46;/x',
];
const MARKS = ['\0', '\r\n', '\n', '\t', '\u202e', '\u200b', '\u2028', '\ufeff', '\u0007', '\u001b[2J'];
const TWINS = [
  '\u2215',
  '\uff0f',
  '\u2024\u2024',
  '\uff0e\uff0e',
  '\u2044',
  '\u29f8',
  'ﬁ',
  'İ',
  'ſ',
  '\u0430',
];
const WORDS = [
  'con',
  'nul',
  'com1',
  '__proto__',
  'constructor',
  '.htaccess',
  '.',
  '..',
  '-rf',
  '$(id)',
  '`id`',
  '|id',
  ';id',
  "' or 1=1 --",
  '"',
  '<script>',
  '=1+1',
  '%s%n',
  '{{7*7}}',
  'x'.repeat(500),
];
const ENDS = [
  '',
  '.pdf',
  '.PDF',
  '.html',
  '.pdf.html',
  '.pdf ',
  '.pdf.',
  '.php\u0000.pdf',
  '::$DATA',
  '.pdf\r\nX-Evil: 1',
];

export const hostileNames = (count: number): string[] => {
  const stems = [
    ...PATHS,
    ...ENCODED,
    ...TWINS.map((twin) => `a${twin}b`),
    ...MARKS.map((mark) => `a${mark}b`),
    ...WORDS,
  ];
  const all = ENDS.flatMap((end) => stems.map((stem) => `${stem}${end}`));
  return [...new Set(all)].slice(0, count);
};
