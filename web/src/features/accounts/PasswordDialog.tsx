import { updateAccount } from '@homecare/domain/accounts/contract.ts';
import { checkNewPassword } from '@homecare/domain/accounts/rules.ts';
import { PASSWORD_LENGTHS } from '@homecare/domain/accounts/signing-in.ts';
import { PasswordInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { signOut } from '../../platform/sign-out.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { useAccountWords } from './words.ts';

interface PasswordDialogProps {
  /** Called with the new password. */
  readonly onChanged: (password: string) => void;
  /**
   * Set if the change is voluntary: it can be cancelled and asks for the current password. Without it the dialog is forced
   * while the reset flag is 1, and nothing else opens until the password is changed (docs/rules/accounts.md, rule 4).
   */
  readonly onClose?: () => void;
}

export const PasswordDialog = ({ onChanged, onClose }: PasswordDialogProps) => {
  const { words, translate } = useAccountWords();
  const { passwordLength = PASSWORD_LENGTHS.off } = useCapabilities() ?? {};
  const rule = words.rule(passwordLength || PASSWORD_LENGTHS.specified);
  const save = useSave({
    call: updateAccount,
    values: { oldPassword: '', password: '', confirmation: '' },
    input: ({ oldPassword, password }) => ({
      data: { password, resetPassword: false, ...(onClose && { oldPassword }) },
    }),
    check: ({ oldPassword, password, confirmation }) => [
      ...(onClose && oldPassword === '' ? [{ field: 'oldPassword', message: words.enterPresent }] : []),
      ...checkNewPassword(password, confirmation, passwordLength),
    ],
    say: translate,
    onSaved: (_, { password }) => {
      toast.success(words.passwordChanged);
      onChanged(password);
    },
  });
  return (
    <FormDialog
      save={save}
      forced={!onClose}
      plain
      title={onClose ? words.changePassword : words.chooseNewPassword}
      onClose={() => (onClose ? onClose() : void signOut())}
      label={words.changePassword}
      cancelLabel={onClose ? words.cancel : words.logout}
      intro={<p>{onClose ? `${rule} ${words.signedOutElsewhere}` : `${words.isTemporary} ${rule}`}</p>}
    >
      {onClose && (
        <PasswordInput
          label={words.presentPassword}
          autoComplete="current-password"
          data-autofocus
          size="sm"
          visibilityToggleButtonProps={{ 'aria-label': words.showPresent }}
          {...save.text('oldPassword')}
        />
      )}
      <PasswordInput
        label={words.newPassword}
        autoComplete="new-password"
        {...(!onClose && { 'data-autofocus': true })}
        size="sm"
        visibilityToggleButtonProps={{ 'aria-label': words.showNew }}
        {...save.text('password')}
      />
      <PasswordInput
        label={words.confirmPassword}
        autoComplete="new-password"
        size="sm"
        visibilityToggleButtonProps={{ 'aria-label': words.showConfirmation }}
        {...save.text('confirmation')}
      />
    </FormDialog>
  );
};
