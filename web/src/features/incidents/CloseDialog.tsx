import { checkResolution, whyNotClosed } from '@homecare/domain/incidents/rules.ts';
import type { Incident } from '@homecare/domain/incidents/schema.ts';
import { Textarea } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { CLOSE_INCIDENT } from './api.ts';

interface CloseDialogProps {
  readonly incident: Incident;
  readonly onClose: () => void;
}

/** What came of it, once nothing is open. */
export const CloseDialog = ({ incident, onClose }: CloseDialogProps) => {
  const save = useSave({
    ...CLOSE_INCIDENT,
    draft: `end of incident ${incident.id}`,
    values: { resolution: '' },
    input: ({ resolution }) => ({ id: incident.id, rev: incident.rev, resolution }),
    check: ({ resolution }) => [...checkResolution(resolution), ...whyNotClosed(incident)],
    onSaved: () => {
      toast.success('Incident closed');
      onClose();
    },
  });
  return (
    <FormDialog
      save={save}
      plain
      title={`Close the incident of ${incident.client}`}
      label="Close incident"
      onClose={onClose}
    >
      <Textarea label="What came of it" required rows={3} maxLength={2000} {...save.text('resolution')} />
    </FormDialog>
  );
};
