import { mondayDue, movedTo } from '@homecare/domain/report-mails/mails.ts';
import type { ReportMail } from '@homecare/domain/report-mails/schema.ts';
import type { PageEntry } from '@homecare/domain/reports/list.ts';
import type { RawParameters } from '@homecare/domain/reports/parameters.ts';
import { Button } from '@mantine/core';
import { offerUndo } from '../../platform/form/offer-undo.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { useNow } from '../../platform/use-now.ts';
import { useZone } from '../../platform/use-today.ts';
import plain from '../../ui/PlainList.module.css';
import { ADD_MAIL, REMOVE_MAIL } from './api.ts';
import classes from './MailedReports.module.css';

interface StopButtonProps {
  readonly mail: ReportMail;
  readonly name: string;
}

const StopButton = ({ mail: { id, file, address, chosen }, name }: StopButtonProps) => {
  const stop = useAction({
    ...REMOVE_MAIL,
    onDone: () =>
      offerUndo({
        ...ADD_MAIL,
        input: { file, address, chosen },
        said: `You get no more e-mails about ${name}.`,
        undone: `You get e-mails about ${name} again.`,
      }),
  });
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      aria-label={`Stop the mail about ${name}`}
      loading={stop.pending}
      onClick={() => void stop.run({ id })}
    >
      Stop
    </Button>
  );
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
            <StopButton mail={mail} name={report.name} />
          </li>
        ))}
      </ul>
    </section>
  );
};
