import type { Role } from '@homecare/domain/call.ts';
import { isArchived } from '@homecare/domain/people/kind-and-status.ts';
import type { Person } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { getPersonLog } from '@homecare/domain/record-log/contract.ts';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { may } from '../../platform/role-copy.ts';
import { toast } from '../../platform/toasts.ts';
import { smallIcon } from '../../ui/icons.ts';
import { StatusPill } from '../../ui/Pill.tsx';
import type { RecordLogDialog } from '../record-log/RecordLogDialog.tsx';
import { archivedLine } from './archived.ts';
import classes from './PersonFormPage.module.css';

type LogDialog = typeof RecordLogDialog;

const RecordLogButton = ({ person }: { readonly person: Person }) => {
  const [Dialog, setDialog] = useState<LogDialog>();
  const open = async () => {
    try {
      const loaded: LogDialog = (await import('../record-log/RecordLogDialog.tsx')).RecordLogDialog;
      setDialog(() => loaded);
    } catch {
      toast.error('Couldn’t open the record log. Try again, or reload the page.');
    }
  };
  return (
    <>
      <Button leftSection={<IconHistory {...smallIcon} />} onClick={() => void open()}>
        Record log
      </Button>
      {Dialog && <Dialog person={person} onClose={() => setDialog(undefined)} />}
    </>
  );
};

interface RecordHeadProps {
  readonly person: Person;
  readonly role: Role;
  /** Further actions on this record. */
  readonly children?: ReactNode;
}

/** The person's name and state, who changed the record last, and its log for the office. */
export const RecordHead = ({ person, role, children }: RecordHeadProps) => (
  <header className={classes.head}>
    <h2 className={classes.name}>{personName(person)}</h2>
    {isArchived(person) ? (
      <StatusPill status="Archived">{archivedLine(person)}</StatusPill>
    ) : (
      <StatusPill status="Complete">Active</StatusPill>
    )}
    <span className={classes.meta}>
      {[`ID ${person.ID}`, person.Field1 && `last modified ${person.Field1}`].filter(Boolean).join(' · ')}
    </span>
    {children}
    {may(role, getPersonLog) && <RecordLogButton person={person} />}
  </header>
);
