import { validateAddress } from '@homecare/domain/report-mails/mails.ts';
import type { PageEntry } from '@homecare/domain/reports/list.ts';
import type { RawParameters } from '@homecare/domain/reports/parameters.ts';
import { TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { ADD_MAIL } from './api.ts';

interface MailDialogProps {
  readonly report: PageEntry;
  readonly chosen: RawParameters;
  /** Where other reports are e-mailed to. */
  readonly known: string;
  readonly onClose: () => void;
}

/** From the next Monday on the reader gets an e-mail about the report, with what is chosen now. */
export const MailDialog = ({ report, chosen, known, onClose }: MailDialogProps) => {
  const save = useSave({
    ...ADD_MAIL,
    values: { address: known },
    input: ({ address }) => ({ file: report.file, address, chosen }),
    check: ({ address }) => validateAddress(address),
    onSaved: () => {
      toast.success(`From Monday on you get an e-mail about ${report.name}.`);
      onClose();
    },
  });
  return (
    <FormDialog save={save} title={`E-mail every Monday: ${report.name}`} onClose={onClose}>
      <p>
        Mondays at 6:00 AM an e-mail says that the report is ready. It names the report and this page, and
        nothing of what is in it.
      </p>
      <TextInput
        label="E-mail address"
        type="email"
        required
        autoComplete="email"
        data-autofocus
        {...save.text('address')}
      />
    </FormDialog>
  );
};
