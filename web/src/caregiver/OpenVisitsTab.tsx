import { dayOfStamp, hoursOf, sayClock, sayTime, todayIn } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { listOwnOffers, openOffer } from '@homecare/domain/offers/contract.ts';
import type { EndedOffer, OwnOffer } from '@homecare/domain/offers/schema.ts';
import { Button } from '@mantine/core';
import { IconCheck, IconCoins, IconHandStop, IconHeartHandshake, IconMapPin } from '@tabler/icons-react';
import { useEffect } from 'react';
import { perform } from '../platform/form/use-action.ts';
import { keep } from '../platform/kept.ts';
import { useLanguage } from '../platform/language.ts';
import { clockOf, failureOf } from '../platform/query.ts';
import { serverNow } from '../platform/server-time.ts';
import { phoneIcon } from '../ui/icons.ts';
import { Pill } from '../ui/Pill.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { useKeptRead } from './answers.ts';
import { CallOffice } from './CallOffice.tsx';
import classes from './EvvPage.module.css';
import { NextVisits } from './NextVisits.tsx';
import { useOwnWeek } from './own-week.ts';
import own from './PhoneBar.module.css';
import { ConnectionNote } from './PhoneNotes.tsx';
import { RequestNotes } from './RequestNotes.tsx';
import { keepRequest, useWaitingRequests } from './requests.ts';
import { ThisWeek } from './ThisWeek.tsx';
import { PHONE_TAB, type PhoneTabProps } from './tab-props.ts';
import { dayWords, shortDayWords, useWords, type Words } from './words.ts';

/** The caregiver's answers that the server does not have yet. */
const useUnsentAnswers = () =>
  new Map(
    useWaitingRequests().flatMap(({ request }) =>
      request.kind === 'answer' ? [[request.input.id, request.input.answer] as const] : [],
    ),
  );

const useOwnOffers = () => useKeptRead(listOwnOffers, {});

/** Number of offers that wait for an answer. */
export const useOfferCount = () => {
  const unsent = useUnsentAnswers();
  return (useOwnOffers().data?.waiting ?? []).filter(({ id }) => !unsent.has(id)).length;
};

const placeWords = (words: Words, { town, miles, extraMinutes, from }: OwnOffer) =>
  [
    town,
    miles === null ? undefined : words.milesAway(miles.toFixed(1)),
    extraMinutes === null ? undefined : words.moreDriving(extraMinutes),
    miles === null || from === null ? undefined : words.fromVisit(from),
  ]
    .filter(Boolean)
    .join(', ');

const payWords = (words: Words, { payCents, overtimeMinutes }: OwnOffer) =>
  [
    payCents === null ? undefined : words.aboutPay(showMoney(payCents)),
    overtimeMinutes > 0 ? words.isOvertime(String(hoursOf(overtimeMinutes))) : undefined,
  ]
    .filter(Boolean)
    .join(', ');

const answerWords = (words: Words, answerBy: string, zone: string) => {
  const day = dayOfStamp(answerBy, zone);
  const isToday = day === todayIn(zone, serverNow()).toString();
  return words.answerBy(sayClock(answerBy, zone), isToday ? undefined : shortDayWords(words, day));
};

interface OfferCardProps extends Pick<PhoneTabProps, 'zone' | 'officePhone'> {
  readonly offer: OwnOffer;
  readonly unsent: 'yes' | 'no' | undefined;
}

const OfferCard = ({ offer, unsent, zone, officePhone }: OfferCardProps) => {
  const words = useWords();
  const { id, day, start, end, service, visitsHere, answerBy, isOpened } = offer;
  useEffect(() => {
    if (!isOpened) void perform({ call: openOffer }, { id }, { asks: false });
  }, [id, isOpened]);
  const answer = (chosen: 'yes' | 'no') =>
    void keepRequest({ kind: 'answer', input: { id, answer: chosen } });
  const pay = payWords(words, offer);
  const when = words.clock(`${sayTime(start)} – ${sayTime(end)}`);
  const date = dayWords(words, day);
  const isToday = day === todayIn(zone, serverNow()).toString();
  return (
    <li className={own.card} data-asks={unsent === undefined || undefined} aria-label={`${date}, ${when}`}>
      <div className={own.head}>
        <Pill tone="info">{words.offerForYou}</Pill>
        {answerBy !== null && <b className={own.due}>{answerWords(words, answerBy, zone)}</b>}
      </div>
      <div>
        <p className={own.when}>{when}</p>
        <p className="ink2">{`${isToday ? words.today(date) : date} · ${service}`}</p>
      </div>
      <ul className={own.facts}>
        <li>
          <IconMapPin {...phoneIcon} />
          {placeWords(words, offer)}
        </li>
        <li>
          <IconHeartHandshake {...phoneIcon} />
          {words.visitsHere(visitsHere)}
        </li>
        {pay && (
          <li>
            <IconCoins {...phoneIcon} />
            {pay}
          </li>
        )}
      </ul>
      {unsent === undefined ? (
        <>
          <Button
            size="lg"
            variant="filled"
            leftSection={<IconCheck {...phoneIcon} />}
            onClick={() => answer('yes')}
          >
            {words.takeVisit}
          </Button>
          <div className={own.choices}>
            <Button size="md" onClick={() => answer('no')}>
              {words.notThisVisit}
            </Button>
            <CallOffice phone={officePhone} label={words.askOffice} />
          </div>
          <p className="ink2">{words.firstGets}</p>
        </>
      ) : (
        <p role="status">{unsent === 'yes' ? words.yesNotSent : words.noNotSent}</p>
      )}
    </li>
  );
};

/** What became of offers that can no longer be answered. A text says so too, unless the phone receives none. */
const EndedOffers = ({ ended }: { readonly ended: readonly EndedOffer[] }) => {
  const words = useWords();
  const isSpanish = useLanguage() === 'es';
  if (ended.length === 0) return null;
  return (
    <section aria-label={words.endedOffers}>
      {ended.map(({ id, day, start, end, english, spanish }) => (
        <p key={id} className="ink2">
          {`${dayWords(words, day)}, ${words.clock(`${sayTime(start)} – ${sayTime(end)}`)}: ${isSpanish ? spanish : english}`}
        </p>
      ))}
    </section>
  );
};

/** Open visits that this caregiver is asked to take. */
export const OpenVisitsTab = (props: PhoneTabProps) => {
  const { zone, officePhone } = props;
  const words = useWords();
  const query = useOwnOffers();
  const week = useOwnWeek();
  const unsent = useUnsentAnswers();
  const failure = failureOf(query, words.loadFailedShort);
  const offers = query.data?.waiting.filter(({ id }) => unsent.get(id) !== 'no');
  return (
    <div className={classes.page}>
      <ConnectionNote
        stale={
          query.isRefetchError && query.dataUpdatedAt > 0 ? words.stale(clockOf(query.dataUpdatedAt)) : ''
        }
      />
      <RequestNotes kinds={['answer']} />
      {failure && <ErrorState {...failure} />}
      {offers?.length === 0 && <EmptyState icon={IconHandStop} title={words.noOffers} />}
      <ul className={own.list} aria-label={words.tabOffers}>
        {offers?.map((offer) => (
          <OfferCard
            key={offer.id}
            offer={offer}
            unsent={unsent.get(offer.id)}
            zone={zone}
            officePhone={officePhone}
          />
        ))}
      </ul>
      <EndedOffers ended={query.data?.ended ?? []} />
      {week.data && <ThisWeek week={week.data} onHours={() => keep(PHONE_TAB, 'week')} />}
      <NextVisits {...props} />
    </div>
  );
};
