import { search } from '@homecare/domain/find/contract.ts';
import { readFind } from '@homecare/domain/find/rules.ts';
import { getReports } from '@homecare/domain/reports/contract.ts';
import { IconReport } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keep } from '../../platform/kept.ts';
import { readQuery, useRead } from '../../platform/query.ts';
import type { Viewer } from '../../platform/row-actions.ts';
import { useToday } from '../../platform/use-today.ts';
import { actionEntries, isNamed } from './action-entries.ts';
import type { FindEntry, FindGroup } from './find-entries.ts';
import { firstPersonEntries, recordGroups, showOnly } from './record-entries.ts';

const SHOWN_REPORTS = 4;

/** The reports that the server names, by their titles. */
const useReportEntries = (words: readonly string[]): readonly FindEntry[] => {
  const reports = useRead(
    getReports,
    { requestInfo: 'reports' },
    { enabled: words.length > 0, staleTime: 600_000 },
  );
  return (reports.data?.reports ?? [])
    .filter(({ name }) => isNamed(name, words))
    .slice(0, SHOWN_REPORTS)
    .map(({ file, name }) => ({
      key: `report ${file}`,
      icon: IconReport,
      title: name,
      place: { to: '/reports' },
      prepare: () => {
        keep('reports.search', '');
        keep('reports.chosen', file);
      },
    }));
};

const matching = (screens: readonly FindEntry[], words: readonly string[]) =>
  screens.filter(({ title }) => isNamed(title, words));

/** What is found for the text, kind by kind; what this device knows comes at once, records with the answer. */
export const useGroups = (text: string, viewer: Viewer, screens: readonly FindEntry[]) => {
  const typed = text.trim();
  const today = useToday();
  const words = useMemo(() => readFind(typed).words, [typed]);
  const query = useQuery({
    ...readQuery(search, { text: typed }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 60_000,
  });
  const reports = useReportEntries(words);
  const found = typed === '' ? undefined : query.data;
  const groups = useMemo((): readonly FindGroup[] => {
    if (typed === '') return [];
    const records = found ? recordGroups(found, typed, viewer.role) : [];
    const doable = [
      ...(found ? firstPersonEntries(found, viewer, today.toString()) : []),
      ...actionEntries(words, viewer, today),
    ];
    const hidden = found && found.people.active === 0 && found.people.archived > 0;
    return [
      ...records,
      { title: 'Do', entries: words.length > 0 ? doable : [] },
      { title: 'Go to', entries: words.length > 0 ? matching(screens, words) : [] },
      { title: 'Reports', entries: words.length > 0 ? reports : [] },
      {
        title: 'This list',
        entries: [...(hidden ? [showOnly(typed, true)] : []), showOnly(typed)],
      },
    ].filter(({ entries }) => entries.length > 0);
  }, [typed, found, words, viewer, today, screens, reports]);
  return {
    groups,
    words,
    /** The records of this very text are here. */
    isSettled: typed === '' || (query.data !== undefined && !query.isPlaceholderData) || query.isError,
    isFailed: query.isError,
    archived: found && groups.length <= 1 ? found.people.archived : 0,
    isNothing: found !== undefined && groups.length <= 1,
  };
};
