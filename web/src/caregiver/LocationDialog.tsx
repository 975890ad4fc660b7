import { LOCATION_TOLERANCE_METRES } from '@homecare/domain/visits/rules.ts';
import { Button, Group, Stack } from '@mantine/core';
import { IconCurrentLocation, IconMapPinOff } from '@tabler/icons-react';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './LocationDialog.module.css';
import type { LocationQuestion } from './use-check.ts';
import { useWords, type Words } from './words.ts';

const metres = (value: number) => `${Math.round(value).toLocaleString('en-US')} m`;

/** Codes of the Geolocation API: 1 denied, 2 unavailable, 3 timed out. */
const failureText = (words: Words, code: number) => {
  if (code === 1) return words.denied;
  return code === 3 ? words.tooSlow : words.unavailable;
};

const Finding = ({ question }: { readonly question: LocationQuestion }) => {
  const words = useWords();
  const { finding, position, visit, failed } = question;
  if (failed !== undefined) return <p>{failureText(words, failed)}</p>;
  const exactness = position && (
    <>
      {` ${words.exactTo} `}
      <span className="nowrap">{metres(position.accuracy)}.</span>
    </>
  );
  if (finding.metres === null || visit.ClientAddressApproximate)
    return (
      <p>
        {finding.metres === null ? words.addressUnknown : words.addressApproximate}
        {exactness}
      </p>
    );
  const [before, after] = words.away(visit.ClientName);
  return (
    <p>
      {before}
      <b className="nowrap">{metres(finding.metres)}</b>
      {`${after} ${words.upTo(LOCATION_TOLERANCE_METRES)}`}
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

/** Reports a problem with the location. Trying again comes first; continuing anyway is recorded as a location error. */
export const LocationDialog = ({ question, onTryAgain, onGoOn, onCancel }: LocationDialogProps) => {
  const words = useWords();
  const move = question?.move.name ?? 'Check-In';
  return (
    <Dialog
      opened={question !== undefined}
      onClose={onCancel}
      title={
        <Group component="span" gap={12} wrap="nowrap" c="var(--danger-fg)">
          <span className={classes.icon} data-tone="danger">
            <IconMapPinOff size={24} stroke={1.8} aria-hidden />
          </span>
          {words.locationTitle}
        </Group>
      }
    >
      <Stack gap={8} fz={16}>
        {question && <Finding question={question} />}
        <p className="ink2">{words.officeSees(move)}</p>
      </Stack>
      <Stack gap={8} mt={16}>
        <Button
          size="lg"
          variant="filled"
          data-autofocus
          leftSection={<IconCurrentLocation size={20} stroke={1.8} aria-hidden />}
          onClick={onTryAgain}
        >
          {words.tryAgain}
        </Button>
        <Button size="lg" variant="outline" color="red" onClick={onGoOn}>
          {words.anyway(move)}
        </Button>
        <Button size="lg" variant="subtle" color="gray" onClick={onCancel}>
          {words.cancel}
        </Button>
      </Stack>
    </Dialog>
  );
};
