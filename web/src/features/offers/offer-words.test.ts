import type { AskedVisit, Offer, OfferRound } from '@homecare/domain/offers/schema.ts';
import { describe, expect, it } from 'vitest';
import {
  latestOffers,
  sayAsked,
  sayAsking,
  sayCountdown,
  sayCovers,
  sayMoment,
  sayNext,
  sayOffer,
  sayRound,
  saySent,
} from './offer-words.ts';

const zone = 'America/Denver';
const now = Temporal.Instant.from('2026-11-17T17:42:14Z');
const around = { zone, now };

const offer: Offer = {
  id: 1,
  ProviderID: 7,
  Provider: 'Anderson, Kjersti',
  wave: 1,
  channel: 'text',
  sent: '2026-11-17T17:31:00Z',
  opened: null,
  state: 'waiting',
  answered: null,
  cause: null,
  words: null,
};
const round: OfferRound = {
  wave: 1,
  waves: 3,
  people: 4,
  nextAt: '2026-11-17T17:51:00Z',
  isPaused: false,
  ended: null,
  isAfterQuiet: false,
  isUnsent: false,
  isAutomatic: true,
};

describe('How a caregiver stands to an offer', () => {
  it.each([
    [{}, 'Asked 10:31 AM', 'mute'],
    [{ channel: 'phone' as const }, 'Asked 10:31 AM, in the app only', 'mute'],
    [{ opened: '2026-11-17T17:34:00Z' }, 'Opened 10:34 AM', 'info'],
    [{ state: 'declined' as const, answered: '2026-11-17T17:33:00Z' }, 'No at 10:33 AM', 'danger'],
    [{ state: 'covered' as const, answered: '2026-11-17T17:33:00Z' }, 'Yes at 10:33 AM', 'ok'],
    [{ state: 'taken' as const, answered: '2026-11-17T17:33:00Z' }, 'Yes at 10:33 AM, too late', 'mute'],
    [
      { state: 'refused' as const, answered: '2026-11-17T17:33:00Z' },
      'Yes at 10:33 AM, cannot come',
      'danger',
    ],
    [
      { state: 'taken' as const, cause: 'gone' as const, answered: '2026-11-17T17:33:00Z' },
      'Yes at 10:33 AM, no longer needed',
      'mute',
    ],
    [
      { state: 'refused' as const, cause: 'working' as const, answered: '2026-11-17T17:33:00Z' },
      'Yes at 10:33 AM, cannot come: already working',
      'danger',
    ],
    [
      { state: 'refused' as const, cause: 'moved' as const, answered: '2026-11-17T17:33:00Z' },
      'Yes at 10:33 AM, before the visit was moved',
      'danger',
    ],
    [
      { state: 'refused' as const, cause: 'beyondOvertime' as const, answered: '2026-11-17T17:33:00Z' },
      'Yes at 10:33 AM, more overtime than the autopilot may add',
      'danger',
    ],
    [{ state: 'closed' as const }, 'No longer asked', 'mute'],
    [
      { state: 'closed' as const, answered: '2026-11-17T17:33:00Z' },
      'Yes at 10:33 AM, assigned before',
      'ok',
    ],
  ])('%o is %j', (over, words, tone) => {
    expect(sayOffer({ ...offer, ...over }, around)).toEqual({ words, tone });
  });

  it('is told by the last offer of each caregiver', () => {
    const again = { ...offer, id: 5, wave: 2 };
    const other = { ...offer, id: 3, ProviderID: 8 };
    expect(latestOffers([again, offer, other]).map(({ id }) => id)).toEqual([5, 3]);
  });
});

describe('A moment', () => {
  it('has its day where that is another one', () => {
    expect(sayMoment('2026-11-17T17:33:00Z', 'America/Denver', now)).toBe('10:33 AM');
    expect(sayMoment('2026-11-16T11:18:00Z', 'America/Denver', now)).toBe('Nov 16, 4:18 AM');
  });
});

describe('How the asking goes', () => {
  it('names the wave, how many were asked, and when others are', () => {
    expect(sayRound(round, [offer])).toEqual({ title: 'Wave 1 of 3', asked: '1 asked, nobody yet' });
    const closed = { ...offer, state: 'closed' as const };
    const taken = { ...round, ended: 'Brooks, Kenneth has taken this visit.' };
    expect(sayRound(taken, [closed]).asked).toBe('1 asked');
    expect(sayRound(taken, [closed, { ...offer, id: 2, ProviderID: 8 }]).asked).toBe('2 asked, nobody yet');
    expect(sayNext(round, around)).toBe('next 4 at 10:51 AM, in 8:46');
    expect(sayNext({ ...round, isPaused: true }, around)).toBe('Paused');
    expect(sayNext({ ...round, nextAt: null }, around)).toBe('This was the last wave');
    expect(sayNext({ ...round, ended: 'Nobody else can be asked.' }, around)).toBe(
      'Nobody else can be asked.',
    );
  });

  it('counts down to nothing', () => {
    expect(sayCountdown('2026-11-17T19:42:14Z', now)).toBe('2 h 0 min');
    expect(sayCountdown('2026-11-17T17:00:00Z', now)).toBe('0:00');
  });

  it('says who comes, or when the visit starts', () => {
    const visit: AskedVisit = {
      planId: 1,
      day: '2026-11-17',
      date: '2026-11-17',
      ClientID: 31,
      Client: 'Whitfield, Earl',
      town: 'Aurora',
      start: '13:00',
      end: '15:30',
      started: '2026-11-17T17:24:00Z',
      asked: 4,
      covered: null,
      calledOut: null,
      round,
    };
    const ahead = { minutesToStart: 138, isOver: false };
    expect(sayAsked(visit, around, ahead)).toBe('Nobody yet, 4 asked, starts in 2 h 18 min');
    const begun = { minutesToStart: -5, isOver: false };
    expect(sayAsked(visit, around, begun)).toBe('Nobody yet, 4 asked, should have started');
    expect(sayAsking(visit, around)).toBe('4 asked, next 4 at 10:51 AM');
    for (const stopped of [{ isPaused: true }, { nextAt: null }, { ended: 'Nobody else can be asked.' }])
      expect(sayAsking({ ...visit, round: { ...round, ...stopped } }, around)).toBe('4 asked, nobody yet');
    const unsent = { ...visit, round: { ...round, isUnsent: true } };
    expect(sayAsked(unsent, around, ahead)).toBe(
      'Nobody yet, 4 asked, starts in 2 h 18 min. No texts went out: the daily limit of messages is reached',
    );
    expect(sayAsking(unsent, around)).toBe('4 asked, no texts went out');
    expect(sayNext(unsent.round, around)).toBe('They go out as soon as the limit allows it');
    const over = { minutesToStart: -900, isOver: true };
    expect(sayAsked(visit, around, over)).toBe('Nobody covered it, 4 asked');
    const covered = { ...visit, covered: { Provider: 'Archuleta, Ana', at: '2026-11-17T12:12:00Z' } };
    for (const when of [ahead, over])
      expect(sayAsked(covered, around, when)).toBe('Covered by Archuleta, Ana at 5:12 AM, 4 asked');
    expect(sayCovers([visit, covered])).toBe('1 of 2 visits covered');
  });

  it('says when the quiet hours keep it back', () => {
    const quiet = { ...round, nextAt: '2026-11-17T19:52:14Z', isAfterQuiet: true };
    const ends = 'Quiet hours end at 12:52 PM, in 2 h 10 min:';
    expect(sayNext({ ...quiet, wave: 0 }, around)).toBe(`${ends} then the first 4 are asked`);
    expect(sayNext(quiet, around)).toBe(`${ends} then the next 4 are asked`);
    expect(sayNext({ ...quiet, wave: 0, waves: 1 }, around)).toBe(`${ends} then the offers go out`);
    expect(sayNext({ ...quiet, isUnsent: true }, around)).toBe(
      `${ends} then the texts go out, if the limit allows it`,
    );
    expect(sayNext({ ...quiet, isPaused: true }, around)).toBe('Paused');
    expect(sayAsking({ asked: 4, round: quiet }, around)).toBe(
      '4 asked, next when quiet hours end at 12:52 PM',
    );
    expect(saySent({ asked: 0, later: '11-18-2026 05:00 AM' })).toBe(
      'Quiet hours: offers go out 11-18-2026 05:00 AM.',
    );
    expect(saySent({ asked: 1, later: null })).toBe('Offered to 1 caregiver. The first yes takes the visit.');
  });
});
