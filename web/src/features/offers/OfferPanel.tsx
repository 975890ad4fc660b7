import type { VisitOffers } from '@homecare/domain/offers/schema.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { useAction } from '../../platform/form/use-action.ts';
import { useNow } from '../../platform/use-now.ts';
import { menuIcon } from '../../ui/icons.ts';
import { PAUSE_OFFERS, RESUME_OFFERS } from './api.ts';
import classes from './Offers.module.css';
import { latestOffers, sayNext, sayOffer, sayRound } from './offer-words.ts';

/** Waves stop and go on; answers count all the while. */
const PauseButton = ({ visit, isPaused }: { readonly visit: VisitKey; readonly isPaused: boolean }) => {
  const pause = useAction(PAUSE_OFFERS);
  const resume = useAction(RESUME_OFFERS);
  const { planId, day } = visit;
  const action = isPaused ? resume : pause;
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Button
      size="compact-md"
      disabled={action.pending}
      leftSection={<Icon {...menuIcon} />}
      onClick={() => void action.run({ planId, day })}
    >
      {isPaused ? 'Go on' : 'Pause'}
    </Button>
  );
};

interface OfferPanelProps {
  readonly visit: VisitKey;
  readonly zone: string;
  readonly answer: VisitOffers;
}

/** Who was asked for the visit and answered what, and when others are asked. */
export const OfferPanel = ({ visit, zone, answer: { round, offers } }: OfferPanelProps) => {
  const now = useNow(1);
  if (!round) return null;
  const { title, asked } = sayRound(round, offers);
  const isOver = round.ended !== null;
  const isCovered = offers.some(({ state }) => state === 'covered');
  return (
    <section className={classes.panel} aria-label="Offers">
      <header>
        <IconSend {...menuIcon} />
        <p>
          <b>{title}</b> <span className="ink2">{asked}</span>
        </p>
        <span className={classes.next} data-tone={isCovered ? 'ok' : isOver ? 'danger' : 'mute'}>
          {sayNext(round, { zone, now })}
        </span>
        {!isOver && (round.nextAt !== null || round.isPaused) && (
          <PauseButton visit={visit} isPaused={round.isPaused} />
        )}
      </header>
      {offers.length > 0 && (
        <ul>
          {latestOffers(offers).map((offer) => {
            const { words, tone } = sayOffer(offer, { zone, now });
            return (
              <li key={offer.id}>
                <b>{offer.Provider}</b>
                <span data-tone={tone}>{words}</span>
                {offer.words && <q>{offer.words}</q>}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
};
