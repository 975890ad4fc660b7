/** Our wording of the codes of a 999 (IK304, IK403, IK502, AK905). */

const known = (words: Readonly<Record<string, string>>, what: string) => (code: string) =>
  words[code] ?? `${what} ${code}, see the payer's list.`;

export const segmentWords = known(
  {
    '1': 'is not known.',
    '2': 'is not expected here.',
    '3': 'is missing.',
    '4': 'is in a loop that is repeated too often.',
    '5': 'occurs too often.',
    '6': 'does not belong to this kind of file.',
    '7': 'is in the wrong place.',
    '8': 'has wrong elements.',
    I4: 'must not be used here.',
    I6: 'is missing beside what else the claim says.',
    I7: 'is in a loop that is not repeated often enough.',
    I8: 'occurs too few times.',
    I9: 'must not be used beside what else the claim says.',
  },
  'has error',
);

export const elementWords = known(
  {
    '1': 'is missing.',
    '2': 'is missing beside another element.',
    '3': 'is one element too many.',
    '4': 'is too short.',
    '5': 'is too long.',
    '6': 'holds a character that is not allowed.',
    '7': 'holds a code that is not valid.',
    '8': 'is not a date.',
    '9': 'is not a time.',
    '10': 'must not be used with another element.',
    '12': 'is repeated too often.',
    '13': 'has too many parts.',
    I6: 'holds a code that is not used here.',
    I9: 'is missing beside what else the claim says.',
    I10: 'must not be used here.',
    I11: 'is not repeated often enough.',
    I12: 'has the wrong form.',
    I13: 'must not be used beside what else the claim says.',
  },
  'has error',
);

export const transactionWords = known(
  {
    '1': 'This kind of transaction is not supported.',
    '2': 'The end of the transaction is missing.',
    '3': 'The control numbers of the transaction differ.',
    '4': 'The number of segments is wrong.',
    '5': 'Segments are in error.',
    '6': 'The kind of the transaction is missing or wrong.',
    '7': 'The control number of the transaction is missing or wrong.',
    '23': 'The control number of the transaction was used twice.',
    I5: 'Segments are in error.',
    I6: 'This version of the transaction is not supported.',
  },
  'Error',
);

export const groupWords = known(
  {
    '1': 'This kind of group is not supported.',
    '2': 'This version is not supported.',
    '3': 'The end of the group is missing.',
    '4': 'The control numbers of the group differ.',
    '5': 'The number of transactions is wrong.',
    '6': 'The control number of the group is wrong.',
    '19': 'The control number of the group was used before.',
  },
  'Error',
);
