import type { FamilyMember } from '@homecare/domain/family/schema.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { END_MEMBER, SEND_LINK, useMembers } from './api.ts';
import { ChangeForm, InviteForm } from './MemberForm.tsx';
import { AGREEMENT_LABELS, calendarWords, stateWords } from './member-words.ts';
import classes from './members.module.css';

interface MemberProps {
  readonly member: FamilyMember;
  readonly canMail: boolean;
  readonly onChange: (member: FamilyMember) => void;
}

/** One invitation: what is seen by it, and one click that ends it. */
const Member = ({ member, canMail, onChange }: MemberProps) => {
  const zone = useZone();
  const { id, name, relation, email, agreed, agreedBy, ended } = member;
  const calendar = calendarWords(member, zone);
  const send = useAction({ ...SEND_LINK, onDone: () => toast.success(`Link sent to ${email}`) });
  const end = useAction({ ...END_MEMBER, onDone: () => toast.success(`${name} sees nothing any more`) });
  return (
    <li className={classes.member}>
      <div>
        <span className={classes.name}>{name}</span> <span className="ink2">{`${relation} · ${email}`}</span>
      </div>
      <div className={classes.pills}>
        {agreed.map((one) => (
          <Pill key={one} tone={ended === null ? 'info' : 'mute'}>
            {AGREEMENT_LABELS[one]}
          </Pill>
        ))}
      </div>
      <p className="ink2">{`${stateWords(member, zone)}. Agreed by ${agreedBy}.`}</p>
      {calendar && <p className="ink2">{`${calendar}.`}</p>}
      {ended === null && (
        <Group gap={8}>
          <Button aria-label={`Change what ${name} sees`} onClick={() => onChange(member)}>
            Change
          </Button>
          {canMail && (
            <Button
              aria-label={`Send ${name} another link`}
              loading={send.pending}
              onClick={() => void send.run({ id })}
            >
              Send another link
            </Button>
          )}
          <Button
            color="red"
            aria-label={`End the invitation of ${name}`}
            loading={end.pending}
            onClick={() => void end.run({ id })}
          >
            End
          </Button>
        </Group>
      )}
    </li>
  );
};

interface FamilyDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

/** Whom of a client's family the agency has invited to their page, and what each sees (docs/rules/family.md). */
export const FamilyDialog = ({ person, onClose }: FamilyDialogProps) => {
  const query = useMembers(person.ID);
  const canMail = useCapabilities()?.emailEnabled === true;
  const [form, setForm] = useState<FamilyMember | 'new'>();
  const failure = failureOf(query, 'Couldn’t load the family');
  const close = () => setForm(undefined);
  if (form === 'new') return <InviteForm clientId={person.ID} onClose={close} />;
  if (form) return <ChangeForm member={form} onClose={close} />;
  return (
    <ReadDialog title={`Family of ${personName(person)}`} onClose={onClose}>
      <Stack gap={14}>
        <p>They see on a page of their own what was agreed, and nothing else. Each look is on record.</p>
        {!canMail && <Note tone="warn">Email is switched off: nobody can be invited.</Note>}
        {failure && <ErrorState {...failure} />}
        {!failure && !query.data && <p role="status">Loading…</p>}
        {query.data?.length === 0 && <p className="ink2">Nobody is invited yet.</p>}
        <ul className={classes.list} aria-label="Invitations">
          {query.data?.map((member) => (
            <Member key={member.id} member={member} canMail={canMail} onChange={setForm} />
          ))}
        </ul>
        {canMail && (
          <Group>
            <Button
              variant="filled"
              leftSection={<IconPlus {...menuIcon} />}
              data-autofocus
              onClick={() => setForm('new')}
            >
              Invite
            </Button>
          </Group>
        )}
      </Stack>
    </ReadDialog>
  );
};
