import { readAnswerFile } from '@homecare/domain/claims/answer-file.ts';
import { AGENCY } from '@homecare/domain/claims/testing/example-month.ts';
import { type ClientToAsk, writeRequest } from '@homecare/domain/eligibility/270-write.ts';
import { readEligibility } from '@homecare/domain/eligibility/271.ts';
import { matchEligibility } from '@homecare/domain/eligibility/entries.ts';
import { COLORADO_CLAIMS } from '@homecare/domain/states/colorado/claims.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPayer } from './payer.ts';

const AT = { date: '20261122', time: '0905' };
const CLIENTS: readonly ClientToAsk[] = Array.from({ length: 10 }, (_, n) => ({
  id: n + 1,
  lastName: `Client${'abcdefghij'[n]}`,
  firstName: 'Ann',
  medicaid: `A12345${n}`,
  dob: '1950-02-28',
  gender: n % 2 === 0 ? 'Female' : 'Unknown',
  isPrivate: false,
  isArchived: false,
}));
const fileOf = (members: readonly ClientToAsk[], interchange = 101, agency = AGENCY, day = '2026-11-22') =>
  writeRequest(
    { agency, rules: COLORADO_CLAIMS },
    {
      id: 5,
      day,
      members,
      numbers: { interchange, group: interchange, date: '2026-11-22', time: '0905' },
    },
  );
const asked = CLIENTS.map(({ id, medicaid }) => ({
  trace: `E5-${id}`,
  clientId: id,
  memberId: medicaid ?? '',
  date: '2026-11-22',
}));
const heard = (text: string) => {
  const reading = readEligibility(text);
  if (!reading.ok) throw new Error(`${JSON.stringify(reading.faults)}\n${text}`);
  return matchEligibility(reading.value, CLIENTS, asked);
};

test('the payer answers about each member what its number says', () => {
  const [answer, ...more] = openPayer({ byMember: true }).handle({ at: AT, question: fileOf(CLIENTS) });
  expect(more).toEqual([]);
  const { entries, unmatched, withoutHcbs } = heard(answer?.text ?? '');
  expect(unmatched).toEqual([]);
  expect(withoutHcbs).toBe(1);
  expect(entries.map(({ status, end, data }) => [status, end, data.Reason ?? ''])).toEqual([
    ['Eligible', '2027-12-31', ''],
    ['Eligible', '2026-12-12', ''],
    ['Not eligible', '2026-11-01', ''],
    ['Not eligible', '2026-10-23', ''],
    ['Refused', null, 'The payer does not know this member. Correct it and ask again.'],
    ['Eligible', null, ''],
    ['Refused', null, 'The date of birth is not the one that the payer has. Correct it and ask again.'],
    ['Eligible', '2027-12-31', ''],
    ['Eligible', '2027-12-31', ''],
    ['Eligible', '2027-12-31', ''],
  ]);
});

test('what is wrong is refused as the real one would', () => {
  const payer = openPayer();
  const first = CLIENTS.slice(0, 1);
  const kinds = (text: string) =>
    payer.handle({ at: AT, question: text }).map(({ name }) => name.split('-')[0]);
  expect(kinds(fileOf(first))).toEqual(['271']);
  expect(kinds(fileOf(first))).toEqual(['TA1']);
  expect(kinds(fileOf(first, 102).replaceAll('005010X279A1', '005010X222A1'))).toEqual(['999']);
  expect(kinds(fileOf(first, 103).replace('EQ*30~\n', '').replace('SE*13', 'SE*12'))).toEqual(['999']);
  expect(kinds('ISA')).toEqual(['TA1']);
  const [broken] = payer.handle({ at: AT, question: fileOf(first, 104).replace('EQ*30~\n', '') });
  const receipt = readAnswerFile(broken?.text ?? '');
  expect(receipt.ok && receipt.value.groups).toMatchObject([{ group: 104 }]);
  const [agency] = payer.handle({ at: AT, question: fileOf(first, 105, { ...AGENCY, npi: '1234567890' }) });
  expect(heard(agency?.text ?? '').unmatched).toEqual([
    expect.stringContaining('The payer does not know the agency'),
  ]);
  const [ahead] = payer.handle({ at: AT, question: fileOf(first, 106, AGENCY, '2026-12-01') });
  expect(heard(ahead?.text ?? '').entries[0]?.data.Reason).toContain('it is in the future');
});

test('every name that the product writes comes back about the same client', () => {
  let interchange = 200;
  const payer = openPayer({ members: new Map([['A123450', 'ending']]) });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (last, firstName) => {
      interchange += 1;
      const [client] = CLIENTS;
      if (!client) return;
      const text = fileOf([{ ...client, lastName: `A${last}`, firstName }], interchange);
      const [answer] = payer.handle({ at: AT, question: text });
      expect(heard(answer?.text ?? '').entries).toMatchObject([{ clientId: 1, end: '2026-12-12' }]);
    }),
  );
});
