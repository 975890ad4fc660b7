/** Characters that have broken claim files: separators, line ends, accents, other alphabets, half a character. */
export const HOSTILE_SIGNS: readonly string[] = [
  ...'ABz 09*:^~|>\n\r\t\0\'"&-.,;/éŁłżđệßЩщїάλ山あ😀\u0301\u200b\ufeff\u2028ﬁ½’–',
  '\ud83d',
];
