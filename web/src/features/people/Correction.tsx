import { CORRECTION_MINUTES, minutesLeft } from '@homecare/domain/people/correcting.ts';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useNow } from '../../platform/use-now.ts';
import { smallIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import classes from './PersonFormPage.module.css';

const REFRESH_SECONDS = 5;

const useMinutesLeft = (until: string) => minutesLeft(Temporal.Instant.from(until), useNow(REFRESH_SECONDS));

interface CorrectionProps {
  readonly until: string;
  readonly correcting: boolean;
  readonly onCorrect: () => void;
}

/** Lets the creator of a new record edit it once more, and says for how long. */
export const Correction = ({ until, correcting, onCorrect }: CorrectionProps) => {
  const left = useMinutesLeft(until);
  if (left === 0) return null;
  const time = `${left} min left`;
  if (correcting) return <span className={classes.correcting}>Correcting · {time}</span>;
  return (
    <Button leftSection={<IconPencil {...smallIcon} />} onClick={onCorrect}>
      Correct · {time}
    </Button>
  );
};

/** The hour ended while the user was typing. The input stays readable, so that it can be passed on to an admin. */
export const CorrectionOver = ({ until }: { readonly until: string }) => {
  if (useMinutesLeft(until) > 0) return null;
  return (
    <div className={classes.notes}>
      <Note tone="warn" live>
        {`${CORRECTION_MINUTES} minutes have passed since you created this record, so it can't be saved here anymore. Your changes are still below: ask an admin to make them.`}
      </Note>
    </div>
  );
};
