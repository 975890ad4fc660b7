import { describe, expect, test } from 'vitest';
import { served } from '../billing/testing/served.ts';
import { statusWords } from './277ca-words.ts';
import { writeClaims } from './837p-write.ts';
import { type AnswerFile, readAnswerFile } from './answer-file.ts';
import { matchAnswers, type SentBatch } from './claim-answers.ts';
import { dayLines } from './day-lines.ts';
import accepted277 from './samples/accepted.277ca?raw';
import accepted999 from './samples/accepted.999?raw';
import rejected999 from './samples/ta1_and_rejected.999?raw';
import { claimsToSend } from './sent-claim.ts';
import { coloradoFile } from './testing/colorado-file.ts';
import { AGENCY, CLIENT, cardToClaim } from './testing/example-month.ts';
import { segment, writeInterchange } from './x12/writing.ts';

const read = (text: string): AnswerFile => {
  const reading = readAnswerFile(text);
  if (!reading.ok) throw new Error(JSON.stringify(reading));
  return reading.value;
};
const sentences = (text: string) => {
  const reading = readAnswerFile(text);
  return reading.ok ? [] : reading.faults.map(({ message }) => message);
};

const DAY = { date: '2026-11-21', time: '1000', control: 7 };
/** A file as the payer would send it: ISA, TA1s and one transaction set. */
const answer = (
  body: readonly string[],
  {
    set = '999',
    functional = 'FA',
    ta1 = [],
  }: { set?: string; functional?: string; ta1?: readonly string[] } = {},
) => {
  const none = { qualifier: '00', value: '' };
  const payer = { qualifier: 'ZZ', value: 'COMEDASSISTPROG' };
  const file = writeInterchange(
    {
      ...DAY,
      authorization: none,
      security: none,
      sender: payer,
      receiver: { qualifier: 'ZZ', value: '12345678' },
      acknowledgement: false,
      usage: 'P',
    },
    {
      ...DAY,
      functional,
      sender: 'P',
      receiver: 'A',
      version: set === '277' ? '005010X214' : '005010X231A1',
    },
    [{ set, control: '0001', version: '', body }],
  );
  return read(file.replace('GS*', `${ta1.map((text) => `${text}~\n`).join('')}GS*`));
};

const BATCH: SentBatch = {
  interchange: 101,
  group: 55,
  sets: [
    { control: '0001', reference: 'B12-1', claims: ['12-1', '12-2'] },
    { control: '0002', reference: 'B12-2', claims: ['12-3'] },
  ],
  file: '',
};
const matched = (file: AnswerFile) => {
  const { answers, unmatched } = matchAnswers(file, [BATCH]);
  return {
    answers: answers.map(({ claimId, outcome, reason }) => [claimId, outcome, reason]),
    unmatched,
  };
};

describe('samples from others', () => {
  test('a 999 whose closing number is wrong is refused, and is read once corrected', () => {
    expect(sentences(accepted999)).toEqual(['Segment 10 (IEA): its control number is not the one of ISA.']);
    expect(read(accepted999.replace('IEA*1*000000001', 'IEA*1*000000286')).groups).toEqual([
      {
        group: 17456,
        outcome: 'accepted',
        reasons: [],
        transactions: [{ control: '0001', outcome: 'accepted', errors: [] }],
      },
    ]);
  });

  test('a TA1 that accepts and a 999 that refuses can be in one file', () => {
    const file = read(rejected999);
    expect(file.envelopes).toEqual([{ interchange: 101, outcome: 'accepted', reason: null }]);
    expect(file.groups).toMatchObject([
      {
        group: 101,
        outcome: 'refused',
        transactions: [
          {
            control: '101',
            outcome: 'refused',
            errors: [
              {
                segment: 289,
                message: 'Segment 289 (CLM) of our file does not belong to this kind of file.',
              },
              {
                segment: 381,
                message: 'Segment 381 (CLM) of our file does not belong to this kind of file.',
              },
            ],
          },
        ],
      },
    ]);
  });

  test('a 277CA has our claim number and the payer’s', () => {
    expect(read(accepted277).acknowledgements).toEqual([
      {
        reference: '000000674',
        standing: 'accepted',
        reasons: ['Received. It is taken in for processing.'],
        claims: [
          {
            id: '5781',
            standing: 'accepted',
            reasons: ['Accepted for processing. It is taken in for processing.'],
            icn: '1107000000014420',
          },
        ],
      },
    ]);
  });

  test.each([
    ['a lost closing segment', accepted277.replace('SE*23*000014420~\n', ''), /SE is expected here/],
    [
      'a claim without its number',
      accepted277.replace('TRN*2*5781', 'TRN*2*'),
      /the claim number \(TRN\*2\) is missing/,
    ],
    ['an unknown TA1 answer', rejected999.replace('*A*000', '*Z*000'), /none of A, E and R/],
    ["a 999 without the group's answer", rejected999.replace('AK9*R*1*1*0', 'AK8*R'), /AK9/],
  ])('%s is refused', (_, text, pattern) => {
    expect(sentences(text).join(' ')).toMatch(pattern);
  });
});

describe('TA1', () => {
  const body = ['AK1*HC*55', 'AK9*A*2*2*2'];
  test('that refuses the envelope refuses every claim of its file', () => {
    const file = answer(body, { ta1: ['TA1*000000101*261120*0905*R*025'] });
    const reason = 'The payer has had a file with this control number before.';
    expect(matched(file).answers.slice(0, 3)).toEqual([
      ['12-1', 'refused', reason],
      ['12-2', 'refused', reason],
      ['12-3', 'refused', reason],
    ]);
  });
  test('for a file that is not ours is listed', () => {
    expect(matched(answer(body, { ta1: ['TA1*999*261120*0905*R*025'] })).unmatched).toEqual([
      'TA1: file 999 is not one of ours.',
    ]);
  });
});

describe('999', () => {
  test.each(['A', 'E'])('%s accepts all', (code) => {
    const file = answer(['AK1*HC*55*005010X222A1', `AK9*${code}*2*2*2`]);
    expect(matched(file).answers.map(([, outcome]) => outcome)).toEqual(['accepted', 'accepted', 'accepted']);
  });

  test('P refuses the claims of one transaction and accepts those of the other', () => {
    const file = answer([
      'AK1*HC*55*005010X222A1',
      'AK2*837*0001',
      'IK3*NM1*20*2010*8',
      'CTX*CLM01:12-2',
      'IK4*9*67*1*X',
      'IK5*R*5',
      'AK2*837*0002',
      'IK5*A',
      'AK9*P*2*2*1',
    ]);
    expect(matched(file)).toEqual({
      answers: [
        ['12-1', 'refused', 'Rejected together with other claims of the file that have errors.'],
        ['12-2', 'refused', 'Segment 20 (NM1), element 9 is missing.'],
        ['12-3', 'accepted', null],
      ],
      unmatched: [],
    });
  });

  test('R gives the reasons for each claim', () => {
    const file = answer(['AK1*HC*55*005010X222A1', 'AK9*R*2*2*0*2']);
    expect(matched(file).answers).toEqual(
      ['12-1', '12-2', '12-3'].map((id) => [id, 'refused', 'This version is not supported.']),
    );
  });

  test('for a group that is not ours is listed', () => {
    expect(matched(answer(['AK1*HC*77*005010X222A1', 'AK9*A*1*1*1']))).toEqual({
      answers: [],
      unmatched: ['999: group 77 is not one of ours.'],
    });
  });

  test('that names a segment of our file leads to the claim it is in', () => {
    const days = [served('2026-11-02', '08:00', '09:00'), served('2026-11-03', '08:00', '09:00')];
    const claims = claimsToSend(
      dayLines([cardToClaim(days), cardToClaim(days, { id: 2, excluded: '2026-01-01' })], 'America/Denver'),
      12,
    );
    const numbers = { interchange: 1, group: 1, batch: 12, date: '2026-11-20', time: '0905' };
    const file = writeClaims(coloradoFile(AGENCY, new Map([[CLIENT.id, CLIENT]]), claims, numbers));
    const lines = file.split('\n');
    const st = lines.findIndex((text) => text.startsWith('ST*'));
    const batch = {
      interchange: 1,
      group: 1,
      sets: [{ control: '0001', reference: 'B12-1', claims: ['12-1', '12-2'] }],
      file,
    };
    const refusedAt = (start: string, nth = 0) => {
      const at = lines.flatMap((text, index) => (text.startsWith(start) ? [index - st + 1] : []))[nth] ?? 0;
      const id = start.split('*')[0] ?? '';
      const body = ['AK1*HC*1', 'AK2*837*0001', `IK3*${id}*${at}**3`, 'IK5*R*5', 'AK9*R*1*1*0'];
      return matchAnswers(answer(body), [batch]).answers.flatMap(({ claimId, reason }) =>
        reason?.startsWith(`Segment ${at} (${id})`) ? [claimId] : [],
      );
    };
    expect(refusedAt('CLM*12-1')).toEqual(['12-1']);
    expect(refusedAt('SV1', 1)).toEqual(['12-1']);
    expect(refusedAt('SV1', 2)).toEqual(['12-2']);
    expect(refusedAt('NM1*IL')).toEqual(['12-1', '12-2']);
  });
});

describe('277CA', () => {
  const levels = (claims: readonly string[], whole = 'A1:20') =>
    answer(
      [
        'BHT*0085*08*1*20261121*1000*TH',
        'HL*1**20*1',
        segment('NM1', 'PR', '2', 'PAYER'),
        'HL*2*1*21*1',
        'NM1*41*2*AGENCY',
        'TRN*2*B12-1',
        `STC*${whole.replace(':', '=')}*20261121*WQ*1`.replace('=', ':'),
        'HL*3*2*19*1',
        'NM1*85*2*AGENCY',
        ...claims,
      ],
      { set: '277', functional: 'HN' },
    );

  test('accepts one claim and refuses another with its reasons', () => {
    const file = levels([
      'HL*4*3*PT',
      'TRN*2*12-1',
      'STC*A2:20*20261121*WQ*48.64',
      'REF*1K*2226001000001',
      'HL*5*3*PT',
      'TRN*2*12-2',
      'STC*A7:164:IL*20261121*U*48.64******A7:158:QC',
      'SVC*HC:T1019*24.32',
      'STC*A6:454*20261121*U*24.32',
      'HL*6*3*PT',
      'TRN*2*99-9',
      'STC*A2:20*20261121*WQ*1',
    ]);
    const { answers, unmatched } = matchAnswers(file, [BATCH]);
    expect(answers).toEqual([
      { claimId: '12-1', outcome: 'accepted', source: '277CA', reason: null, icn: '2226001000001' },
      {
        claimId: '12-2',
        outcome: 'refused',
        source: '277CA',
        reason:
          'Rejected: something is wrong. Member: member number. Rejected: something is wrong. Client: date of birth. Rejected: something is missing. Procedure code.',
        icn: null,
      },
    ]);
    expect(unmatched).toEqual(['277CA: claim 99-9 is not one of ours.']);
  });

  const SAYS = 'it is not read. TA1, 999, 277CA and 835 files are read.';
  test.each([
    ['005010X212', 'a claim status response (277, 005010X212)'],
    ['005010X213', 'a request for more information about claims (277, 005010X213)'],
    ['005010X228', 'a list of pending claims (277, 005010X228)'],
    ['004010X093A1', 'a 277 of version 004010X093A1'],
  ])('is not read for version %s, which is %s', (version, kind) => {
    const named = accepted277.replaceAll('005010X214', version);
    expect(sentences(named)).toEqual([`Segment 3 (ST): this is ${kind}: ${SAYS}`]);
    // ST03 outranks GS08. Without either, the purpose of the transaction decides.
    expect(sentences(accepted277.replace('000014420*005010X214~', `000014420*${version}~`))).toHaveLength(1);
    expect(sentences(accepted277.replace('*X*005010X214', `*X*${version}`))).toEqual([]);
    expect(sentences(named.replace(`000014420*${version}~`, '000014420~'))).toHaveLength(1);
    const unnamed = accepted277.replaceAll('005010X214', '');
    expect(sentences(unnamed)).toEqual([]);
    expect(sentences(unnamed.replace('BHT*0085*08', 'BHT*0010*08'))).toHaveLength(1);
    // If the file also holds an answer that can be read, the other kind is named and the answer still counts.
    const beside = readAnswerFile(accepted277 + named);
    expect(beside).toMatchObject({
      ok: true,
      value: { acknowledgements: [{ claims: [{ id: '5781' }] }] },
      remarks: [{ message: `Segment 30 (ST): this is ${kind}: ${SAYS}` }],
    });
  });

  test("that refuses a whole transaction refuses only that transaction's claims", () => {
    expect(matched(levels([], 'A3:24:41')).answers).toEqual(
      ['12-1', '12-2'].map((id) => [
        id,
        'refused',
        'Sent back as it cannot be processed. Submitter: not approved as a sender of claims.',
      ]),
    );
  });

  test('that leaves a claim open changes nothing', () => {
    expect(matched(levels(['HL*4*3*PT', 'TRN*2*12-1', 'STC*P1:20*20261121*WQ*1'])).answers).toEqual([]);
  });
});

test.each([
  ['A7', '562', '85', 'Rejected: something is wrong. Billing provider: NPI.'],
  ['A3', '999', '', "Sent back as it cannot be processed. Status 999, see the payer's list."],
  ['Z9', '', '', "Category Z9, see the payer's list."],
])('STC %s:%s:%s', (category, status, entity, words) => {
  expect(statusWords(category, status, entity)).toBe(words);
});
