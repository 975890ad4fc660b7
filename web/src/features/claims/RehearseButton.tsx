import type { ClaimBatch } from '@homecare/domain/claims/schema.ts';
import { IconBuildingBank } from '@tabler/icons-react';
import { useAction } from '../../platform/form/use-action.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { REHEARSE } from './api.ts';

/** In a rehearsal: the simulated payer takes a test file and answers it. */
export const RehearseButton = ({ batch }: { readonly batch: ClaimBatch }) => {
  const capabilities = useCapabilities();
  const { run } = useAction({ ...REHEARSE, onDone: ({ info }) => toast.success(info ?? '') });
  if (!capabilities?.payerRehearsal || batch.usage !== 'T') return null;
  const isAnswered = batch.answered + batch.refused >= batch.claims;
  return (
    <IconButton
      label={`Hand ${batch.file} to the simulated payer`}
      icon={<IconBuildingBank {...rowIcon} />}
      disabledReason={isAnswered ? 'The simulated payer has answered this file' : undefined}
      onClick={() => void run({ id: batch.id })}
    />
  );
};
