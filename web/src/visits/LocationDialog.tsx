import { LOCATION_TOLERANCE_METRES } from '@homecare/domain/visits/rules.ts';
import { Button } from '@mantine/core';
import { IconCurrentLocation, IconMapPinOff } from '@tabler/icons-react';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './LocationDialog.module.css';
import type { LocationQuestion } from './use-check.ts';

const TITLE = 'Geolocation check error: You have problem with geolocation!';

const metres = (value: number) => `${Math.round(value).toLocaleString('en-US')} m`;

/** By code of the Geolocation API: 1 denied, 2 unavailable, 3 took too long. */
const FAILURES: Record<number, string> = {
  1: 'This page may not see where you are. Allow location for it in the settings of your browser, then try again.',
  3: 'Your phone did not find its position in time. Near a window or outside it is quicker.',
};
const UNAVAILABLE =
  'Your phone could not tell its position. Turn location on, or go near a window, then try again.';

const Finding = ({ question }: { readonly question: LocationQuestion }) => {
  const { finding, position, visit, failed } = question;
  if (failed !== undefined) return <p>{FAILURES[failed] ?? UNAVAILABLE}</p>;
  const exactness = position && (
    <>
      {' '}
      Your phone’s position is exact to <span className="nowrap">{metres(position.accuracy)}.</span>
    </>
  );
  if (finding.metres === null || visit.ClientAddressApproximate)
    return (
      <p>
        {finding.reason} The office can set its exact point.
        {exactness}
      </p>
    );
  return (
    <p>
      You are about <b className="nowrap">{metres(finding.metres)}</b> from {visit.ClientName}. Up to{' '}
      {LOCATION_TOLERANCE_METRES} m is fine.
      {exactness}
    </p>
  );
};

interface LocationDialogProps {
  readonly question: LocationQuestion | undefined;
  readonly onTryAgain: () => void;
  readonly onGoOn: () => void;
  readonly onCancel: () => void;
}

/** The location is not fine: trying again comes first, going on anyway is recorded as a location error. */
export const LocationDialog = ({ question, onTryAgain, onGoOn, onCancel }: LocationDialogProps) => {
  const verb = question?.move.name === 'Check-Out' ? 'Check out' : 'Check in';
  return (
    <Dialog
      opened={question !== undefined}
      onClose={onCancel}
      onMain={onTryAgain}
      title={
        <span className={classes.title}>
          <span className={classes.icon} data-tone="danger">
            <IconMapPinOff size={24} stroke={1.8} aria-hidden />
          </span>
          {TITLE}
        </span>
      }
    >
      <div className={classes.text}>
        {question && <Finding question={question} />}
        <p className="ink2">{`If you ${verb.toLowerCase()} now, the office sees a location error.`}</p>
      </div>
      <div className={classes.actions}>
        <Button
          size="lg"
          variant="filled"
          data-autofocus
          leftSection={<IconCurrentLocation size={20} stroke={1.8} aria-hidden />}
          onClick={onTryAgain}
        >
          Try again
        </Button>
        <Button size="lg" variant="outline" color="red" onClick={onGoOn}>
          {verb} anyway
        </Button>
        <Button size="lg" variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
};
