import { showMoney } from '@homecare/domain/money.ts';
import type { OfferRound } from '@homecare/domain/offers/schema.ts';
import type { Candidate, VisitKey } from '@homecare/domain/staffing/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { menuIcon } from '../../ui/icons.ts';
import { SEND_OFFERS } from './api.ts';
import classes from './Offers.module.css';
import { saySent } from './offer-words.ts';

/** 'Costs $50.00 to $57.75' of those who are asked; undefined where the answer has no amounts. */
const sayCosts = (chosen: readonly Candidate[]): string | undefined => {
  const cents = chosen.flatMap(({ cost }) =>
    cost?.payCents == null ? [] : [sum([cost.payCents, cost.overtimeCents ?? 0])],
  );
  if (cents.length === 0) return undefined;
  const [least, most] = [Math.min(...cents), Math.max(...cents)];
  return `Costs ${showMoney(least)}${most > least ? ` to ${showMoney(most)}` : ''}`;
};

interface OfferFootProps {
  readonly visit: VisitKey;
  readonly round: OfferRound | null;
  readonly chosen: readonly Candidate[];
  /** The cover has other times than those that are proposed: offers ask for those all the same. */
  readonly hasOwnTimes: boolean;
  readonly onSent: () => void;
}

/** Asks those who are ticked at once, or the best, wave by wave. */
export const OfferFoot = ({ visit: { planId, day }, round, chosen, hasOwnTimes, onSent }: OfferFootProps) => {
  const send = useAction({
    ...SEND_OFFERS,
    onDone: ({ data }) => {
      toast.success(saySent(data));
      onSent();
    },
  });
  // After the last wave nobody else is asked by itself: the office may begin anew.
  const hasNext = round !== null && (round.nextAt !== null || round.isPaused);
  const isRunning = hasNext && round.ended === null && round.waves > 1;
  const isChosen = chosen.length > 0;
  if (!isChosen && isRunning) return null;
  const providerIds = chosen.map(({ ProviderID }) => ProviderID);
  return (
    <div className={classes.foot}>
      <p className={classes.costs}>
        <span>{isChosen ? sayCosts(chosen) : 'Best first, a few at a time'}</span>
        <span>The first to accept gets it</span>
        {hasOwnTimes && <span>Offers ask for the next quarter hour, not for your times</span>}
      </p>
      <Button
        variant="filled"
        leftSection={<IconSend {...menuIcon} />}
        disabled={send.pending}
        onClick={() => void send.run({ planId, day, ...(isChosen && { providerIds }) })}
      >
        {isChosen ? `Offer to ${chosen.length}` : 'Offer in waves'}
      </Button>
    </div>
  );
};
