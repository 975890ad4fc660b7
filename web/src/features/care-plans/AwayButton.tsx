import { IconPlaneDeparture } from '@tabler/icons-react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import type { MenuEntry } from '../../ui/RowMenu.tsx';

/** Offers temporary plans for all clients of an absent caregiver. */
export interface AwayOffer {
  /** Why it is disabled now. */
  readonly reason: string | undefined;
  readonly onClick: () => void;
}

const LABEL = 'Somebody is away…';

export const AwayButton = (offer: AwayOffer) => (
  <ReasonButton {...offer} folds leftSection={<IconPlaneDeparture size={16} stroke={1.8} aria-hidden />}>
    {LABEL}
  </ReasonButton>
);

/** The same as a menu entry. */
export const awayEntry = ({ reason, onClick }: AwayOffer): MenuEntry => ({
  label: LABEL,
  icon: IconPlaneDeparture,
  ...(reason && { disabledReason: reason }),
  onSelect: onClick,
});
