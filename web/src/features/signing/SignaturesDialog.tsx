import type { Recipient } from '@homecare/domain/messaging/schema.ts';
import { signingMessage } from '@homecare/domain/signing/rules.ts';
import {
  type CheckedFile,
  SIGNER_ROLES,
  type SignedSubject,
  type Signer,
} from '@homecare/domain/signing/schema.ts';
import { Button } from '@mantine/core';
import { IconFileCheck, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useSending } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useZone } from '../../platform/use-today.ts';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { SendDialog } from '../messaging/SendDialog.tsx';
import { usePeople } from '../people/api.ts';
import { AskForm } from './AskForm.tsx';
import { CHECK_FILE, MAKE_LINK, TAKE_BACK, useSigning } from './api.ts';
import { CheckedNote } from './CheckedNote.tsx';
import { RequestSection } from './RequestSection.tsx';
import { wordOf } from './signing-words.ts';

interface SignaturesDialogProps {
  readonly subject: SignedSubject;
  readonly name: string;
  /** Whom links go to. */
  readonly people: Readonly<Record<'client' | 'caregiver', number>>;
  readonly onClose: () => void;
}

interface Ready {
  readonly to: Recipient;
  readonly text: string;
}

/** A new link, and the dialog that writes it to whom it is for. */
const useLinkSender = ({ subject, people }: SignaturesDialogProps) => {
  const everybody = usePeople().people;
  const [ready, setReady] = useState<Ready>();
  const link = useSending(MAKE_LINK);
  const send = async (signer: Signer) => {
    const person = everybody?.find(({ ID }) => ID === people[signer.role]);
    if (!person) return;
    const made = await link.run({ input: { id: signer.id } });
    if (!made) return;
    if (!made.ok) {
      toast.error(made.info);
      return;
    }
    const to = {
      id: person.ID,
      name: [person.FirstName, person.LastName].filter(Boolean).join(' '),
      phone: person.Phone,
      email: person.Email,
    };
    setReady({ to, text: signingMessage(wordOf(subject), `${window.location.origin}${made.data.path}`) });
  };
  const dialog = ready && (
    <SendDialog
      to={ready.to}
      initial={{ subject: `Please sign your ${wordOf(subject)}`, text: ready.text }}
      onClose={() => setReady(undefined)}
    />
  );
  return { send, dialog };
};

/** A file of this device, told whether it is as it was sealed. */
const useFileCheck = () => {
  const [checked, setChecked] = useState<CheckedFile>();
  const check = useAction({
    ...CHECK_FILE,
    onDone: ({ data }) => setChecked(data),
    onRefused: ({ errors, info }) => toast.error(errors[0]?.message ?? info),
  });
  const button = (
    <FileButton
      size="sm"
      loading={check.pending}
      leftSection={<IconFileCheck {...menuIcon} />}
      fileLabel="Signed document (PDF)"
      accept=".pdf"
      onFiles={([file]) => {
        setChecked(undefined);
        if (file) void check.run({}, { file });
      }}
    >
      Check a file…
    </FileButton>
  );
  return { checked, button };
};

/** Who signed which version of a care plan or visit, and whom to ask (docs/rules/signing.md, rules 1 to 9). */
export const SignaturesDialog = (props: SignaturesDialogProps) => {
  const { subject, name, onClose } = props;
  const zone = useZone();
  const query = useSigning(subject);
  const sender = useLinkSender(props);
  const file = useFileCheck();
  const [taking, setTaking] = useState<Signer>();
  const takeBack = useAction({ ...TAKE_BACK, onEnd: () => setTaking(undefined) });
  const failure = failureOf(query, 'Couldn’t load signatures');
  const requests = query.data;
  const [last] = requests ?? [];
  const asked = last && !last.isChanged ? last.signers.map(({ role }) => role) : [];
  const missing = SIGNER_ROLES.filter((role) => !asked.includes(role));
  return (
    <Dialog
      opened
      wide
      title={`Signatures: ${name}`}
      onClose={onClose}
      actions={
        <>
          {file.button}
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {file.checked && <CheckedNote checked={file.checked} zone={zone} />}
      {failure && <ErrorState {...failure} />}
      {requests?.length === 0 && (
        <EmptyState
          icon={IconSignature}
          title={`Nobody has signed this ${wordOf(subject)}.`}
          text="Ask the client, the caregiver, or both. They sign on the caregiver's phone, or by a link that you text or email."
        />
      )}
      {requests && missing.length > 0 && <AskForm subject={subject} roles={missing} />}
      {requests?.map((request) => (
        <RequestSection
          key={request.id}
          request={request}
          zone={zone}
          onSend={(signer) => void sender.send(signer)}
          onTakeBack={setTaking}
        />
      ))}
      {sender.dialog}
      {taking && (
        <ConfirmDialog
          opened
          danger
          focusCancel
          busy={takeBack.pending}
          title="Take back the request?"
          confirmLabel="Take back"
          onConfirm={() => void takeBack.run({ id: taking.id })}
          onCancel={() => setTaking(undefined)}
        >
          <p>The link stops working, and the phone no longer asks for it. A new link asks again.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  );
};
