import type { VisitOffers } from '@homecare/domain/offers/schema.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck, IconPlayerPause, IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { useAction } from '../../platform/form/use-action.ts';
import { useNow } from '../../platform/use-now.ts';
import { menuIcon } from '../../ui/icons.ts';
import { PAUSE_OFFERS, RESUME_OFFERS } from './api.ts';
import classes from './Offers.module.css';
import { latestOffers, sayNext, sayOffer, sayRound } from './offer-words.ts';
import { UndoCover } from './UndoCover.tsx';

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
  /** Somebody comes now. */
  readonly isTaken: boolean;
}

/** Who was asked for the visit and answered what, and when others are asked. */
export const OfferPanel = ({ visit, zone, answer: { round, offers }, isTaken }: OfferPanelProps) => {
  const now = useNow(1);
  if (!round) return null;
  const { title, asked } = sayRound(round, offers);
  const isOver = round.ended !== null;
  const isCovered = isTaken && offers.some(({ state }) => state === 'covered');
  const Sign = isCovered ? IconCircleCheck : IconSend;
  return (
    <section className={classes.panel} data-tone={isCovered ? 'ok' : undefined} aria-label="Offers">
      <header>
        <Sign {...menuIcon} />
        <p>
          <b>{isCovered ? round.ended : title}</b> <span className="ink2">{asked}</span>
        </p>
        {isCovered ? (
          <span className={classes.next}>
            <UndoCover visit={visit} label={round.ended ?? title} />
          </span>
        ) : (
          <span className={classes.next} data-tone={isOver && !isTaken ? 'danger' : 'mute'}>
            {sayNext(round, { zone, now })}
          </span>
        )}
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
