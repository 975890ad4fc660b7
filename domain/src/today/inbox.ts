import { counted } from '../counted.ts';
import type { Notice } from '../notices/schema.ts';
import { isSnoozed, NO_MARK } from './marks.ts';
import type { Mark, MarkList } from './schema.ts';

/** A notice in the inbox, with who looks after it and until when it is put off (docs/rules/notices.md, rule 19). */
export interface InboxRow extends Notice, Mark {
  readonly key: string;
}

const NOTICE = 'notice:';
/** Whether a key is that of a notice, and of no row of Today. */
export const isOfNotice = (key: string): boolean => key.startsWith(NOTICE);

/**
 * By which it is put off and given to somebody, until its date is another one; the two halves of a month of timesheets are
 * one.
 */
export const noticeKey = ({
  rule,
  at,
  id,
  month,
  day,
}: Pick<Notice, 'rule' | 'at' | 'id' | 'month' | 'day'>) =>
  `${NOTICE}${rule}:${[at, id, month ?? day].filter((part) => part !== null).join('-')}`;

/** All notices in their order, apart from those that are put off. */
export const inboxRows = (
  notices: readonly Notice[],
  { marks }: Pick<MarkList, 'marks'>,
  now: Temporal.Instant,
): { readonly open: readonly InboxRow[]; readonly putOff: readonly InboxRow[] } => {
  const byKey = new Map(marks.map((mark) => [mark.key, mark]));
  const rows = notices.map((notice): InboxRow => {
    const key = noticeKey(notice);
    const { snoozed, assigned } = byKey.get(key) ?? NO_MARK;
    return { ...notice, key, snoozed, assigned };
  });
  return {
    open: rows.filter((row) => !isSnoozed(row, now)),
    putOff: rows.filter((row) => isSnoozed(row, now)),
  };
};

const FEW_DAYS = 45;

/** 'today', 'in 12 days', '3 days ago'; '' where the day is too far away to be counted. */
export const sayDue = (day: string, today: string): string => {
  const days = Temporal.PlainDate.from(today).until(day).days;
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  if (Math.abs(days) > FEW_DAYS) return '';
  return days > 0 ? `in ${counted(days, 'day')}` : `${counted(-days, 'day')} ago`;
};
