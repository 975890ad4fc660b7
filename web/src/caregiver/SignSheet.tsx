import { listOwnSigning, signOnPhone } from '@homecare/domain/signing/contract.ts';
import { checkSignature, MOST_NAME } from '@homecare/domain/signing/rules.ts';
import type { ShownVisit, SignerRole } from '@homecare/domain/signing/schema.ts';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormDialog } from '../platform/form/FormDialog.tsx';
import { useSave } from '../platform/form/use-save.ts';
import { serverNow } from '../platform/server-time.ts';
import { SignaturePad } from '../ui/SignaturePad.tsx';
import { keepRequest } from './requests.ts';
import { useWords } from './words.ts';

export interface ToSign {
  readonly requestId: number | null;
  readonly visitId: number | null;
  /** The visit as shown on the screen; null for a care plan. */
  readonly shown: ShownVisit | null;
  readonly role: SignerRole;
}

interface Draft {
  readonly name: string;
  readonly ink: string;
  readonly confirmed: boolean;
}

interface SignSheetProps extends ToSign {
  readonly title: string;
  /** What is confirmed, and the visit or plan it is about. */
  readonly children: ReactNode;
  /** Name of the signer, as far as known. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Takes a signature on the phone, by finger or typed name. Stored first, so that no network is needed. */
export const SignSheet = ({ title, children, name, onClose, ...what }: SignSheetProps) => {
  const words = useWords();
  const inputOf = (draft: Draft) => ({
    ...what,
    name: draft.name.trim(),
    ink: draft.ink === '' ? null : draft.ink,
    confirmed: draft.confirmed,
    at: serverNow().toString(),
  });
  const values: Draft = { name, ink: '', confirmed: false };
  const save = useSave({
    call: signOnPhone,
    changes: [listOwnSigning],
    values,
    input: inputOf,
    check: (draft) => checkSignature(inputOf(draft)),
    say: words.sayFault,
    // The outbox sends it, so there is nothing to wait for.
    asks: (draft) => {
      void keepRequest({ kind: 'sign', input: inputOf(draft) });
      onClose();
      return true;
    },
    onSaved: onClose,
  });
  const { ink } = save.values;
  return (
    <FormDialog
      save={save}
      title={title}
      label={words.sign}
      cancelLabel={words.cancel}
      onClose={onClose}
      plain
    >
      <Stack gap={14}>
        {what.role === 'client' && <p>{words.handPhone}</p>}
        {children}
        <TextInput
          size="md"
          required
          maxLength={MOST_NAME}
          autoComplete="off"
          label={words.signerName}
          {...save.text('name')}
        />
        <SignaturePad
          label={words.signHere}
          undo={words.undoStroke}
          clear={words.clearSignature}
          value={ink}
          error={save.errorOf('ink')}
          onChange={(next) => save.set({ ink: next })}
        />
        <Checkbox size="md" label={words.typedSignature} {...save.tick('confirmed')} />
        <p className="ink2">{words.signElectronically}</p>
      </Stack>
    </FormDialog>
  );
};
