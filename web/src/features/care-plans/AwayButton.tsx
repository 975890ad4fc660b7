import { IconPlaneDeparture } from '@tabler/icons-react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import type { MenuEntry } from '../../ui/RowMenu.tsx';

/** Temporary plans for everybody whom somebody who is away cares for. */
export interface AwayOffer {
  /** Why it cannot be done now. */
  readonly reason: string | undefined;
  readonly onClick: () => void;
}

const LABEL = 'Somebody is away…';

export const AwayButton = (offer: AwayOffer) => (
  <ReasonButton {...offer} folds leftSection={<IconPlaneDeparture size={16} stroke={1.8} aria-hidden />}>
    {LABEL}
  </ReasonButton>
);

/** The same in a menu. */
export const awayEntry = ({ reason, onClick }: AwayOffer): MenuEntry => ({
  label: LABEL,
  icon: IconPlaneDeparture,
  ...(reason && { disabledReason: reason }),
  onSelect: onClick,
});
