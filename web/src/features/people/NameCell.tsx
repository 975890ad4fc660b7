import { isArchived } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { IconAlertTriangle, IconArchive, IconMessage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { CellLines } from '../../ui/CellLines.tsx';
import { newTexts, useUnreadCounts } from '../messaging/unread-api.ts';
import { useRowMarks } from '../notices/api.ts';
import { archivedLine } from './archived.ts';

/** Shows the most urgent reason and counts the others, which are in the tooltip and read by screen readers. */
export const Reasons = ({ reasons }: { readonly reasons: readonly string[] }) => {
  const [first, ...others] = reasons;
  if (others.length === 0) return first;
  return (
    <span data-tip={reasons.join(' · ')}>
      {first}
      <span aria-hidden="true"> +{others.length}</span>
      <span className="visually-hidden"> · {others.join(' · ')}</span>
    </span>
  );
};

/** Puts the count of new texts before the rest of the line. */
export const withTexts = (unread: number | undefined, line: ReactNode): ReactNode =>
  unread ? (
    <>
      {newTexts(unread)}
      {line && ' · '}
      {line}
    </>
  ) : (
    line
  );

/** The name with a line below it: new texts, since when the person is archived, or what has expired or expires soon. */
export const NameCell = ({ person }: { readonly person: PersonRow }) => {
  const mark = useRowMarks().get(person.ID);
  const unread = useUnreadCounts().get(person.ID);
  const reason = isArchived(person)
    ? { sub: archivedLine(person), subIcon: IconArchive }
    : mark && { sub: <Reasons reasons={mark.reasons} />, subIcon: IconAlertTriangle, subTone: mark.tone };
  const line = unread
    ? {
        subTone: 'info' as const,
        ...reason,
        sub: withTexts(unread, reason?.sub),
        subIcon: IconMessage,
      }
    : reason;
  return <CellLines strong main={<PersonLink id={person.ID} name={personName(person)} />} {...line} />;
};
