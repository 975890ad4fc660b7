import { counted } from '@homecare/domain/counted.ts';
import { listOpenVisits } from '@homecare/domain/staffing/contract.ts';
import { IconUserQuestion } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { may } from '../../platform/role-copy.ts';
import { useSession } from '../../platform/session.ts';
import classes from './OpenCount.module.css';
import { OPEN_DAYS, useOpenSoon } from './OpenCount.tsx';

const Badge = () => {
  const count = useOpenSoon();
  if (count === 0) return null;
  // The number covers more days than the week on the board, so say how many.
  const words = `${counted(count, 'visit needs', 'visits need')} a caregiver in the next ${OPEN_DAYS} days`;
  return (
    <Link to="/schedule" className={classes.badge} aria-label={words} data-tip={words}>
      <IconUserQuestion size={20} stroke={1.7} aria-hidden />
      <span className={classes.badgeCount} aria-hidden="true">
        {count}
      </span>
    </Link>
  );
};

/** Open visits in the toolbar of every page, for users who cover them. Nothing if every visit has a caregiver. */
export const OpenBadge = () => {
  const role = useSession()?.role;
  return may(role, listOpenVisits) ? <Badge /> : null;
};
