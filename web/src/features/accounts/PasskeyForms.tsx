import {
  checkPasskeyName,
  PASSKEY_ADDED,
  PASSKEY_NAME_LENGTH,
  PASSKEY_REMOVED,
} from '@homecare/domain/accounts/passkey.ts';
import { deviceWords } from '@homecare/domain/accounts/rules.ts';
import type { Passkey } from '@homecare/domain/accounts/schema.ts';
import { TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useTask } from '../../platform/form/use-action.ts';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { OwnPasswordInput } from './OwnPasswordInput.tsx';
import { addMadePasskey, BEGIN_PASSKEY, REMOVE_PASSKEY, RENAME_PASSKEY } from './passkey-api.ts';
import { useAccountWords } from './words.ts';

interface ProofProps {
  /** False within minutes of a sign-in with a passkey. */
  readonly asksPassword: boolean;
  readonly onClose: () => void;
}

const usePasswordRule = (asksPassword: boolean) => {
  const { words } = useAccountWords();
  return ({ password }: { readonly password: string }) =>
    asksPassword && password === '' ? [{ field: 'password', message: words.enterPassword }] : [];
};

const NAME = { maxLength: PASSKEY_NAME_LENGTH, autoComplete: 'off', size: 'sm' } as const;

/** Asks for the password and a name; then the device asks for its lock. */
export const AddPasskeyDialog = ({ asksPassword, onClose }: ProofProps) => {
  const { words, translate } = useAccountWords();
  const passwordRule = usePasswordRule(asksPassword);
  const save = useSave({
    ...BEGIN_PASSKEY,
    values: { name: deviceWords(navigator.userAgent), password: '' },
    input: ({ password }) => ({ password }),
    check: (values) => [...checkPasskeyName(values.name), ...passwordRule(values)],
    say: translate,
    onSaved: ({ data }, { name }) => void adding.run({ offer: data, name }),
  });
  const adding = useTask(async ({ offer, name }: Parameters<typeof addMadePasskey>[0]) => {
    const sent = await addMadePasskey({ offer, name });
    if (!sent.ok) return save.refuse(sent);
    toast.success(PASSKEY_ADDED);
    return onClose();
  });
  return (
    <FormDialog
      save={{ ...save, pending: save.pending || adding.pending }}
      plain
      title={words.addPasskey}
      onClose={onClose}
      label={words.next}
      cancelLabel={words.cancel}
      intro={<p>{words.addPasskeyText}</p>}
    >
      <TextInput label={words.passkeyName} data-autofocus {...NAME} {...save.text('name')} />
      {asksPassword && <OwnPasswordInput words={words} focused={false} {...save.text('password')} />}
    </FormDialog>
  );
};

interface OfPasskey {
  readonly passkey: Passkey;
}

export const RenamePasskeyDialog = ({ passkey, onClose }: OfPasskey & { readonly onClose: () => void }) => {
  const { words, translate } = useAccountWords();
  const save = useSave({
    ...RENAME_PASSKEY,
    values: { name: passkey.name },
    input: ({ name }) => ({ id: passkey.id, name }),
    check: ({ name }) => checkPasskeyName(name),
    say: translate,
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      plain
      title={words.renamePasskey(passkey.name)}
      onClose={onClose}
      label={words.rename}
      cancelLabel={words.cancel}
    >
      <TextInput label={words.passkeyName} data-autofocus {...NAME} {...save.text('name')} />
    </FormDialog>
  );
};

export const RemovePasskeyDialog = ({ passkey, asksPassword, onClose }: OfPasskey & ProofProps) => {
  const { words, translate } = useAccountWords();
  const save = useSave({
    ...REMOVE_PASSKEY,
    values: { password: '' },
    input: ({ password }) => ({ id: passkey.id, password }),
    check: usePasswordRule(asksPassword),
    say: translate,
    onSaved: () => {
      toast.success(PASSKEY_REMOVED);
      onClose();
    },
  });
  return (
    <FormDialog
      save={save}
      plain
      danger
      focusMain={!asksPassword}
      title={words.removePasskey(passkey.name)}
      onClose={onClose}
      label={words.remove}
      cancelLabel={words.cancel}
      intro={<p>{words.removePasskeyText}</p>}
    >
      {asksPassword && <OwnPasswordInput words={words} {...save.text('password')} />}
    </FormDialog>
  );
};
