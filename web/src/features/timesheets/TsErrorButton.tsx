import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './TsErrorButton.module.css';
import type { TsErrors } from './use-ts-errors.tsx';

const tipOf = (count: number | undefined) =>
  count === undefined
    ? undefined
    : `${count} scanned ${count === 1 ? 'timesheet' : 'timesheets'} of this month`;

/** TS Error with its count; red while there are any. */
export const TsErrorButton = ({ count, ofMonth, open }: TsErrors) => (
  <Button
    className={classes.button ?? ''}
    data-tone={count ? 'danger' : undefined}
    data-tip={tipOf(ofMonth)}
    leftSection={<IconAlertTriangle size={16} stroke={1.8} aria-hidden />}
    onClick={open}
  >
    TS Error <span className={classes.count}>{count}</span>
  </Button>
);
