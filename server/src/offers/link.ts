import { spanishClock } from '@homecare/domain/calendar.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { showMoney } from '@homecare/domain/money.ts';
import {
  ANSWER_WORDS,
  isMoved,
  movedOfferWords,
  sayCameFrom,
  sayHours,
  sayOfferDay,
} from '@homecare/domain/offers/rules.ts';
import type { Opened } from '@homecare/domain/staffing/open-visits.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { LinkKind, LinkOffer, LinkPage, Words } from '../platform/http/links.ts';
import { timesFor } from '../staffing/covering.ts';
import { coveredBy, findVisit } from '../staffing/service.ts';
import { type AnswerReply, isTakenBack, isTheirs, takeAnswer } from './answering.ts';
import { noteOpened } from './opened.ts';
import { findOfferByToken, type OfferRow } from './queries.ts';
import { inTurn } from './turns.ts';

/** The page behind an offer's link shows day, hours, town, distance and pay, never a name or an address. */

const offerOf = async (
  scope: Scope,
  offer: OfferRow,
  opened: Opened,
  town: string | null,
): Promise<LinkOffer> => {
  const { date, start, end } = await timesFor(scope.site.db, scope, opened, offer.providerId);
  const today = scope.today().toString();
  const facts = (language: 'en' | 'es') =>
    [
      `${sayOfferDay(date, today, language)} ${sayHours(start, end)}`,
      town,
      offer.miles === null ? null : `${offer.miles.toFixed(1)} ${language === 'en' ? 'miles' : 'millas'}`,
      offer.miles === null || offer.from === null ? null : sayCameFrom(offer.from, language),
      offer.payCents === null ? null : `${language === 'en' ? 'about' : 'unos'} ${showMoney(offer.payCents)}`,
    ]
      .filter((part) => part !== null)
      .join(', ');
  return {
    title: ['Open visit', 'Visita disponible'],
    text: [
      `${facts('en')}. You see the name and address after you accept. The first to accept gets it.`,
      spanishClock(
        `${facts('es')}. Verá el nombre y la dirección después de aceptar. La recibe quien acepta primero.`,
      ),
    ],
    button: ['Take this visit', 'Tomar esta visita'],
    other: { name: 'answer', value: 'no', label: ['No', 'No'] },
  };
};

const page = ({ english, spanish }: Pick<AnswerReply, 'english' | 'spanish'>): LinkPage => ({
  title: ['Open visit', 'Visita disponible'],
  text: [english, spanish],
});
const pageOf = ([english, spanish]: Words) => page({ english, spanish });

/** If a yes is no longer possible, the page says why. */
const shown = async (scope: Scope, offer: OfferRow): Promise<LinkPage | LinkOffer> => {
  const found = await findVisit(scope.site.db, scope, offer);
  if (isTheirs(offer, found)) return pageOf(ANSWER_WORDS.covered);
  if (found?.opened && isMoved(offer.times, found.opened.visit))
    return pageOf(movedOfferWords(offer.times, found.opened.visit));
  if (found?.opened && isTakenBack(offer)) return pageOf(ANSWER_WORDS.takenBack);
  if (found?.opened)
    return offerOf(
      scope,
      offer,
      found.opened,
      found.around.people.get(found.opened.visit.ClientID)?.town ?? null,
    );
  const isTaken = found !== undefined && coveredBy(found, offer) !== undefined;
  return pageOf(ANSWER_WORDS[isTaken ? 'taken' : 'gone']);
};

export const offerLink: LinkKind = {
  offer: async (scope, tokenHash) => {
    const offer = await findOfferByToken(scope.site.db, tokenHash);
    if (!offer) return undefined;
    await noteOpened(scope, offer);
    return shown(scope, offer);
  },
  use: async (scope, tokenHash, { fields }) => {
    const offer = await findOfferByToken(scope.site.db, tokenHash);
    if (!offer) return undefined;
    const isYes = fields.answer !== 'no';
    const answered = await inTurn(scope, () =>
      mutate(scope, 'offers.answerLink', async (tx, record) => {
        const answer = await takeAnswer(tx, scope, offer.id, { isYes, words: null }, record);
        return answer ? done(answer) : refuse('notFound');
      }),
    );
    return answered.ok ? page(answered.data) : undefined;
  },
};
