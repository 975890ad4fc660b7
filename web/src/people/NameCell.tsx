import { personName } from '@homecare/domain/people/rules.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { IconAlertTriangle, IconArchive, IconMessage } from '@tabler/icons-react';
import { newTexts, useUnreadCounts } from '../messaging/unread-api.ts';
import { useRowMarks } from '../notices/api.ts';
import { CellLines } from '../ui/CellLines.tsx';
import { archivedLine, isArchived } from './archived.ts';

/** Name with the reason line: new texts, archived since, or what is expired or soon to be. */
export const NameCell = ({ person }: { readonly person: PersonRow }) => {
  const mark = useRowMarks().get(person.ID);
  const unread = useUnreadCounts().get(person.ID);
  const reason = isArchived(person)
    ? { sub: archivedLine(person), subIcon: IconArchive }
    : mark && { sub: mark.text, subIcon: IconAlertTriangle, subTone: mark.tone };
  const line = unread
    ? {
        subTone: 'info' as const,
        ...reason,
        sub: [newTexts(unread), reason?.sub].filter(Boolean).join(' · '),
        subIcon: IconMessage,
      }
    : reason;
  return <CellLines strong main={personName(person)} {...line} />;
};
