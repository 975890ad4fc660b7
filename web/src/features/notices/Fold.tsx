import { Box } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './Notices.module.css';

/** A part that opens on demand; what is closed is not drawn. */
export const Fold = ({
  title,
  count,
  children,
}: {
  readonly title: string;
  readonly count: ReactNode;
  readonly children: () => ReactNode;
}) => {
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <Box component="span" flex={1}>
          {title}
        </Box>
        {count}
      </summary>
      {open && children()}
    </details>
  );
};
