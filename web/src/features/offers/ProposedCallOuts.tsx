import { instantOf, sayTime, showDate } from '@homecare/domain/calendar.ts';
import type { CallOutProposal } from '@homecare/domain/offers/schema.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { Note } from '../../ui/Note.tsx';
import { CallOutDialog } from '../staffing/CallOutDialog.tsx';
import { CLOSE_PROPOSAL, useProposals } from './api.ts';
import { sayMoment } from './offer-words.ts';

interface ProposedProps {
  readonly proposal: CallOutProposal;
  readonly now: Temporal.Instant;
  readonly zone: string;
}

type Person = Pick<CallOutProposal, 'ProviderID' | 'Provider' | 'next'>;

type Around = Pick<ProposedProps, 'now' | 'zone'>;

/** '11-20-2026 9:00 AM Baca, Eva', and of one that should have begun that nobody has checked in. */
const sayVisit = ({ date, start, Client }: Person['next'][number], { now, zone }: Around) => {
  const isDue = Temporal.Instant.compare(instantOf(date, start, zone), now) < 0;
  return `${showDate(date)} ${sayTime(start)} ${Client}${isDue ? ' (not checked in)' : ''}`;
};

const sayNext = ({ Provider, next }: Person, isOne: boolean, around: Around) =>
  next.length === 0
    ? `${isOne ? 'No' : `${Provider} has no`} visits today or tomorrow.`
    : `${isOne ? 'Next' : `Next of ${Provider}`}: ${next.map((visit) => sayVisit(visit, around)).join('; ')}.`;

const Proposed = ({ proposal, now, zone }: ProposedProps) => {
  const { id, at, words, others } = proposal;
  const people: readonly Person[] = [proposal, ...others];
  const isOne = others.length === 0;
  const names = people.map(({ Provider }) => Provider).join(' or ');
  const [noting, setNoting] = useState<Person>();
  const close = useAction(CLOSE_PROPOSAL);
  return (
    <Note
      tone="warn"
      actions={
        <>
          {people.map((person) => (
            <Button
              key={person.ProviderID}
              aria-label={`Called out: ${person.Provider}`}
              onClick={() => setNoting(person)}
            >
              {isOne ? 'Called out…' : `${person.Provider} called out…`}
            </Button>
          ))}
          <Button
            aria-label={`Seen: ${names}`}
            disabled={close.pending}
            onClick={() => void close.run({ id })}
          >
            Seen
          </Button>
        </>
      }
    >
      <b>{names}</b> {`wrote at ${sayMoment(at, zone, now)}: `}
      <q>{words}</q> {isOne ? '' : 'They share this phone number. '}
      {people.map((person) => sayNext(person, isOne, { now, zone })).join(' ')}
      {noting && (
        <CallOutDialog
          providerId={noting.ProviderID}
          note={words}
          first={noting.next[0]}
          through={noting.next.at(-1)?.date}
          onSaved={() => void close.run({ id })}
          onClose={() => setNoting(undefined)}
        />
      )}
    </Note>
  );
};

/** Texts that sound as if a caregiver cannot come. They set nothing until the office does. */
export const ProposedCallOuts = ({ now, zone }: Omit<ProposedProps, 'proposal'>) =>
  useProposals().data?.map((proposal) => (
    <Proposed key={proposal.id} proposal={proposal} now={now} zone={zone} />
  ));
