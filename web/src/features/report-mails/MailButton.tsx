import type { ReportMail } from '@homecare/domain/report-mails/schema.ts';
import type { PageEntry } from '@homecare/domain/reports/list.ts';
import type { RawParameters } from '@homecare/domain/reports/parameters.ts';
import { IconMailFast } from '@tabler/icons-react';
import { useState } from 'react';
import { menuIcon } from '../../ui/icons.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { MailDialog } from './MailDialog.tsx';

interface MailButtonProps {
  readonly report: PageEntry;
  readonly chosen: RawParameters;
  readonly mails: readonly ReportMail[];
  /** Why it cannot be read with what was chosen. */
  readonly fault: string | undefined;
}

/** Asks where the report is to be e-mailed to every Monday, unless it is already. */
export const MailButton = ({ report, chosen, mails, fault }: MailButtonProps) => {
  const [asks, setAsks] = useState(false);
  const isMailed = mails.some(({ file }) => file === report.file);
  return (
    <>
      <ReasonButton
        leftSection={<IconMailFast {...menuIcon} aria-hidden />}
        reason={isMailed ? 'You get an e-mail about it every Monday already' : fault}
        onClick={() => setAsks(true)}
      >
        E-mail every Monday
      </ReasonButton>
      {asks && (
        <MailDialog
          report={report}
          chosen={chosen}
          known={mails[0]?.address ?? ''}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
};
