/** Our own wording of the codes in an eligibility answer (271). Unknown codes are shown by number. */

/** EB01. */
const COVERAGE: Readonly<Record<string, 'active' | 'inactive'>> = {
  '1': 'active',
  '2': 'active',
  '3': 'active',
  '4': 'active',
  '5': 'active',
  '6': 'inactive',
  '7': 'inactive',
  '8': 'inactive',
};
export const coverageOf = (code: string): 'active' | 'inactive' | null => COVERAGE[code] ?? null;

/** AAA03: why the payer does not answer. */
const REFUSALS: Readonly<Record<string, string>> = {
  '04': 'The payer takes no more questions in one file.',
  '15': 'The payer needs more about the member to answer.',
  '33': 'What was sent cannot be read by the payer.',
  '35': 'The agency is outside of the network of the member.',
  '41': 'The agency may not ask this payer.',
  '42': 'The payer cannot answer now. Ask again later.',
  '43': 'The payer does not know the agency by its NPI or Medicaid provider number.',
  '44': 'The name of the agency is missing or wrong.',
  '45': 'The specialty of the agency is missing or wrong.',
  '46': 'The phone number of the agency is missing or wrong.',
  '47': 'The state of the agency is missing or wrong.',
  '48': 'The number of the referring provider is missing or wrong.',
  '49': 'The agency is not the primary care physician of this member.',
  '50': 'The agency may not ask the payer about eligibility.',
  '51': 'The agency is not on the file of the payer.',
  '52': 'The service dates are not within the time in which the agency was enrolled.',
  '53': 'The benefit asked about does not fit the kind of agency.',
  '54': 'The kind of service number does not fit.',
  '55': 'The service number does not fit.',
  '56': 'The day asked about is wrong.',
  '57': 'The day asked about is missing or wrong.',
  '58': 'The date of birth is missing or wrong.',
  '60': 'The date of birth comes after the day asked about.',
  '61': 'The date of death comes before the day asked about.',
  '62': 'The payer does not answer about that day: it is too long ago or too far ahead.',
  '63': 'The payer does not answer about that day: it is in the future.',
  '64': 'The member number is missing or wrong.',
  '65': 'The name is missing or wrong.',
  '66': 'The gender is missing or wrong.',
  '67': 'The member was not found.',
  '68': 'The payer knows this number for more than one person.',
  '69': 'The question does not fit the age of the member.',
  '70': 'The question does not fit the gender of the member.',
  '71': 'The date of birth is not the one that the payer has.',
  '72': 'The Medicaid number is missing or wrong.',
  '73': 'The name is missing, or is not the one that the payer has for this number.',
  '74': 'The gender of the member is missing or wrong.',
  '75': 'The payer does not know this member.',
  '76': 'The payer knows this number for more than one person.',
  '77': 'The member was found, the person asked about was not.',
  '78': 'The member is not in the group or plan that was named.',
  '79': 'The payer does not know one of the parties that the file names.',
  '80': 'The payer gave no answer. Ask again later.',
  '97': 'The address of the agency is missing or wrong.',
  T4: 'The name or number of the payer is missing or wrong.',
};
export const refusalWords = (code: string): string =>
  REFUSALS[code] ?? `The payer refused the question with code ${code || 'none'}.`;

/** AAA04: what the payer wants us to do. */
const NEXT: Readonly<Record<string, string>> = {
  C: 'Correct it and ask again.',
  N: 'Asking again does not help.',
  R: 'You may ask again.',
  S: 'Do not ask again: the payer has asked someone else.',
  W: 'Wait 30 days before you ask again.',
  X: 'Wait 10 days before you ask again.',
  Y: 'The payer will respond later: do not ask again.',
};
export const nextWords = (code: string): string | null => NEXT[code] ?? null;

/** EB04: Medicare and its substitutes, which do not cover Medicaid home care. */
const OTHER_INSURANCE: ReadonlySet<string> = new Set([
  ...['12', '13', '14', '15', '16', '41', '42', '43', '47'],
  ...['MA', 'MB', 'MP', 'SP'],
]);
export const isOtherInsurance = (code: string): boolean => OTHER_INSURANCE.has(code);

/** Words with which payers name coverage of home- and community-based services (HCBS). */
export const namesHcbs = (text: string): boolean =>
  /\bHCBS\b|\bWAIVER\b|\bHOME (AND|&) COMMUNITY\b|\bCOMMUNITY FIRST CHOICE\b|\bCFC\b/i.test(text);
