import type { ClaimBatch } from '@homecare/domain/claims/schema.ts';
import { IconBuildingBank } from '@tabler/icons-react';
import { useRef } from 'react';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { rehearse } from './api.ts';

/** In a rehearsal: the simulated payer takes a test file and answers it. */
export const RehearseButton = ({ batch }: { readonly batch: ClaimBatch }) => {
  const capabilities = useCapabilities();
  const running = useRef(false);
  const start = async () => {
    if (running.current) return;
    running.current = true;
    const sent = await rehearse(batch.id);
    running.current = false;
    if (sent.ok) toast.success(sent.info ?? '');
    else toast.error(sent.info);
  };
  if (!capabilities?.payerRehearsal || batch.usage !== 'T') return null;
  const isAnswered = batch.answered + batch.refused >= batch.claims;
  return (
    <IconButton
      label={`Hand ${batch.file} to the simulated payer`}
      icon={<IconBuildingBank {...rowIcon} />}
      disabledReason={isAnswered ? 'The simulated payer has answered this file' : undefined}
      onClick={() => void start()}
    />
  );
};
