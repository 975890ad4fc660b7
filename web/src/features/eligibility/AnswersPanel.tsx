import { showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { downloadEligibilityAnswer } from '@homecare/domain/eligibility/contract.ts';
import { NO_271 } from '@homecare/domain/eligibility/rules.ts';
import type { EligibilityAnswer } from '@homecare/domain/eligibility/schema.ts';
import { IconUpload } from '@tabler/icons-react';
import { downloadFile } from '../../platform/send-file.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { AnswerFiles, LoadedNotes, useAnswerLoading } from '../claims/PayerFiles.tsx';
import { LOAD_ANSWER, useAnswers } from './api.ts';

const outcomeOf = ({ entered, refused, known, unmatched }: EligibilityAnswer) =>
  [
    counted(entered, 'entry', 'entries'),
    refused > 0 && `${refused} refused`,
    known > 0 && `${known} known before`,
    unmatched.length > 0 && `${unmatched.length} not matched`,
  ]
    .filter(Boolean)
    .join(', ');

/** What the payer answered (271). */
export const AnswersPanel = () => {
  const { pending, refused, note, load } = useAnswerLoading(LOAD_ANSWER);
  return (
    <AnswerFiles
      label="Answers of the payer"
      query={useAnswers()}
      columns={[{ key: 'said', title: 'Result', width: 300, cell: outcomeOf }]}
      outcomeOf={outcomeOf}
      kindOf={({ received }, zone) => showStamp(received, zone)}
      partsOf={({ refusals }) => [['Rejected by the payer', refusals]]}
      tone={({ unmatched, refused: no }) => (unmatched.length > 0 || no > 0 ? 'warn' : undefined)}
      onDownload={({ id, name }) => void downloadFile(downloadEligibilityAnswer, { id }, name)}
      empty={{
        title: 'No responses yet',
        text: 'Files of the payer about eligibility (271) are loaded here.',
      }}
    >
      <div>
        <FileButton
          size="sm"
          variant="filled"
          loading={pending}
          leftSection={<IconUpload {...smallIcon} />}
          fileLabel={NO_271}
          onFiles={([file]) => file && load({}, file)}
        >
          Load an answer (271)
        </FileButton>
      </div>
      <LoadedNotes note={note} refused={refused} />
    </AnswerFiles>
  );
};
