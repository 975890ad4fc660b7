import { AGREEMENTS, type Agreement } from '@homecare/domain/call.ts';
import { checkAddress, checkInvitation, INVITATION_HOURS } from '@homecare/domain/family/rules.ts';
import {
  FAMILY_LANGUAGES,
  type FamilyLanguage,
  type FamilyMember,
  familyLanguage,
} from '@homecare/domain/family/schema.ts';
import { NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { INVITE, SAVE_MEMBER } from './api.ts';
import { AGREEMENT_LABELS, LANGUAGE_LABELS } from './member-words.ts';

interface Draft {
  readonly name: string;
  readonly relation: string;
  readonly email: string;
  readonly language: FamilyLanguage;
  readonly agreed: string[];
  readonly agreedBy: string;
}

const FIRST: Draft = { name: '', relation: '', email: '', language: 'en', agreed: [], agreedBy: '' };

const agreedIn = (names: readonly string[]): Agreement[] => AGREEMENTS.filter((one) => names.includes(one));
const sentOf = ({ email: _, ...draft }: Draft) => ({ ...draft, agreed: agreedIn(draft.agreed) });

type Save = ReturnType<typeof useInvitation> | ReturnType<typeof useChange>;

const useInvitation = (clientId: number, onClose: () => void) =>
  useSave({
    ...INVITE,
    values: FIRST,
    input: (draft) => ({ clientId, email: draft.email, ...sentOf(draft) }),
    check: (draft) => [...checkInvitation(sentOf(draft)), ...checkAddress(draft.email)],
    onSaved: (_, { email }) => {
      toast.success(`Invitation sent to ${email.trim()}`);
      onClose();
    },
  });

const useChange = (member: FamilyMember, onClose: () => void) => {
  const { name, relation, email, language, agreedBy } = member;
  return useSave({
    ...SAVE_MEMBER,
    values: { name, relation, email, language, agreedBy, agreed: [...member.agreed] as string[] },
    rev: member.rev,
    input: (draft: Draft, rev) => ({ id: member.id, rev, ...sentOf(draft) }),
    check: (draft) => checkInvitation(sentOf(draft)),
    onSaved: () => {
      toast.success('Invitation saved');
      onClose();
    },
  });
};

const Fields = ({ save, isNew }: { readonly save: Save; readonly isNew: boolean }) => (
  <Stack gap={14}>
    <TextInput label="Name" required data-autofocus autoComplete="off" {...save.text('name')} />
    <TextInput
      label="Relation"
      required
      autoComplete="off"
      placeholder="Daughter, guardian, the client"
      {...save.text('relation')}
    />
    <TextInput
      label="Email"
      required
      autoComplete="off"
      disabled={!isNew}
      description={
        isNew
          ? `Gets a link that works once, for ${INVITATION_HOURS} hours.`
          : 'For another address, end this invitation and make a new one.'
      }
      {...save.text('email')}
    />
    <NativeSelect
      label="Language"
      data={FAMILY_LANGUAGES.map((value) => ({ value, label: LANGUAGE_LABELS[value] }))}
      value={save.values.language}
      onChange={({ currentTarget: { value } }) => save.set({ language: familyLanguage(value) })}
    />
    <Switch.Group label="Sees" required {...save.box('agreed')}>
      <Stack gap={8} mt={6}>
        {AGREEMENTS.map((one) => (
          <Switch key={one} value={one} label={AGREEMENT_LABELS[one]} />
        ))}
      </Stack>
    </Switch.Group>
    <TextInput
      label="Agreed by"
      required
      autoComplete="off"
      placeholder="Helen, by phone"
      description="Who allowed this, and how"
      {...save.text('agreedBy')}
    />
  </Stack>
);

interface InviteProps {
  readonly clientId: number;
  readonly onClose: () => void;
}

export const InviteForm = ({ clientId, onClose }: InviteProps) => {
  const save = useInvitation(clientId, onClose);
  return (
    <FormDialog save={save} title="Invite to the family page" label="Send invitation" onClose={onClose}>
      <Fields save={save} isNew />
    </FormDialog>
  );
};

interface ChangeProps {
  readonly member: FamilyMember;
  readonly onClose: () => void;
}

export const ChangeForm = ({ member, onClose }: ChangeProps) => {
  const save = useChange(member, onClose);
  return (
    <FormDialog save={save} title={`What ${member.name} sees`} onClose={onClose}>
      <Fields save={save} isNew={false} />
    </FormDialog>
  );
};
