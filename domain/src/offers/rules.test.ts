import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, instantOf } from '../calendar.ts';
import { smsSize } from '../messaging/segments.ts';
import type { Candidate } from '../staffing/schema.ts';
import {
  ANSWER_WORDS,
  afterQuiet,
  answerInSpanish,
  checkAutopilot,
  DEFAULT_AUTOPILOT,
  type EndedFacts,
  endedWords,
  firstWave,
  freeCode,
  isQuietEnd,
  limitBeyond,
  NO_LIMITS,
  nextToAsk,
  nextWave,
  nobodyYetText,
  offerMessage,
  offerText,
  refusedWords,
  sayCameFrom,
  sayOfferDay,
  templateFault,
  testText,
  whyNobodyAsked,
  whyNoMoreOffers,
  whyNotAsked,
  whyNotNamed,
} from './rules.ts';
import { REFUSAL_CAUSES } from './schema.ts';

const ZONE = 'America/Denver';

describe('a code', () => {
  test('is one that no open offer uses, and is undefined once all codes are taken', () => {
    expect(freeCode(new Set(['4821', '4822']), 0.4821)).toBe('4823');
    expect(freeCode(new Set(['9999']), 0.9999)).toBe('0000');
    const all = new Set(Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0')));
    expect(freeCode(all, 0.5)).toBeUndefined();
  });
});

describe('quiet hours', () => {
  const quiet = { quietFrom: '21:00', quietUntil: '05:00' };
  const at = (text: string) =>
    afterQuiet(Temporal.ZonedDateTime.from(`${text}[${ZONE}]`).toInstant(), quiet, ZONE)
      .toZonedDateTimeISO(ZONE)
      .toString({ timeZoneName: 'never', smallestUnit: 'minute' });

  test.each([
    ['2026-11-17T20:59', '2026-11-17T20:59-07:00'],
    ['2026-11-17T21:00', '2026-11-18T05:00-07:00'],
    ['2026-11-18T04:59', '2026-11-18T05:00-07:00'],
    ['2026-11-18T05:00', '2026-11-18T05:00-07:00'],
    // The nights when the clocks go back and forward.
    ['2026-10-31T23:00', '2026-11-01T05:00-07:00'],
    ['2027-03-13T23:00', '2027-03-14T05:00-06:00'],
  ])('an offer due at %s goes out at %s', (moment, asked) => {
    expect(at(moment)).toBe(asked);
  });

  test('that end in the hour skipped in spring end an hour later on the clock', () => {
    const night = { quietFrom: '21:00', quietUntil: '02:30' };
    const moment = instantOf('2027-03-13', '23:00', ZONE);
    expect(afterQuiet(moment, night, ZONE)).toEqual(instantOf('2027-03-14', '03:30', ZONE));
  });

  test('explain what waited for their end and why nobody was asked then', () => {
    const end = instantOf('2026-11-18', '05:00', ZONE);
    expect(isQuietEnd(end, quiet, ZONE)).toBe(true);
    expect(isQuietEnd(end.add({ minutes: 1 }), quiet, ZONE)).toBe(false);
    expect(isQuietEnd(end, { quietFrom: '05:00', quietUntil: '05:00' }, ZONE)).toBe(false);
    const local = end.toZonedDateTimeISO(ZONE);
    expect(whyNobodyAsked(undefined, ['Ana: Has had 3 offers today.']).story).toBe(
      'Nobody else can be asked.',
    );
    expect(whyNobodyAsked(local, []).ended).toBe(
      'Quiet hours ended at 5:00 AM, and nobody else can be asked. Ask farther, or assign somebody.',
    );
    // What keeps a caregiver away can name another client, so only the visit's story says it.
    expect(whyNobodyAsked(local, ['Ana: With Ortiz, Rosa until 2:00 PM.'])).toEqual({
      ended:
        'Quiet hours ended at 5:00 AM, and nobody was asked. The visit’s story says why. Ask others, or assign somebody.',
      story:
        'Quiet hours ended at 5:00 AM, and nobody was asked. Ana: With Ortiz, Rosa until 2:00 PM. Ask others, or assign somebody.',
    });
    expect(whyNoMoreOffers(3, { offersPerDay: 3 }, local)).toBe(
      'Quiet hours end at 5:00 AM, and for Nov 18 they already have 3 offers.',
    );
  });

  test('never move an offer back in time or leave it within quiet hours', () => {
    const time = fc
      .integer({ min: 0, max: 1439 })
      .map((n) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`);
    const from = instantOf('2026-10-25', '00:00', ZONE);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300_000 }), time, time, (minutes, quietFrom, quietUntil) => {
        const hours = { quietFrom, quietUntil };
        const moment = from.add({ minutes });
        const asked = afterQuiet(moment, hours, ZONE);
        expect(Temporal.Instant.compare(asked, moment)).toBeGreaterThanOrEqual(0);
        expect(afterQuiet(asked, hours, ZONE)).toEqual(asked);
      }),
    );
  });
});

test('a caregiver named by the office is not asked if something rules them out; the daily limit of offers applies only in a proposal', () => {
  const ana = { ProviderID: 7, obstacle: null, why: null, whyNoOffer: null };
  const named = { asked: new Set<number>(), offersToday: new Map([[7, 3]]), settings: { offersPerDay: 3 } };
  expect(whyNotNamed(ana, named)).toBeUndefined();
  const isLimited = { ...named, settings: { offersPerDay: 3, isLimited: true } };
  expect(whyNotNamed(ana, isLimited)).toBe('Has had 3 offers today.');
  expect(whyNotNamed(ana, { ...isLimited, asked: new Set([7]) })).toBe('Was asked already.');
  expect(whyNotNamed({ ...ana, whyNoOffer: 'No phone.' }, named)).toBe('No phone.');
  const away = { ...ana, obstacle: 'timeOff' as const, why: 'Time off until Nov 28' };
  expect(whyNotNamed(away, named)).toBe('Time off until Nov 28');
});

describe('waves', () => {
  const settings = { ...DEFAULT_AUTOPILOT };
  const next = (sent: string, start: string, wave = 1) =>
    nextWave(
      settings,
      {
        sent: instantOf('2026-11-17', sent, ZONE),
        start: instantOf('2026-11-17', start, ZONE),
        wave,
        stopMinutes: 60,
      },
      ZONE,
    )
      ?.toZonedDateTimeISO(ZONE)
      .toPlainTime()
      .toString({ smallestUnit: 'minute' });

  test('go out after the wait, or after the shorter wait near the start, and stop in time before the visit', () => {
    expect(next('08:00', '13:00')).toBe('08:20');
    expect(next('11:30', '13:00')).toBe('11:38');
    expect(next('11:55', '13:00')).toBeUndefined();
    expect(next('08:00', '13:00', 3)).toBeUndefined();
  });

  test('begin at the call-out, but not before the window opens or quiet hours end, and not after the stop', () => {
    const first = (said: string, start: string, over: object = {}) =>
      firstWave(
        { ...settings, ...over },
        { calledOutAt: instantOf('2026-11-17', said, ZONE), start: instantOf('2026-11-17', start, ZONE) },
        ZONE,
      )
        ?.toZonedDateTimeISO(ZONE)
        .toPlainTime()
        .toString({ smallestUnit: 'minute' });
    expect(first('08:00', '13:00')).toBe('08:00');
    expect(first('08:00', '13:00', { withinHours: 2 })).toBe('11:00');
    expect(first('03:00', '13:00')).toBe('05:00');
    expect(first('12:00', '13:00')).toBeUndefined();
    expect(first('03:00', '06:00')).toBeUndefined();
  });

  test('do not go out in quiet hours', () => {
    expect(next('20:50', '23:30')).toBeUndefined();
  });
});

const candidate = (ProviderID: number, over: Partial<Candidate> = {}): Candidate => ({
  ProviderID,
  Provider: `P${ProviderID}`,
  town: null,
  obstacle: null,
  why: null,
  score: 50,
  parts: [],
  cost: { payCents: 5_000, overtimeCents: 0, overtimeMinutes: 0 },
  extraMinutes: null,
  miles: 4,
  from: null,
  visitsHere: 0,
  visitsOfClient: 0,
  warnings: [],
  weekMinutes: 0,
  wishedMinutes: null,
  toJustify: [],
  whyNoOffer: null,
  ...over,
});

describe('the next wave', () => {
  const settings = { ...DEFAULT_AUTOPILOT, people: 2 };

  test('asks the best candidates who have not been asked yet and have had few offers today', () => {
    const chosen = nextToAsk(
      [1, 2, 3, 4, 5].map((id) => candidate(id)),
      {
        asked: new Set([1]),
        offersToday: new Map([[2, 3]]),
        settings,
      },
    );
    expect(chosen.map(({ ProviderID }) => ProviderID)).toEqual([3, 4]);
  });

  const why = (over: Partial<Candidate>, limits: object) =>
    whyNotAsked(candidate(1, over), 0, settings, {
      mostOvertimeCents: null,
      mostMiles: null,
      onlyKnown: false,
      ...limits,
    });

  test('respects every limit', () => {
    const overtime = { cost: { payCents: 1, overtimeCents: 2_600, overtimeMinutes: 30 } };
    const unknown = { cost: { payCents: null, overtimeCents: null, overtimeMinutes: 30 } };
    expect(why({}, {})).toBeUndefined();
    expect(why({ obstacle: 'working', why: 'With Vigil until 2:00 PM' }, {})).toBe(
      'With Vigil until 2:00 PM',
    );
    expect(why({ whyNoOffer: 'No phone login and no texts: assign them' }, {})).toMatch(/^No phone login/);
    expect(why({}, { onlyKnown: true })).toMatch(/not visited/);
    expect(why({ miles: 16 }, { mostMiles: 15 })).toBe('Farther than 15 miles.');
    expect(why({ miles: null }, { mostMiles: 15 })).toBe('Farther than 15 miles.');
    expect(why(overtime, { mostOvertimeCents: 2_500 })).toMatch(/overtime/);
    expect(why(unknown, { mostOvertimeCents: 2_500 })).toMatch(/overtime/);
    expect(why(overtime, { mostOvertimeCents: 2_600 })).toBeUndefined();
  });

  test('names the first limit that is exceeded, which also refuses a later yes', () => {
    const far = candidate(1, {
      miles: 16,
      visitsHere: 0,
      cost: { payCents: 1, overtimeCents: 2_600, overtimeMinutes: 30 },
    });
    const { mostOvertimeCents, mostMiles } = DEFAULT_AUTOPILOT;
    expect(limitBeyond(far, NO_LIMITS)).toBeUndefined();
    expect(limitBeyond(far, { mostOvertimeCents, mostMiles, onlyKnown: true })?.cause).toBe('onlyKnown');
    expect(limitBeyond(far, { mostOvertimeCents, mostMiles, onlyKnown: false })?.cause).toBe('beyondMiles');
    expect(limitBeyond(far, { mostOvertimeCents, mostMiles: null, onlyKnown: false })?.cause).toBe(
      'beyondOvertime',
    );
    expect(refusedWords('beyondOvertime')[0]).toBe(
      'You can no longer take this visit: it would be too much overtime.',
    );
  });
});

describe('the text of an offer', () => {
  const facts = {
    agency: 'Front Range',
    day: '2026-11-17',
    today: '2026-11-17',
    start: '07:00',
    end: '10:00',
    town: 'Aurora',
    miles: 2.1,
    from: null,
    payCents: 6_300,
    code: '4821',
  };

  test('says everything in one short text', () => {
    const english = offerText(DEFAULT_AUTOPILOT.english, facts, 'en');
    expect(english).toBe(
      'Front Range: open visit today 7:00 AM-10:00 AM, Aurora, 2.1 miles, about $63.00. Reply Y 4821 or N.',
    );
    const spanish = offerText(DEFAULT_AUTOPILOT.spanish, facts, 'es');
    expect(spanish).toBe(
      'Front Range: visita disponible hoy 7:00 a. m.-10:00 a. m., Aurora, 2.1 millas, unos $63.00. Responda Y 4821 o N.',
    );
    for (const text of [english, spanish])
      expect(smsSize(text)).toMatchObject({ encoding: 'GSM-7', segments: 1 });
  });

  test('says which visit they would come from if that does not take another message', () => {
    const from = { start: '05:30', town: 'Aurora' };
    const say = (language: 'en' | 'es', linkLength: number, over: object = {}) =>
      offerMessage(
        language === 'en' ? DEFAULT_AUTOPILOT.english : DEFAULT_AUTOPILOT.spanish,
        { ...facts, from, ...over },
        { language, linkLength },
      );
    expect(say('en', 75)).toContain(', 2.1 miles from your 5:30 AM visit in Aurora, about $63.00.');
    expect(say('es', 75)).toContain(', 2.1 millas desde su visita de las 5:30 a. m. en Aurora, unos');
    // A short link leaves room for the visit in one message, but not for its town.
    expect(say('en', 30)).toContain(', 2.1 miles from your 5:30 AM visit, about');
    expect(say('en', 55)).toContain(', 2.1 miles, about');
    expect(say('en', 75, { from: { start: '05:30', town: 'Cañón 北' } })).toContain('5:30 AM visit, about');
    expect(say('en', 75, { miles: null })).not.toContain('your 5:30');
    expect(say('en', 75, { from: null })).toContain(', 2.1 miles, about');
    for (const linkLength of [30, 55, 75, 90, 210])
      for (const language of ['en', 'es'] as const) {
        const link = 'x'.repeat(linkLength);
        const segments = (text: string) => smsSize(text.replace('%link%', link)).segments;
        expect(segments(say(language, linkLength))).toBe(segments(say(language, linkLength, { from: null })));
      }
  });

  test('leaves out what is unknown', () => {
    expect(
      offerText(DEFAULT_AUTOPILOT.english, { ...facts, town: null, miles: null, payCents: null }, 'en'),
    ).toBe('Front Range: open visit today 7:00 AM-10:00 AM. Reply Y 4821 or N.');
  });

  test('is marked as a test in a test message', () => {
    expect(testText(DEFAULT_AUTOPILOT.english, 'Front Range', 'en')).toMatch(
      /^Test: Front Range: open visit today/,
    );
    expect(testText(DEFAULT_AUTOPILOT.spanish, 'Front Range', 'es')).toMatch(/^Prueba: Front Range: visita/);
  });

  test('never treats a value as a placeholder', () => {
    expect(offerText('{day} {town} {code}', { ...facts, town: '{pay}' }, 'en')).toBe('today {pay} 4821');
  });

  test('fits the GSM-7 alphabet for any day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.constantFrom('en' as const, 'es' as const),
        (days, to) => {
          const day = addDays(facts.day, days);
          expect(smsSize(sayOfferDay(day, facts.today, to)).encoding).toBe('GSM-7');
        },
      ),
    );
  });

  test('is checked when the template is saved', () => {
    expect(checkAutopilot(DEFAULT_AUTOPILOT, 'Front Range Home Care')).toEqual([]);
    expect(templateFault('{day} {hours}', 'A', 'en')).toBe('The text must hold {code}.');
    expect(templateFault('{day} {hours} {code} {client}', 'A', 'en')).toMatch(/^\{client\} is not known\./);
    expect(templateFault(`{day} {hours} {code} ${'x'.repeat(250)}`, 'A', 'en')).toMatch(
      /more than 2 messages/,
    );
    expect(templateFault(`{day} {hours} {code} sábado ${'x'.repeat(60)}`, 'A', 'es')).toMatch(/leave out á/);
  });
});

describe('the text to the office', () => {
  const visit = {
    agency: 'Front Range',
    day: '2026-11-17',
    today: '2026-11-17',
    start: '07:00',
    town: 'Aurora',
  };

  test('says in one short text when and where nobody comes, without naming the client', () => {
    const text = nobodyYetText({ ...visit, asked: 9, minutesToStart: 40 });
    expect(text).toBe(
      'Front Range: nobody yet for the visit at 7:00 AM in Aurora, 9 asked, starts in 40 min.',
    );
    expect(smsSize(text)).toMatchObject({ encoding: 'GSM-7', segments: 1 });
    const later = { ...visit, today: '2026-11-16', town: null };
    expect(nobodyYetText({ ...later, asked: 0, minutesToStart: 1_440 })).toBe(
      'Front Range: nobody yet for the visit tomorrow at 7:00 AM, 0 asked, starts in 24 h.',
    );
    expect(nobodyYetText({ ...visit, asked: 1, minutesToStart: -5 })).toMatch(
      /1 asked, should have started\.$/,
    );
  });

  test('needs both a name and a phone that takes texts, or neither', () => {
    const faults = (over: object) =>
      checkAutopilot({ ...DEFAULT_AUTOPILOT, ...over }, 'Front Range').map(({ field }) => field);
    expect(faults({})).toEqual([]);
    expect(faults({ callName: 'Marisol Reyes', callPhone: '(720) 555-0101' })).toEqual([]);
    expect(faults({ callName: 'Marisol Reyes' })).toEqual(['callPhone']);
    expect(faults({ callPhone: '(720) 555-0101' })).toEqual(['callName']);
    expect(faults({ callName: 'Marisol Reyes', callPhone: '(900) 555-0101' })).toEqual(['callPhone']);
  });
});

describe('a yes that can no longer count', () => {
  test('is refused with the reason in one short text, in both languages', () => {
    expect(refusedWords('working')).toEqual([
      'You can no longer take this visit: you have another visit at that time.',
      'Ya no puede tomar esta visita: tiene otra visita a esa hora.',
    ]);
    expect(refusedWords('preference')[0]).toBe('You can no longer take this visit. Please call the office.');
    expect(answerInSpanish('Already taken, thank you.')).toBe('Ya fue tomada, gracias.');
    expect(answerInSpanish(refusedWords('working')[0])).toBe(refusedWords('working')[1]);
    expect(answerInSpanish('This is something else.')).toBeUndefined();
    for (const cause of REFUSAL_CAUSES)
      for (const words of refusedWords(cause))
        expect(smsSize(`Front Range Home Care: ${words}`)).toMatchObject({ encoding: 'GSM-7', segments: 1 });
  });
});

describe('an offer that can no longer be answered', () => {
  const since = instantOf('2026-11-20', '00:00', ZONE);
  const facts: EndedFacts = { state: 'closed', cause: null, isMoved: false, isOpen: false, cover: null };
  const own = { isOwn: true, at: '2026-11-20T12:12:00Z' };
  const other = { isOwn: false, at: '2026-11-20T12:12:00Z' };
  test.each<[Partial<EndedFacts>, readonly string[] | undefined]>([
    [{ state: 'covered', cover: own }, ANSWER_WORDS.covered],
    [{ state: 'declined', cover: own }, ANSWER_WORDS.covered],
    [{ state: 'declined', cover: other }, ANSWER_WORDS.declined],
    [{ cover: other }, ['Taken by someone else at 5:12 AM.', 'La tomó otra persona (5:12 a. m.).']],
    [
      { state: 'taken', cover: { ...other, at: '2026-11-19T12:12:00Z' } },
      ['Taken by someone else.', 'La tomó otra persona.'],
    ],
    [{ isMoved: true, isOpen: true }, ANSWER_WORDS.moved],
    [{ state: 'refused', isOpen: true }, refusedWords('planRules')],
    [{ state: 'refused', cause: 'working', isOpen: true }, refusedWords('working')],
    [{ state: 'refused', cause: 'working', cover: other }, refusedWords('working')],
    [{ state: 'refused', cause: 'working', cover: own }, ANSWER_WORDS.covered],
    [{ state: 'refused', cause: 'takenBack', isOpen: true }, ANSWER_WORDS.takenBack],
    [
      { state: 'refused', cause: 'takenBack', cover: other },
      ['Taken by someone else at 5:12 AM.', 'La tomó otra persona (5:12 a. m.).'],
    ],
    [{ state: 'taken', cause: 'gone' }, ANSWER_WORDS.gone],
    [{}, ANSWER_WORDS.gone],
    [{ isOpen: true }, undefined],
    [{ state: 'covered' }, undefined],
  ])('says what became of it: %j', (over, words) => {
    expect(endedWords({ ...facts, ...over }, since, ZONE)).toEqual(words);
  });
});

test.each([
  ['en', 'Aurora', 'from your 10:30 AM visit in Aurora'],
  ['en', null, 'from your 10:30 AM visit'],
  ['es', 'Aurora', 'desde su visita de las 10:30 a. m. en Aurora'],
  ['es', null, 'desde su visita de las 10:30 a. m.'],
] as const)('the visit before is named by its time and town (%s, %s)', (language, town, words) => {
  expect(sayCameFrom({ start: '10:30', town }, language)).toBe(words);
});
