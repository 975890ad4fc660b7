import type { InputOf } from '@homecare/domain/call.ts';
import { type ExportFormat, exportPeople } from '@homecare/domain/list-export/people-contract.ts';
import {
  deleteHistory,
  getCheckInPlace,
  getNote,
  getPeople,
  getProcedureCodes,
  insertPerson as insertPersonCall,
  listFirstPeople,
  previewArchive,
  setCheckInPoint,
  setExactPoint,
  updatePerson as updatePersonCall,
} from '@homecare/domain/people/contract.ts';
import {
  keepApart,
  listMerges,
  mergePeople,
  previewMerge,
  undoMerge as undoMergeCall,
} from '@homecare/domain/people/merge-contract.ts';
import { isPerson, type Person, type PersonRow } from '@homecare/domain/people/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { markStale, queryClient, readNow, readQuery, useRead } from '../../platform/query.ts';
import { fetchFile } from '../../platform/send-file.ts';

const firstRows = () => readQuery(listFirstPeople, {});

/** Called as early as possible, because this list is the first thing that staff see. */
export const prefetchPeople = () => queryClient.prefetchQuery(firstRows());

const NOBODY: readonly (PersonRow | Person)[] = [];

/** All people as list rows, including archived ones. */
export const usePeople = (enabled = true) => {
  const query = useRead(getPeople, {}, { enabled });
  const { data } = query;
  const rows = useMemo(() => (data ?? NOBODY).filter((row): row is PersonRow => !isPerson(row)), [data]);
  return { query, people: data && rows };
};

/** All people and, until they have loaded, the first ones, so that the first paint does not wait for thousands of rows. */
export const usePeopleInSteps = () => {
  const isLoaded = queryClient.getQueryData([getPeople.name, {}]) !== undefined;
  const first = useQuery({ ...firstRows(), enabled: !isLoaded, refetchOnWindowFocus: false });
  const whole = usePeople(isLoaded || !first.isPending);
  return { ...whole, first: whole.people ? undefined : first.data };
};

/** The person as now listed; undefined if they cannot be read or no longer exist. */
export const readRowAgain = async (id: number): Promise<PersonRow | undefined> => {
  const rows = await queryClient
    .fetchQuery({ ...readQuery(getPeople, {}), staleTime: 0 })
    .catch(() => undefined);
  return rows?.find((row): row is PersonRow => row.ID === id && !isPerson(row));
};

/** Cached separately from the lists, because marking those as stale must not read a whole record again. */
const byId = (id: number) => ({
  ...readQuery(getPeople, { filters: [{ field: 'ID' as const, op: '=' as const, value: String(id) }] }),
  queryKey: ['people.record', id] as const,
});

const wholeOf = (rows: readonly (PersonRow | Person)[]) => rows.find(isPerson);

/** One whole record. Since each read is logged, it is read once when its page opens, and not cached. */
export const usePerson = (id: number, enabled: boolean) =>
  useQuery({
    ...byId(id),
    select: wholeOf,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The current record, for comparison with unsaved input. */
export const readPersonAgain = async (id: number) =>
  wholeOf(await queryClient.fetchQuery({ ...byId(id), staleTime: 0, gcTime: 0 }));

export const useProcedureCodes = (enabled: boolean) =>
  useRead(getProcedureCodes, { requestInfo: 'procedureCodes' }, { enabled, staleTime: 300_000 });

const peopleChanged = () => void markStale(getPeople);

export const INSERT_PERSON = { call: insertPersonCall, changes: [getPeople] } as const;

export const UPDATE_PERSON = { call: updatePersonCall, changes: [getPeople] } as const;

/** What archiving on this date would do. */
export const useArchivePreview = (id: number, archiveDate: string, enabled: boolean) =>
  useRead(previewArchive, { id, archiveDate }, { enabled, staleTime: 0 });

/** The note when its dialog opens. It must not change while the user types. */
export const useNote = (id: number) =>
  useQuery({
    ...readQuery(getNote, { id }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The current note and revision of the record. */
export const readNote = (id: number) => readNow(getNote, { id });

export const DELETE_HISTORY = { call: deleteHistory } as const;
export const SET_POINT = { call: setExactPoint, changes: [getPeople] } as const;
export const SET_CHECK_IN_POINT = { call: setCheckInPoint, changes: [getPeople] } as const;

/** Used only for clients with approximate coordinates. */
export const useCheckInPlace = (id: number, enabled: boolean) =>
  useRead(getCheckInPlace, { id }, { enabled, staleTime: 0 });

/** Exports what the list shows. */
export const exportList = (
  { tab, search, showArchived }: Omit<InputOf<typeof exportPeople>, 'format'>,
  format: ExportFormat,
) => fetchFile(exportPeople, { tab, search, showArchived, format });

/** What merging the two would do; compared again each time. */
export const useMergePreview = (keepId: number, awayId: number) =>
  useRead(previewMerge, { keepId, awayId }, { staleTime: 0 });

export const useMerges = (id: number, enabled: boolean) =>
  useRead(listMerges, { id }, { enabled, staleTime: 0 });

/** A merge changes both records, so an open one is read again. */
export const recordsChanged = () => {
  peopleChanged();
  void markStale(listMerges);
  void queryClient.resetQueries({ queryKey: ['people.record'] });
};

export const MERGE_PEOPLE = { call: mergePeople } as const;

export const UNDO_MERGE = { call: undoMergeCall } as const;

/** Records that two similar people are different. */
export const KEEP_APART = { call: keepApart } as const;
