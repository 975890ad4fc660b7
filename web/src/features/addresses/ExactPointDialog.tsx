import { TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useAnswer } from '../../platform/form/use-answer.ts';
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
  const answer = useAnswer({
    values: { point: point ? `${point.lat}, ${point.lon}` : '' },
    check: (typed) => (readPoint(typed.point) ? [] : [{ field: 'point', message: pointFault(typed.point) }]),
    pending: busy ?? false,
    onAnswer: (typed) => {
      const read = readPoint(typed.point);
      if (read) onSet(read);
    },
  });
  return (
    <FormDialog save={answer} title="Set exact point" label="Set exact point" onClose={onClose}>
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
        {...answer.text('point')}
      />
    </FormDialog>
  );
};

/** Staff correct the coordinates of an address by hand; they are exact from then on (docs/rules/addresses.md, rule 5). */
export const ExactPointDialog = ({ opened, ...rest }: ExactPointDialogProps) =>
  opened ? <PointForm {...rest} /> : null;
