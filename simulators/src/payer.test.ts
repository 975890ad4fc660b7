import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { served } from '@homecare/domain/billing/testing/served.ts';
import { checkRemittances } from '@homecare/domain/claims/835-balance.ts';
import { writeClaims } from '@homecare/domain/claims/837p-write.ts';
import { readAnswerFile } from '@homecare/domain/claims/answer-file.ts';
import { type BillingState, nextBillingState, paidOf } from '@homecare/domain/claims/billing-state.ts';
import { matchAnswers, type SentBatch } from '@homecare/domain/claims/claim-answers.ts';
import type { ClaimAgency, ClaimClient } from '@homecare/domain/claims/claim-file.ts';
import { dayLines } from '@homecare/domain/claims/day-lines.ts';
import { matchClaims } from '@homecare/domain/claims/posting.ts';
import { claimAgain, claimsToSend, type SentClaim } from '@homecare/domain/claims/sent-claim.ts';
import { coloradoFile } from '@homecare/domain/claims/testing/colorado-file.ts';
import { AGENCY, CLIENT, cardToClaim } from '@homecare/domain/claims/testing/example-month.ts';
import { HOSTILE_SIGNS } from '@homecare/domain/claims/testing/hostile-signs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openPayer, startPayer } from './payer.ts';
import { OUTCOMES, type PayerOutcome } from './payer-books.ts';

const AT = { date: '20261201', time: '0905' };
const DAYS = [served('2026-11-02', '08:00', '09:00'), served('2026-11-03', '08:00', '10:00')];

const claimsOfDays = (batch: number, days = DAYS, clientId = CLIENT.id): SentClaim[] =>
  claimsToSend(dayLines([cardToClaim(days, { clientId, id: clientId })], 'America/Denver'), batch);
const fileOf = (
  claims: readonly SentClaim[],
  number: number,
  { agency = AGENCY, client = {} }: { agency?: ClaimAgency; client?: Partial<ClaimClient> } = {},
) => {
  const clients = new Map(claims.map(({ clientId }) => [clientId, { ...CLIENT, ...client, id: clientId }]));
  const numbers = { interchange: number, group: number, batch: number, date: '2026-12-01', time: '0905' };
  return writeClaims(coloradoFile(agency, clients, claims, numbers));
};
const batchOf = (claims: readonly SentClaim[], number: number, file: string): SentBatch => ({
  interchange: number,
  group: number,
  sets: [{ control: '0001', reference: `B${number}-1`, claims: claims.map(({ id }) => id) }],
  file,
});

const readAnswer = (text: string) => {
  const reading = readAnswerFile(text);
  if (!reading.ok) throw new Error(`${JSON.stringify(reading)}\n${text}`);
  expect(reading.remarks).toEqual([]);
  return reading.value;
};

/** An agency with one card per client: sends, hears, posts. */
const agencyWith = (script: ReadonlyMap<string, PayerOutcome> = new Map(), agency = AGENCY) => {
  const payer = openPayer({ script: new Map(script) });
  const sent = new Map<string, SentClaim>();
  const cards = new Map<number, BillingState>();
  const icns = new Map<string, string>();
  const move = (cardId: number, event: Parameters<typeof nextBillingState>[1]) => {
    const state = cards.get(cardId) ?? { status: 'Billed', deniedReason: null, claims: [] };
    cards.set(cardId, nextBillingState(state, event));
  };
  const hear = (texts: readonly string[], batch?: SentBatch) => {
    for (const text of texts) {
      const file = readAnswer(text);
      const { answers, unmatched } = matchAnswers(file, batch ? [batch] : []);
      expect(unmatched).toEqual([]);
      for (const answer of answers) {
        if (answer.icn !== null) icns.set(answer.claimId, answer.icn);
        move(sent.get(answer.claimId)?.clientId ?? 0, { kind: 'answered', answer });
      }
      for (const { claims } of checkRemittances(file.remittances)) {
        const matched = matchClaims(claims, sent);
        expect([matched.unmatched, matched.wrong]).toEqual([[], []]);
        for (const posting of matched.postings)
          for (const card of posting.cards) move(card.cardId, { kind: 'posted', posting, card });
      }
    }
  };
  return {
    cards,
    icns,
    send: (claims: readonly SentClaim[], number: number, client: Partial<ClaimClient> = {}) => {
      for (const claim of claims) {
        sent.set(claim.id, claim);
        const replaces = [...icns].find(([, icn]) => icn === claim.original)?.[0] ?? null;
        const { id: claimId, charge, frequency } = claim;
        // Its claims are of the same days, one after the other.
        const askedAgain = [...sent.keys()].filter((id) => id !== claimId);
        move(claim.clientId, { kind: 'sent', claimId, charge, frequency, replaces, askedAgain });
      }
      const file = fileOf(claims, number, { agency, client });
      const texts = payer.handle({ at: AT, claims: file });
      hear(
        texts.map(({ text }) => text),
        batchOf(claims, number, file),
      );
      return texts;
    },
    pay: () => {
      const texts = payer.handle({ at: AT, pay: true });
      hear(texts.map(({ text }) => text));
      return texts;
    },
    shown: (cardId = CLIENT.id) => {
      const state = cards.get(cardId);
      return state && [state.status, paidOf(state), state.deniedReason];
    },
  };
};

describe('a claim that is in order', () => {
  test.each([
    ['with an NPI', AGENCY],
    ['atypical', { ...AGENCY, npi: null, taxonomy: null }],
  ])('of an agency %s is taken in and paid', (_, agency) => {
    const home = agencyWith(new Map(), agency);
    const claims = claimsOfDays(12);
    expect(home.send(claims, 12).map(({ name }) => name)).toEqual(['999-1.x12', '277CA-2.x12']);
    expect(home.icns.get('12-1')).toBe('2026000000001');
    expect(home.shown()).toEqual(['Billed', 0, null]);
    home.pay();
    expect(home.shown()).toEqual(['Paid', 12 * 608, null]);
    expect(home.pay()).toEqual([]);
  });
});

describe('what the payer decides', () => {
  const NO_PAR = 'CO 197 (by contract): No authorization (PAR) covers it.';
  test.each<[PayerOutcome, unknown]>([
    ['paid', ['Paid', 7296, null]],
    ['denied', ['Denied', 0, NO_PAR]],
    ['line', ['PartPaid', 4864, 'CO 119 (by contract): The maximum for this period is reached.']],
    ['part', ['PartPaid', 7296 - 244 - 487, 'CO 45 (by contract): The charge is above the agreed rate.']],
    ['refused', ['Billed', 0, null]],
    ['odd', ['Problem', 7296, '72.96 was billed, the payer names 73.06.']],
  ])('%s becomes the status of the card', (outcome, expected) => {
    const home = agencyWith(new Map([['12-1', outcome]]));
    home.send(claimsOfDays(12), 12);
    home.pay();
    expect(home.shown()).toEqual(expected);
  });

  test('what was taken back and paid again is an Adjust; money below zero is carried forward', () => {
    const home = agencyWith(new Map([['12-1', 'reversed']]));
    home.send(claimsOfDays(12), 12);
    home.pay();
    expect(home.shown()).toEqual(['Paid', 7296, null]);
    const [second] = home.pay();
    expect(second?.text).toContain('PLB*1234567893*20261231*FB:4*-7.31~');
    expect(home.shown()?.slice(0, 2)).toEqual(['Adjust', 7296 - 731]);
  });

  test('a refused claim tells why', () => {
    const home = agencyWith(new Map([['12-1', 'refused']]));
    home.send(claimsOfDays(12), 12);
    expect(home.cards.get(CLIENT.id)?.claims[0]?.refused?.reason).toBe(
      'Sent back as it cannot be processed. Member: the member is not found.',
    );
  });

  test('a service that was paid before is denied as a duplicate', () => {
    const home = agencyWith();
    home.send(claimsOfDays(12), 12);
    home.pay();
    home.send(
      claimsOfDays(13, DAYS).map((claim) => ({
        ...claim,
        clientId: 11,
        lines: claim.lines.map((line) => ({
          ...line,
          shares: line.shares.map((share) => ({ ...share, cardId: 11 })),
        })),
      })),
      13,
    );
    home.pay();
    expect(home.shown(11)).toEqual([
      'Denied',
      0,
      'CO 18 (by contract): The payer has this same claim or line already.',
    ]);
  });

  test('a denied claim is replaced (7) and paid, a paid one taken back (8)', () => {
    const home = agencyWith(new Map([['12-1', 'denied']]));
    const [first] = claimsOfDays(12);
    if (!first) throw new Error('no claim');
    home.send([first], 12);
    home.pay();
    const lines = dayLines([cardToClaim(DAYS, { id: CLIENT.id })], 'America/Denver');
    const icn = home.icns.get('12-1') ?? '';
    const replacing = claimAgain(first, { id: '13-1', icn, frequency: '7', lines });
    home.send([replacing], 13);
    home.pay();
    expect(home.shown()).toEqual(['Adjust', 7296, null]);
    home.send([claimAgain(replacing, { id: '14-1', icn: home.icns.get('13-1') ?? '', frequency: '8' })], 14);
    home.pay();
    expect(home.shown()?.slice(0, 2)).toEqual(['Adjust', 0]);
  });

  test('a number (ICN) that is not known cannot be replaced', () => {
    const home = agencyWith();
    const [first] = claimsOfDays(12);
    if (!first) throw new Error('no claim');
    home.send([claimAgain(first, { id: '13-1', icn: '999', frequency: '8' })], 13);
    expect(home.cards.get(CLIENT.id)?.claims[0]?.refused?.reason).toMatch(/number of the claim \(ICN\)/);
  });
});

describe('what the payer refuses', () => {
  const good = fileOf(claimsOfDays(12), 12);
  const answers = (text: string) =>
    openPayer()
      .handle({ at: AT, claims: text })
      .map((answer) => answer.text)
      .join('');

  test.each([
    ['a file that was sent before', good, 'R*025'],
    ['another receiver', good.replaceAll('COMEDASSISTPROG', 'SOMEBODY ELSE  '), 'R*009'],
    ['an ISA of another length', good.replace('*00*          *', '*00*         *'), 'R*022'],
    ['a file that was cut', good.slice(0, 700), 'R*023'],
    ['closing numbers that differ', good.replace(/IEA\*1\*\d+/, 'IEA*1*000000099'), 'R*001'],
  ])('%s: TA1', (_, text, note) => {
    const payer = openPayer();
    if (text === good) payer.handle({ at: AT, claims: good });
    const [answer] = payer.handle({ at: AT, claims: text });
    expect(answer?.text).toMatch(new RegExp(`TA1\\*\\d{9}\\*.*\\*${note.replace('*', '\\*')}~`));
    readAnswer(answer?.text ?? '');
  });

  test.each([
    ['an older version', good.replaceAll('005010X222A1', '005010X222'), 'IK3*ST*1**8~\nIK4*3**7'],
    ['a lost address', good.replace(/N3\*200[^~]*~\n/, ''), 'IK3*N3*'],
    ['a day that does not exist', good.replace('20261103~', '20261131~'), 'IK4*3**8'],
    ['small print in an amount', good.replace('*24.32*', '*24,32*'), 'IK4*2**6'],
    ['a letter that is none', good.replace('DOE*JANE', 'DOÉ*JANE'), 'IK4*3**6'],
    ['empty elements at the end', good.replace('DMG*D8*19500102*F', 'DMG*D8*19500102*F*'), 'IK4*4**3'],
    ['51 lines', good.replace(/LX\*2.*?(?=SE)/s, (lx) => lx.repeat(50)), 'IK3*LX*'],
    ['a wrong count of segments', good.replace(/SE\*\d+/, 'SE*9'), 'IK3*SE*'],
  ])('%s: 999', (_, text, error) => {
    const said = answers(text);
    expect(said).toContain(error);
    expect(said).toContain('IK5*R*5');
    expect(readAnswer(said).groups[0]?.outcome).toBe('refused');
  });

  test.each([
    ['a member number of another form', good.replace('A123456', '123456'), 'A7:164:IL'],
    ['a wrong NPI', good.replace('1234567893', '1234567890'), 'A7:562:85'],
    ['lines that do not add up', good.replace('*72.96*', '*72.95*'), 'A8:400'],
    ['a day to come', good.replace('20261103~', '20270103~'), 'A7:510'],
    [
      'no PAR',
      good.replace(/REF\*G1\*\d+~\n/, '').replace(/SE\*(\d+)/, (_, n) => `SE*${Number(n) - 1}`),
      'A6:252',
    ],
    ['a replacement without its original', good.replace('12:B:1', '12:B:7'), 'A7:464'],
    ['units of nothing', good.replace('*UN*4*', '*UN*0*'), 'A7:476'],
  ])('%s: 277CA', (_, text, reason) => {
    expect(answers(text)).toContain(`STC*${reason}*20261201*U*`);
  });

  test('every segment that is lost, but those that may be', () => {
    const lines = good.trimEnd().split('\n');
    const free = lines.filter((line) => !/^(PRV|REF\*6R)/.test(line));
    for (const lost of free) {
      const kept = lines.filter((line) => line !== lost);
      const inSet = !/^(ISA|GS|GE|IEA|ST|SE)/.test(lost);
      const text = `${kept.join('\n')}\n`.replace(/SE\*(\d+)/, (_, n) => `SE*${Number(n) - (inSet ? 1 : 0)}`);
      expect(answers(text), lost).toMatch(/TA1\*.*\*R\*|IK5\*R|\*U\*/);
    }
  });
});

test('whatever month an agency has, each claim is answered and every cent is told', () => {
  const two = (n: number) => String(n).padStart(2, '0');
  const hostile = fc
    .string({ unit: fc.constantFrom(...HOSTILE_SIGNS), maxLength: 70 })
    .map((text) => `A${text}`);
  const days = fc
    .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 30 })
    .map((list) => list.map((day) => served(`2026-11-${two(day)}`, '08:00', `09:${two((day * 7) % 60)}`)));
  const outcomes = fc.constantFrom(...OUTCOMES.filter((one) => one !== 'refused'));
  const month = fc.array(fc.tuple(days, outcomes), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(month, hostile, (clients, name) => {
      const claims = claimsToSend(
        dayLines(
          clients.map(([json], at) => cardToClaim(json, { id: at + 1, clientId: at + 1 })),
          'America/Denver',
        ),
        12,
      );
      const script = new Map(
        claims.map(({ id, clientId }) => [id, clients[clientId - 1]?.[1] ?? 'paid'] as const),
      );
      const home = agencyWith(script);
      // One member a client, so that nobody's services are taken for another's.
      const texts = claims.flatMap((claim, at) =>
        home.send([claim], 50 + at, {
          lastName: name,
          medicaid: `A${100_000 + claim.clientId}`,
        }),
      );
      expect(texts.every(({ text }) => !/IK5\*R|\*U\*/.test(text))).toBe(true);
      const paid = [home.pay(), home.pay()].flat().flatMap(({ text }) => readAnswer(text).remittances);
      const remitted = paid
        .flatMap((remittance) => remittance.claims)
        .reduce((sum, claim) => sum + claim.paid, 0);
      expect([...home.cards.values()].reduce((sum, state) => sum + paidOf(state), 0)).toBe(remitted);
      for (const [cardId, state] of home.cards) {
        const wanted = { paid: 'Paid', denied: 'Denied', reversed: 'Adjust', odd: 'Problem' };
        const outcome = clients[cardId - 1]?.[1] ?? 'paid';
        if (outcome in wanted)
          expect(state.status).toBe(Object.entries(wanted).find(([key]) => key === outcome)?.[1]);
        else expect(['PartPaid', 'Denied']).toContain(state.status);
      }
    }),
    { numRuns: 40 },
  );
});

test('as a process it answers over HTTP and remembers after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'homecare-payer-'));
  const stateFile = join(folder, 'payer.log');
  const now = () => AT;
  try {
    const first = await startPayer({ stateFile, now });
    const file = fileOf(claimsOfDays(12), 12);
    const call = (url: string, path: string, method = 'GET', body?: string) =>
      fetch(`${url}${path}`, { method, ...(body === undefined ? {} : { body }) });
    expect((await call(first.url, '/script/12-1', 'PUT', 'denied')).status).toBe(204);
    expect((await call(first.url, '/script/12-1', 'PUT', 'maybe')).status).toBe(400);
    expect(await (await call(first.url, '/claims', 'POST', file)).text()).toContain('AK9*A*1*1*1');
    await first.stop();

    const second = await startPayer({ stateFile, now });
    expect(await (await call(second.url, '/claims', 'POST', file)).text()).toContain('*R*025');
    expect(await (await call(second.url, '/pay', 'POST')).text()).toContain('CAS*CO*197*');
    expect(await (await call(second.url, '/answers')).json()).toEqual([
      '999-1.x12',
      '277CA-2.x12',
      'TA1-3.x12',
      '835-4.x12',
    ]);
    expect(await (await call(second.url, '/answers/835-4.x12')).text()).toContain('CLP*12-1*4*72.96*0*');
    expect((await call(second.url, '/answers/other')).status).toBe(404);
    await second.stop();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
