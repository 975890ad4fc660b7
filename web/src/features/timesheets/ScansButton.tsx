import { Button } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTrayCount } from './scans-api.ts';
import classes from './TsErrorButton.module.css';

export const SCANS_PATH = '/scans';

const trayWords = (count: number | undefined) =>
  count ? `${count} ${count === 1 ? 'page waits' : 'pages wait'} in the tray` : 'Upload scanned timesheets';

/** To the scans, with the number of pages that wait in the tray. */
export const ScansButton = () => {
  const count = useTrayCount(true);
  return (
    <Button
      component={Link}
      to={SCANS_PATH}
      className={classes.button ?? ''}
      data-tone={count ? 'warn' : undefined}
      data-tip={trayWords(count)}
      leftSection={<IconScan size={16} stroke={1.8} aria-hidden />}
    >
      <span className={classes.label}>Scans</span> <span className={classes.count}>{count || ''}</span>
    </Button>
  );
};
