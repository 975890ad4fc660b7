import { showStamp } from '@homecare/domain/calendar.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button, Group, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { useZone } from '../../platform/use-today.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';
import { CalendarAddress } from './CalendarAddress.tsx';
import { useCalendarFeed } from './use-calendar-feed.ts';

const WORDS = {
  address: 'Address',
  once: 'Shown only once. Anyone who has it sees the hours and towns of the visits.',
  copy: 'Copy',
  copied: 'Copied',
  open: 'Open in a calendar',
} as const;

const stateWords = (created: string | null, fetched: string | null, zone: string) => {
  if (created === null) return 'No address yet.';
  const read = fetched === null ? 'not read yet' : `last read ${showStamp(fetched, zone)}`;
  return `Made ${showStamp(created, zone)}, ${read}. A new address replaces this one.`;
};

/** Whether there is an address, when it was last read, and what can be done with it. */
const CalendarFeed = ({ id }: { readonly id: number }) => {
  const zone = useZone();
  const feed = useCalendarFeed(id);
  const { data } = feed.query;
  const failure = failureOf(feed.query, 'Couldn’t load the calendar address');
  if (failure) return <ErrorState {...failure} />;
  if (!data) return null;
  return (
    <Stack gap={14}>
      <p>The caregiver’s own calendar shows hours and towns of their visits, without names and addresses.</p>
      <p role="status">{stateWords(data.created, data.fetched, zone)}</p>
      {feed.url && <CalendarAddress url={feed.url} words={WORDS} />}
      <Group gap={10}>
        <Button loading={feed.isPending} data-autofocus onClick={feed.renew}>
          {data.created === null ? 'Make an address' : 'New address'}
        </Button>
        {data.created !== null && (
          <Button disabled={feed.isPending} onClick={feed.remove}>
            Take away
          </Button>
        )}
      </Group>
    </Stack>
  );
};

interface CalendarDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

/** The address by which a caregiver's own calendar shows their visits (docs/rules/schedule.md, rules 17 and 18). */
export const CalendarDialog = ({ person, onClose }: CalendarDialogProps) => (
  <ReadDialog title={`Calendar address of ${personName(person)}`} onClose={onClose}>
    <CalendarFeed id={person.ID} />
  </ReadDialog>
);

/** The same, with a choice of caregiver. */
export const AnyCalendarDialog = ({ onClose }: Pick<CalendarDialogProps, 'onClose'>) => {
  const [id, setId] = useState<number | null>(null);
  const { people } = usePeople(true);
  const providers = useMemo(() => people?.filter((one) => isActiveOfKind(one, 'Provider')), [people]);
  return (
    <ReadDialog title="Calendar address" onClose={onClose}>
      <Stack gap={14}>
        <PersonPicker
          label="Caregiver"
          field="calendar"
          people={providers}
          value={id}
          onChange={(next) => {
            setId(next);
            return true;
          }}
        />
        {id === null ? (
          <p className="ink2">Choose a caregiver to make or replace their address.</p>
        ) : (
          <CalendarFeed key={id} id={id} />
        )}
      </Stack>
    </ReadDialog>
  );
};
