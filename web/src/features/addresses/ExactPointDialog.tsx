import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import type { Point } from './directions.ts';
import classes from './ExactPointDialog.module.css';
import { pointFault, readPoint } from './read-point.ts';

interface ExactPointDialogProps {
  readonly opened: boolean;
  readonly point: Point | undefined;
  /** The address that the point belongs to. */
  readonly address: string;
  readonly onClose: () => void;
  readonly onSet: (point: Point) => void;
  readonly busy?: boolean;
}

const PointForm = ({ point, address, onClose, onSet, busy }: Omit<ExactPointDialogProps, 'opened'>) => {
  const [typed, setTyped] = useState(point ? `${point.lat}, ${point.lon}` : '');
  const [tried, setTried] = useState(false);
  const read = readPoint(typed);
  const set = () => {
    setTried(true);
    if (read) onSet(read);
  };
  return (
    <Dialog
      opened
      title="Set exact point"
      onClose={onClose}
      onMain={set}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" loading={busy ?? false} onClick={set}>
            Set exact point
          </Button>
        </>
      }
    >
      <p className={classes.explain}>
        Check-in compares the caregiver’s position with this point
        {address && <> of {address}</>}: within 70 m is fine. In a map, choose the front door and copy its
        coordinates or its link.
      </p>
      <TextInput
        label="Latitude, longitude or the link of a map"
        placeholder="39.62914, -104.84721"
        autoComplete="off"
        data-autofocus
        value={typed}
        error={tried && !read ? pointFault(typed) : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && set()}
      />
    </Dialog>
  );
};

/** Staff correct the coordinates of an address by hand; they are exact from then on (docs/rules/addresses.md, rule 5). */
export const ExactPointDialog = ({ opened, ...rest }: ExactPointDialogProps) =>
  opened ? <PointForm {...rest} /> : null;
