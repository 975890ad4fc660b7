import { sayTime, showDate } from '@homecare/domain/calendar.ts';
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

const sayNext = ({ next }: CallOutProposal) =>
  next.length === 0
    ? 'No visits today or tomorrow.'
    : `Next: ${next.map(({ day, start, Client }) => `${showDate(day)} ${sayTime(start)} ${Client}`).join('; ')}.`;

const Proposed = ({ proposal, now, zone }: ProposedProps) => {
  const { id, ProviderID, Provider, at, words } = proposal;
  const [noting, setNoting] = useState(false);
  const close = useAction(CLOSE_PROPOSAL);
  return (
    <Note
      tone="warn"
      actions={
        <>
          <Button aria-label={`Called out: ${Provider}`} onClick={() => setNoting(true)}>
            Called out…
          </Button>
          <Button
            aria-label={`Seen: ${Provider}`}
            disabled={close.pending}
            onClick={() => void close.run({ id })}
          >
            Seen
          </Button>
        </>
      }
    >
      <b>{Provider}</b> {`wrote at ${sayMoment(at, zone, now)}: `}
      <q>{words}</q> {sayNext(proposal)}
      {noting && (
        <CallOutDialog
          providerId={ProviderID}
          note={words}
          through={proposal.next.at(-1)?.day}
          onSaved={() => void close.run({ id })}
          onClose={() => setNoting(false)}
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
