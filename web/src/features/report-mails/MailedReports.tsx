import { mondayDue, movedTo } from '@homecare/domain/report-mails/mails.ts';
import type { ReportMail } from '@homecare/domain/report-mails/schema.ts';
import type { PageEntry } from '@homecare/domain/reports/list.ts';
import type { RawParameters } from '@homecare/domain/reports/parameters.ts';
import { Button } from '@mantine/core';
import { perform, sayUndone } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { useNow } from '../../platform/use-now.ts';
import { useZone } from '../../platform/use-today.ts';
import plain from '../../ui/PlainList.module.css';
import { ADD_MAIL, REMOVE_MAIL } from './api.ts';
import classes from './MailedReports.module.css';

const notifyAgain = async (mail: ReportMail, name: string): Promise<void> => {
  const { file, address, chosen } = mail;
  const sent = await perform(ADD_MAIL, { file, address, chosen });
  sayUndone(sent, `You get e-mails about ${name} again.`, () => void notifyAgain(mail, name));
};

const stop = async (mail: ReportMail, name: string): Promise<void> => {
  const sent = await perform(REMOVE_MAIL, { id: mail.id });
  if (!sent.ok) return toast.error(sent.info);
  toast.undo(`You get no more e-mails about ${name}.`, () => void notifyAgain(mail, name));
};

interface MailedReportsProps {
  readonly mails: readonly ReportMail[];
  readonly reports: readonly PageEntry[];
  readonly onOpen: (report: PageEntry, chosen: RawParameters) => void;
}

/** The reports about which the reader gets an e-mail every Monday, each opened with the period of the last one. */
export const MailedReports = ({ mails, reports, onOpen }: MailedReportsProps) => {
  const [now, zone] = [useNow(60), useZone()];
  const monday = mondayDue(now.toZonedDateTimeISO(zone));
  const known = mails.flatMap((mail) => {
    const report = reports.find(({ file }) => file === mail.file);
    return report ? [{ mail, report }] : [];
  });
  if (known.length === 0) return null;
  return (
    <section className={classes.mailed} aria-label="E-mailed every Monday">
      <h2 className={plain.heading}>E-mailed every Monday</h2>
      <ul className={plain.list}>
        {known.map(({ mail, report }) => (
          <li key={mail.id} className={classes.mail}>
            <button
              type="button"
              className={plain.name}
              onClick={() => onOpen(report, movedTo(report, mail.chosen, monday))}
            >
              {report.name}
            </button>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Stop the mail about ${report.name}`}
              onClick={() => void stop(mail, report.name)}
            >
              Stop
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};
