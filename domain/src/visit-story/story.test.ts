import { describe, expect, test } from 'vitest';
import type { EventKind } from '../staffing/schema.ts';
import { replacedValues, sayPlace } from './evidence.ts';
import type { VisitStory } from './schema.ts';
import {
  composeStory,
  eventSteps,
  storyAhead,
  storyChecks,
  storyMoney,
  storyOutcome,
  storyTimes,
} from './story.ts';

const ZONE = 'America/Denver';
const ANA = 'Archuleta, Ana';

const story = (over: Partial<VisitStory> = {}): VisitStory => ({
  planId: 349,
  day: '2026-10-20',
  visitId: 71_884,
  ClientID: 1,
  Client: 'Stavropoulos, Helen',
  ProviderID: 2,
  Provider: 'Archuleta, Ana',
  town: 'Littleton',
  Type: 'PCP',
  date: '2026-10-20',
  start: '13:00',
  end: '15:30',
  status: 'Complete',
  closed: null,
  aggregatorStatus: 'Success',
  plan: {
    id: 349,
    createdAt: '2026-07-01T16:00:00Z',
    createReason: 'New client',
    version: 2,
    versions: 3,
    from: '2026-09-01',
    start: '13:00',
    end: '15:30',
    coverId: 352,
  },
  tasks: ['Bathing', 'Dressing', 'Transfers', 'Laundry', 'Shopping'],
  events: [
    {
      id: 1,
      at: '2026-10-19T23:04:00Z',
      kind: 'calledOut',
      ProviderID: 3,
      Provider: 'Martinez, Dolores',
      who: null,
      words: 'flu',
    },
    {
      id: 2,
      at: '2026-10-19T23:12:00Z',
      kind: 'accepted',
      ProviderID: 2,
      Provider: 'Archuleta, Ana',
      who: null,
      words: null,
    },
  ],
  checkIn: {
    recordedAt: '2026-10-20T18:58:00Z',
    final: '2026-10-20T18:58:00Z',
    isPhone: true,
    call: null,
    isLate: false,
    receivedAt: '2026-10-20T18:58:02Z',
    deviceAt: '2026-10-20T18:58:00Z',
    metres: 12,
    accuracy: 25,
    hasLocationError: false,
  },
  checkOut: {
    recordedAt: '2026-10-20T21:47:00Z',
    final: '2026-10-20T21:30:00Z',
    isPhone: true,
    call: null,
    isLate: false,
    receivedAt: '2026-10-20T21:47:01Z',
    deviceAt: '2026-10-20T21:47:00Z',
    metres: 1204,
    accuracy: null,
    hasLocationError: true,
  },
  where: { address: null, checkIn: null, checkOut: null },
  verifiedMinutes: 152,
  changes: [
    {
      id: 9,
      at: '2026-10-21T14:00:00Z',
      who: 'Marisol Reyes',
      isPhone: false,
      changed: [
        { field: 'FactEndTime', old: '2026-10-20T21:47:00Z', now: '2026-10-20T21:30:00Z' },
        { field: 'changeCode', old: null, now: '14' },
        { field: 'changeReason', old: null, now: 'Ana waited for the pharmacy' },
      ],
    },
  ],
  arrivals: [],
  records: [
    {
      id: 1102,
      queuedAt: '2026-10-21T10:00:00Z',
      sentAt: '2026-10-21T10:05:00Z',
      by: 'M.R.',
      answer: { at: '2026-10-21T10:10:00Z', isAccepted: false, message: 'Member ID not found' },
    },
  ],
  cards: [
    {
      id: 5,
      month: '2026-10',
      at: '2026-11-01T15:00:00Z',
      status: 'Paid',
      minutes: 150,
      units: 10,
      cents: 6920,
    },
  ],
  claims: [
    {
      id: '12-3',
      at: '2026-11-02T15:00:00Z',
      fileName: 'tp1.x12',
      par: '4418200',
      units: 10,
      cents: 6920,
      insured: 0,
      answers: [
        { at: '2026-11-03T15:00:00Z', kind: 'accepted', cents: null, reason: null },
        { at: '2026-11-03T15:00:01Z', kind: 'accepted', cents: null, reason: null },
        { at: '2026-11-12T15:00:00Z', kind: 'paid', cents: 6920, reason: null },
      ],
    },
  ],
  usualDays: 9,
  invoices: [],
  pay: {
    month: '2026-10',
    minutes: 150,
    rate: 2100,
    cents: 5250,
    run: { number: 7, at: '2026-11-06T15:00:00Z' },
  },
  documents: [{ id: 4, at: '2026-10-31T15:00:00Z', kind: 'Scan', name: 'scan.pdf' }],
  ...over,
});

test('a story says what it is still waiting for', () => {
  const ahead = (over: Partial<VisitStory> = {}, today = '2026-11-20') =>
    storyAhead(story(over), today, ZONE);
  expect(ahead()).toEqual([]);
  const [claim] = story().claims;
  const open = claim && { ...claim, id: '14-1', answers: claim.answers.slice(0, 1) };
  expect(ahead({ claims: claim && open ? [claim, open] : [] })).toEqual([
    'Waiting for the payer to decide on claim 14-1, usually Nov 11',
  ]);
  expect(ahead({ claims: open ? [open] : [], usualDays: null })).toEqual([
    'Waiting for the payer to decide on claim 14-1',
  ]);
  const cards = story().cards.map((card) => ({ ...card, status: 'Billed' as const }));
  expect(ahead({ cards, claims: [] })).toEqual(['Waiting for a claim or an invoice']);
  // Somebody set the record to Paid, so it was billed elsewhere.
  expect(ahead({ claims: [] })).toEqual([]);
  const { pay } = story();
  expect(ahead({ cards: [], claims: [], pay: pay && { ...pay, run: null } })).toEqual([
    'Waiting for a billing record',
    'Waiting for the payroll run that pays Archuleta, Ana',
  ]);
  expect(ahead({ status: 'Active' })).toEqual(['Waiting for check-out']);
  expect(ahead({ status: 'Planned' }, '2026-10-20')).toEqual(['Waiting for the visit']);
  expect(ahead({ status: 'Planned' })).toEqual([]);
  expect(ahead({ claims: [], closed: 'hospital' })).toEqual([]);
});

test('a story has all parts in order of time', () => {
  const steps = composeStory(story(), ZONE);
  expect(steps.map(({ part, title }) => `${part}: ${title}`)).toEqual([
    'Plan: Planned by care plan 349, version 2 of 3',
    'Plan: Martinez, Dolores called out',
    'Plan: Archuleta, Ana said yes',
    'Visit: Checked in',
    'Visit: Checked out, corrected to 3:30 PM',
    'Proof: Sent to the aggregator',
    'Proof: The aggregator rejected it',
    'Visit: Check-out changed from 10-20-2026 03:47 PM to 10-20-2026 03:30 PM',
    'Visit: Signed timesheet filed',
    'Money: On the billing record of October 2026',
    'Money: Sent to the payer in claim 12-3',
    'Money: The payer accepted claim 12-3',
    'Money: Paid to Archuleta, Ana in payroll run 7',
    'Money: The payer paid claim 12-3',
  ]);
  expect(steps[0]?.detail).toBe(
    '1:00 PM to 3:30 PM. 5 tasks planned: Bathing, Dressing, Transfers, Laundry and 1 more. This version starts on Sep 1. New client. Temporary plan 352 covers it.',
  );
});

test('only a payment says how long it took since the claim', () => {
  const details = composeStory(story(), ZONE).flatMap(({ title, detail }) =>
    title.startsWith('The payer') ? [[title, detail]] : [],
  );
  expect(details).toEqual([
    ['The payer accepted claim 12-3', ''],
    ['The payer paid claim 12-3', 'Claimed to paid in 10 days.'],
  ]);
});

test('a step links to the record that proves it; a call-out has only the story', () => {
  const places = composeStory(
    story({
      events: [
        ...story().events,
        {
          id: 3,
          at: '2026-10-19T23:13:00Z',
          kind: 'told',
          ProviderID: null,
          Provider: null,
          who: null,
          words: null,
        },
        {
          id: 4,
          at: '2026-10-19T23:14:00Z',
          kind: 'covered',
          ProviderID: 2,
          Provider: ANA,
          who: null,
          words: null,
        },
      ],
    }),
    ZONE,
  ).map(({ title, place }) => [title, place && sayPlace(place)]);
  expect(Object.fromEntries(places)).toEqual({
    'Planned by care plan 349, version 2 of 3': 'Care plan 352',
    'Martinez, Dolores called out': null,
    'Archuleta, Ana said yes': 'Offers',
    'The client’s contact was notified': 'Messages',
    'Archuleta, Ana took the visit': 'Care plan 352',
    'Checked in': 'Check-in record',
    'Checked out, corrected to 3:30 PM': 'Check-out record',
    'Sent to the aggregator': 'Record 1102',
    'The aggregator rejected it': 'Record 1102',
    'Check-out changed from 10-20-2026 03:47 PM to 10-20-2026 03:30 PM': 'Old and new',
    'Signed timesheet filed': 'Scan',
    'On the billing record of October 2026': 'Billing record',
    'Sent to the payer in claim 12-3': 'Claim 12-3',
    'The payer accepted claim 12-3': 'Claim 12-3',
    'Paid to Archuleta, Ana in payroll run 7': 'Payroll',
    'The payer paid claim 12-3': 'Claim 12-3',
  });
});

test("a correction's replaced values are shown field by field, in words", () => {
  const [change] = story().changes;
  expect(change && replacedValues(change, ZONE)).toEqual([
    { name: 'Check-out', old: '10-20-2026 03:47 PM', now: '10-20-2026 03:30 PM' },
    { name: 'Reason', old: null, now: 'Other' },
    { name: 'Memo', old: null, now: 'Ana waited for the pharmacy' },
  ]);
  const closed = { field: 'closed', old: null, now: 'hospital' } as const;
  const billed = { field: 'billVisit', old: 'true', now: 'false' } as const;
  const moved = { field: 'Date', old: '2026-10-20', now: '2026-10-22' } as const;
  expect(change && replacedValues({ ...change, changed: [closed, billed, moved] }, ZONE)).toEqual([
    { name: 'Closed', old: null, now: 'Client in hospital' },
    { name: 'Billed', old: 'Yes', now: 'No' },
    { name: 'Day', old: 'Oct 20', now: 'Oct 22' },
  ]);
});

test('a cover at its own times shows them beside those of the plan', () => {
  const [planned] = composeStory(story({ tasks: [], start: '14:15', end: '16:45' }), ZONE);
  expect(planned?.detail).toBe(
    '1:00 PM to 3:30 PM. This version starts on Sep 1. New client. Temporary plan 352 covers it, 2:15 PM to 4:45 PM.',
  );
});

test.each([
  ['waiting', null, 'is being notified', 'Waiting to be sent'],
  ['delivered', null, 'was notified', 'Sent automatically'],
  ['failed', 'This number has answered STOP.', 'could not be notified', 'This number has answered STOP'],
  ['recorded', null, 'was not notified', 'Texts are not set up, so nothing was sent'],
] as const)('a message that is %s says what became of it', (status, error, title, detail) => {
  const event = { id: 1, at: '2026-10-19T23:04:00Z', kind: 'told', ProviderID: 2, Provider: ANA } as const;
  const message = { channel: 'SMS', status, error } as const;
  const [step] = eventSteps([{ ...event, who: 'Automatic', words: 'You have a new visit.', message }]);
  expect(step?.title).toBe(`${ANA} ${title}`);
  expect(step?.detail).toBe(`“You have a new visit”. ${detail}.`);
});

test('a correction gives its reason, its memo and who made it', () => {
  const found = composeStory(story(), ZONE).find(({ title }) => title.startsWith('Check-out changed'));
  expect(found?.detail).toBe('Reason: Other. “Ana waited for the pharmacy”. By Marisol Reyes.');
});

test('a check on a phone gives its distance from the address, once', () => {
  const [checkIn, ...others] = composeStory(
    story({
      changes: [
        {
          id: 1,
          at: '2026-10-20T18:58:01Z',
          who: 'Ana Archuleta',
          isPhone: true,
          changed: [{ field: 'FactStartTime', old: null, now: '2026-10-20T18:58:00Z' }],
        },
      ],
    }),
    ZONE,
  ).filter(({ title }) => title.startsWith('Check'));
  expect(checkIn?.detail).toBe('Phone of Archuleta, Ana. 12 m from the client’s address.');
  expect(others.map(({ title, detail, tone }) => [title, detail, tone])).toEqual([
    [
      'Checked out, corrected to 3:30 PM',
      'Phone of Archuleta, Ana. 1,204 m from the client’s address, outside the limit.',
      'warn',
    ],
  ]);
});

test('readers who may not see money get the same steps without it', () => {
  const hidden = story({
    cards: story().cards.map((card) => ({ ...card, cents: null })),
    claims: story().claims.map((claim) => ({
      ...claim,
      cents: null,
      insured: null,
      answers: claim.answers.map((answer) => ({ ...answer, cents: null })),
    })),
    pay: { month: '2026-10', minutes: 150, rate: null, cents: null, run: story().pay?.run ?? null },
  });
  const titles = (of: VisitStory) => composeStory(of, ZONE).map(({ title }) => title);
  expect(titles(hidden)).toEqual(titles(story()));
  expect(JSON.stringify(composeStory(hidden, ZONE))).not.toContain('$');
  expect(storyMoney(hidden)).toEqual([]);
});

test('every source that knows the length of a visit is shown with it', () => {
  expect(storyTimes(story(), ZONE).map(({ name, minutes }) => `${name} ${minutes}`)).toEqual([
    'Plan 150',
    'Recorded 169',
    'Corrected 152',
    'Verified 152',
    'Billed 150',
    'Claimed 150',
    'Paid out 150',
  ]);
  const ahead = story({
    checkIn: null,
    checkOut: null,
    verifiedMinutes: null,
    cards: [],
    claims: [],
    pay: null,
  });
  expect(storyTimes(ahead, ZONE)).toEqual([{ name: 'Plan', minutes: 150, by: 'plan' }]);
});

test('a visit that is not billed has no outcome, and one with a voided claim is adjusted', () => {
  const [card] = story().cards;
  const [claim] = story().claims;
  expect(storyOutcome(story())).toBe('Paid');
  expect(storyOutcome(story({ cards: card ? [{ ...card, units: 0 }] : [] }))).toBeNull();
  expect(storyOutcome(story({ claims: claim ? [{ ...claim, units: 0, cents: 0 }] : [] }))).toBe('Adjust');
  // Without a claim, the record's own status counts, unless claims for its other days set it.
  const unclaimed = (status: VisitStory['cards'][number]['status']) =>
    storyOutcome(story({ claims: [], cards: card ? [{ ...card, status }] : [] }));
  expect(unclaimed('Pending')).toBe('Pending');
  expect(unclaimed('Paid')).toBe('Paid');
  expect(unclaimed('PartPaid')).toBe('Billed');
  // Without amounts, the payer's decision counts.
  const hidden = claim && { ...claim, cents: null, insured: null };
  expect(storyOutcome(story({ claims: hidden ? [hidden] : [] }))).toBe('Paid');
});

test('a payment is reduced by what the payer took back', () => {
  const [claim] = story().claims;
  if (!claim) throw new Error('no claim');
  const reversed = {
    ...claim,
    answers: [
      ...claim.answers,
      { at: '2026-11-20T15:00:00Z', kind: 'taken back' as const, cents: -6920, reason: null },
    ],
  };
  expect(storyMoney(story({ claims: [reversed] }))).toMatchObject([
    { name: 'Billed', cents: 6920 },
    { name: 'Paid by the payer', cents: 0 },
    { name: 'Pay of the caregiver', cents: -5250 },
    { name: 'Margin before overtime', cents: -5250 },
  ]);
});

describe('a visit that insurers pay first', () => {
  const [claim] = story().claims;
  if (!claim) throw new Error('no claim');
  type Answer = (typeof claim.answers)[number];
  const paidOf = (cents: number, kind: Answer['kind'] = 'paid'): Answer => ({
    at: '2026-11-12T15:00:00Z',
    kind,
    cents,
    reason: null,
  });
  const insuredBy = (insured: number, answers: readonly Answer[], others: VisitStory['claims'] = []) =>
    story({ claims: [{ ...claim, insured, answers: [...answers] }, ...others] });
  const paymentFails = (of: VisitStory) =>
    storyChecks(of).flatMap(({ passes, words }) => (passes || !/claimed, .* p/.test(words) ? [] : [words]));

  test('has a margin that includes what both they and the payer paid', () => {
    expect(storyMoney(insuredBy(4000, [paidOf(2920)]))).toMatchObject([
      { name: 'Billed', cents: 6920 },
      { name: 'Paid by insurers', cents: 4000 },
      { name: 'Paid by the payer', cents: 2920 },
      { name: 'Pay of the caregiver', cents: -5250 },
      { name: 'Margin before overtime', cents: 1670 },
    ]);
  });

  test('has a margin based on what is billed until the payer has decided', () => {
    expect(storyMoney(insuredBy(4000, []))).toMatchObject([
      { name: 'Billed', cents: 6920 },
      { name: 'Paid by insurers', cents: 4000 },
      { name: 'Pay of the caregiver', cents: -5250 },
      { name: 'Margin before overtime', cents: 1670 },
    ]);
  });

  test('passes the payment check if the payer paid what they left, even if that was nothing', () => {
    expect(paymentFails(insuredBy(4000, [paidOf(2920)]))).toEqual([]);
    expect(paymentFails(insuredBy(6920, [paidOf(0)]))).toEqual([]);
    const denied = insuredBy(4000, [paidOf(0, 'denied')]);
    expect(paymentFails(denied)).toEqual(['$69.20 claimed, $40.00 paid by insurers, $0.00 by the payer']);
    expect(paymentFails(insuredBy(4000, [paidOf(6920)]))).toHaveLength(1);
  });

  test('loses through a void only what the payer paid, not what they paid', () => {
    const isVoid = { ...claim, id: '14-1', units: 0, cents: 0, insured: 0 };
    const taken = insuredBy(4000, [paidOf(2920)], [{ ...isVoid, answers: [paidOf(-2920, 'taken back')] }]);
    expect(storyMoney(taken).at(-1)).toMatchObject({ name: 'Margin before overtime', cents: 4000 - 5250 });
    expect(paymentFails(taken)).toEqual([]);
  });

  test('counts as paid if the payer paid what they left', () => {
    const outcome = (insured: number, answers: readonly Answer[]) =>
      storyOutcome(insuredBy(insured, answers));
    expect(outcome(4000, [])).toBe('Billed');
    expect(outcome(4000, [paidOf(2920)])).toBe('Paid');
    expect(outcome(6920, [paidOf(0)])).toBe('Paid');
    expect(outcome(4000, [paidOf(1000)])).toBe('PartPaid');
    expect(outcome(4000, [paidOf(0, 'denied')])).toBe('Denied');
    expect(outcome(4000, [paidOf(2920), paidOf(-2920, 'taken back')])).toBe('Denied');
  });

  test('has a claim that states what they paid', () => {
    const sent = composeStory(insuredBy(4000, []), ZONE).find(({ title }) =>
      title.startsWith('Sent to the payer'),
    );
    expect(sent?.detail).toBe('10 units. $40.00 paid by insurers. Authorization 4418200. File tp1.x12.');
  });
});

test('a visit waits to be sent until it is sent or answered, and only names known people', () => {
  const answer = { at: '2026-10-21T10:10:00Z', isAccepted: true, message: '' };
  const proof = (sentAt: string | null, answered: typeof answer | null) =>
    composeStory(
      story({ records: [{ id: 1, queuedAt: '2026-10-21T10:00:00Z', sentAt, by: '', answer: answered }] }),
      ZONE,
    ).flatMap(({ part, title, detail }) => (part === 'Proof' ? [[title, detail]] : []));
  expect(proof(null, null)).toEqual([['Waiting to be sent to the aggregator', '']]);
  expect(proof('2026-10-21T10:05:00Z', null)).toEqual([['Sent to the aggregator', '']]);
  expect(proof(null, answer)).toEqual([['The aggregator accepted it', '']]);
});

test('planned, closed and moved visits say what is known', () => {
  const empty = {
    status: 'Planned',
    events: [],
    checkIn: null,
    checkOut: null,
    records: [],
    cards: [],
    claims: [],
    pay: null,
    documents: [],
  } as const;
  const change = (changed: VisitStory['changes'][number]['changed']) =>
    composeStory(
      story({
        ...empty,
        events: [],
        records: [],
        cards: [],
        claims: [],
        documents: [],
        changes: [{ id: 1, at: '2026-10-21T14:00:00Z', who: 'Marisol Reyes', isPhone: false, changed }],
      }),
      ZONE,
    ).map(({ title }) => title);
  expect(
    change([
      { field: 'closed', old: null, now: 'hospital' },
      { field: 'closedMemo', old: null, now: 'since Monday' },
    ]),
  ).toEqual(['Planned by care plan 349, version 2 of 3', 'Closed: client in hospital']);
  expect(
    change([
      { field: 'Date', old: '2026-10-20', now: '2026-10-22' },
      { field: 'PlanStartTime', old: '13:00', now: '14:00' },
    ]).at(-1),
  ).toBe('Moved from Oct 20 to Oct 22, planned start moved from 1:00 PM to 2:00 PM');
});

test.each<[EventKind, string | null, string | null, string | null, string]>([
  ['calledOut', ANA, 'M.R.', 'flu', 'Archuleta, Ana called out: “flu”. By M.R.'],
  ['calledOut', ANA, null, null, 'Archuleta, Ana called out'],
  ['callOutWithdrawn', ANA, 'M.R.', null, 'Archuleta, Ana can come after all: By M.R.'],
  ['offered', ANA, 'Automatic', 'Wave 1', 'Archuleta, Ana was asked: Wave 1. Asked by the autopilot.'],
  ['offered', ANA, 'M.R.', 'Wave 2', 'Archuleta, Ana was asked: Wave 2. By M.R.'],
  ['opened', ANA, null, null, 'Archuleta, Ana opened the offer'],
  ['accepted', ANA, null, 'Y 4821', 'Archuleta, Ana said yes: “Y 4821”.'],
  [
    'checked',
    ANA,
    'Automatic',
    'No overlapping visit, 38 h that week including this one, documents valid',
    'Checked again, can come: No overlapping visit, 38 h that week including this one, documents valid.',
  ],
  ['declined', ANA, null, 'No, kids.', 'Archuleta, Ana said no: “No, kids”.'],
  [
    'refused',
    ANA,
    null,
    'Dahal, Bhim has taken this visit.',
    'Archuleta, Ana said yes, but could not take it: Dahal, Bhim has taken this visit.',
  ],
  ['answeredUnclear', ANA, null, 'how far?', 'Unclear answer to the offer to Archuleta, Ana: “how far?”.'],
  ['waveEnded', null, 'Automatic', null, 'These offers ended without a yes: Automatically.'],
  ['paused', null, 'M.R.', null, 'Offers were paused: By M.R.'],
  ['resumed', null, 'M.R.', null, 'Offers were resumed: By M.R.'],
  ['stopped', null, 'Automatic', 'They were asked 3 times.', 'Offers were stopped: They were asked 3 times.'],
  ['covered', ANA, 'offers', null, 'Archuleta, Ana took the visit'],
  ['uncovered', ANA, 'M.R.', null, 'Archuleta, Ana no longer has the visit: By M.R.'],
  [
    'told',
    ANA,
    'Automatic',
    'Already taken, thank you.',
    'Archuleta, Ana was notified: “Already taken, thank you”. Sent automatically.',
  ],
  [
    'told',
    null,
    'Automatic',
    'The client’s contact',
    'The client’s contact was notified: Sent automatically.',
  ],
  [
    'notTold',
    ANA,
    'Automatic',
    'Texts are switched off.',
    'Archuleta, Ana was not notified: Texts are switched off.',
  ],
  [
    'notTold',
    null,
    'Automatic',
    'The phone has answered STOP.',
    'The client’s contact was not notified: The phone has answered STOP.',
  ],
  [
    'officeTold',
    null,
    'Automatic',
    'Dana Whitfield',
    'Dana Whitfield was notified that nobody comes yet: Sent automatically.',
  ],
])('a step of an offer reads like a sentence: %s', (kind, Provider, who, words, sentence) => {
  const [step] = eventSteps([
    {
      id: 1,
      at: '2026-10-19T23:04:00Z',
      kind,
      ProviderID: Provider === null ? null : 2,
      Provider,
      who,
      words,
    },
  ]);
  expect([step?.title, step?.detail].filter(Boolean).join(': ')).toBe(sentence);
});

test('the records of a visit agree, or the differences are shown', () => {
  const failing = (over: Partial<VisitStory> = {}) =>
    storyChecks(story(over)).flatMap(({ passes, words }) => (passes ? [] : [words]));
  const [record] = story().records;
  const [card] = story().cards;
  const [claim] = story().claims;
  const { checkIn } = story();
  if (!record || !card || !claim || !checkIn) throw new Error('a story has them');
  // Worked 2:32, billed 2:30.
  expect(failing()).toEqual(['The aggregator rejected it last', '2.53 h worked, 2.50 h billed']);
  const accepted = {
    checkIn: { ...checkIn, final: '2026-10-20T19:00:00Z' },
    records: [{ ...record, answer: { at: record.queuedAt, isAccepted: true, message: null } }],
  };
  expect(failing(accepted)).toEqual([]);
  expect(storyChecks(story(accepted))).toHaveLength(8);
  expect(failing({ ...accepted, cards: [card, { ...card, id: 6 }] })[0]).toBe('It is on 2 billing records');
  expect(failing({ ...accepted, claims: [{ ...claim, units: 8, cents: 5536 }] })).toEqual([
    '2.50 h billed, 2.00 h claimed',
    '$69.20 billed, $55.36 claimed',
    '$55.36 claimed, $69.20 paid',
  ]);
  expect(
    failing({ ...accepted, pay: { month: '2026-10', minutes: 135, rate: 2100, cents: 4725, run: null } }),
  ).toEqual(['2.50 h billed, 2.25 h paid out']);
  expect(storyChecks(story({ ...accepted, cards: [], claims: [], pay: null }))).toHaveLength(2);
});
