import { IconSearch } from '@tabler/icons-react';
import { openFinder } from '../platform/finder.ts';
import { menuIcon } from '../ui/icons.ts';
import classes from './SideMenu.module.css';

/** Opens the search; shown under the agency's name. */
export const FindButton = () => (
  <button type="button" className={classes.find} aria-keyshortcuts="Control+K" onClick={openFinder}>
    <IconSearch {...menuIcon} />
    <span className={classes.findWords}>Search or jump to</span>
    <span className={classes.key} aria-hidden="true">
      Ctrl K
    </span>
  </button>
);
