import type { Role } from '@homecare/domain/call.ts';
import { CANDIDATE_GONE } from '@homecare/domain/candidates/rules.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { isArchived, KIND } from '@homecare/domain/people/kind-and-status.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { useRole } from '../../platform/session.ts';
import { useCapabilities } from '../../platform/site.ts';
import { usePageTitle } from '../../platform/title.ts';
import { EmptyState, ErrorState, useSlow } from '../../ui/states.tsx';
import { useCandidate } from '../candidates/api.ts';
import { usePerson } from './api.ts';
import classes from './PersonFormPage.module.css';
import { RecordForm } from './RecordForm.tsx';
import { readMode } from './record-mode.ts';

const Waiting = () =>
  useSlow(true) ? (
    <p className={classes.waiting} role="status">
      Loading the record…
    </p>
  ) : null;

interface RecordProps {
  readonly role: Role;
  readonly onLeave: () => void;
}

const NewRecord = ({ kind, ...rest }: RecordProps & { readonly kind: PersonKind }) => {
  usePageTitle(`New ${kind.toLowerCase()}`);
  const capabilities = useCapabilities();
  return capabilities ? <RecordForm kind={kind} capabilities={capabilities} {...rest} /> : <Waiting />;
};

/** A new provider hired from a candidate, whose data is filled in. */
const HiredRecord = ({ candidateId, ...rest }: RecordProps & { readonly candidateId: number }) => {
  usePageTitle('New provider');
  const capabilities = useCapabilities();
  const { query, candidate } = useCandidate(candidateId);
  // Keep the first answer: later ones would change the input, and after saving the candidate no longer exists.
  const [hired, setHired] = useState(candidate);
  if (!hired && candidate) setHired(candidate);
  const failure = failureOf(query, 'Couldn’t load the candidate');
  if (failure) return <ErrorState {...failure} />;
  if (!hired && query.isSuccess)
    return (
      <EmptyState icon={IconUserSearch} title={CANDIDATE_GONE}>
        <Button variant="filled" onClick={rest.onLeave}>
          Back
        </Button>
      </EmptyState>
    );
  if (!hired || !capabilities) return <Waiting />;
  return <RecordForm kind="Provider" candidate={hired} capabilities={capabilities} {...rest} />;
};

/** The record of a person in its form, for editing or viewing. */
export const StoredRecord = ({
  id,
  modify,
  ...rest
}: RecordProps & {
  readonly id: number;
  readonly modify: boolean;
  readonly field: string | undefined;
  /** The requested record, if it was merged into this one. */
  readonly mergedFrom?: string;
}) => {
  const capabilities = useCapabilities();
  const query = usePerson(id, true);
  const person = query.data;
  // An archived record is read-only until it is active again.
  const readOnly = !modify || isArchived(person);
  const what = person?.[KIND].toLowerCase() ?? 'person';
  const [correcting, setCorrecting] = useState(false);
  usePageTitle(`${correcting ? 'Correct' : readOnly ? 'Show' : 'Edit'} ${what}`);
  const failure = failureOf(query, 'Couldn’t load the record');
  if (failure) return <ErrorState {...failure} />;
  if (query.isSuccess && !person)
    return (
      <EmptyState icon={IconUserSearch} title="This record was not found" text={`Nobody has the ID ${id}.`}>
        <Button variant="filled" onClick={rest.onLeave}>
          Back
        </Button>
      </EmptyState>
    );
  if (!person || !capabilities) return <Waiting />;
  if (person.mergedInto !== undefined)
    return (
      <StoredRecord
        key={person.mergedInto}
        {...rest}
        id={person.mergedInto}
        modify={modify}
        mergedFrom={`${personName(person)} (ID ${person.ID})`}
      />
    );
  return (
    <RecordForm
      kind={person[KIND]}
      person={person}
      readOnly={readOnly}
      correcting={correcting}
      onCorrect={() => setCorrecting(true)}
      capabilities={capabilities}
      {...rest}
    />
  );
};

/** /createuser. The history state says what to do; an unknown mode returns to the list. */
export const PersonFormPage = () => {
  const role = useRole();
  const mode = readMode(usePageState(), role);
  const openPage = useOpenPage();
  const onLeave = () => void openPage('/dashboard');
  if (!mode) return <Navigate to="/dashboard" replace />;
  if ('id' in mode)
    return (
      <StoredRecord
        key={mode.id}
        id={mode.id}
        modify={mode.mode === 'Modify'}
        field={mode.field}
        role={role}
        onLeave={onLeave}
      />
    );
  if (mode.candidateId !== undefined)
    return (
      <HiredRecord
        key={`hire ${mode.candidateId}`}
        candidateId={mode.candidateId}
        role={role}
        onLeave={onLeave}
      />
    );
  return <NewRecord key={mode.mode} kind={mode.mode} role={role} onLeave={onLeave} />;
};
