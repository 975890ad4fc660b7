import {
  deleteHistory,
  getCheckInPlace as getCheckInPlaceCall,
  getCoordinates,
  getNote,
  getPeople,
  getProcedureCodes,
  insertPerson,
  listFirstPeople,
  previewArchive as previewArchiveCall,
  setCheckInPoint as setCheckInPointCall,
  setExactPoint,
  updatePerson,
} from '@homecare/domain/people/contract.ts';
import {
  keepApart as keepApartCall,
  listMerges as listMergesCall,
  mergePeople as mergePeopleCall,
  previewMerge as previewMergeCall,
  undoMerge as undoMergeCall,
} from '@homecare/domain/people/merge-contract.ts';
import { ownClientsTag } from '../platform/auth/own-clients.ts';
import { bind, bindList } from '../platform/http/bind.ts';
import { previewArchive } from './archive.ts';
import { getCheckInPlace, setCheckInPoint } from './check-in-place.ts';
import { keepApart, listMerges, mergePeople, previewMerge, undoMerge } from './merging.ts';
import * as reading from './reading.ts';
import * as people from './service.ts';

export const peopleRoutes = [
  bindList(getPeople, {
    // A whole record is always read, because every view of a full SSN is recorded.
    revision: ({ id, filters }) =>
      id || filters.some(({ field }) => field === 'ID') ? undefined : [['people', 'all']],
    also: ownClientsTag,
    load: reading.getPeople,
    rowsOf: 'people',
  }),
  bind(listFirstPeople, reading.listFirstPeople),
  bind(insertPerson, people.insertPerson),
  bind(updatePerson, people.updatePerson),
  bind(previewArchiveCall, previewArchive),
  bind(getNote, reading.getNote),
  bind(deleteHistory, people.deleteHistory),
  bind(setExactPoint, people.setExactPoint),
  bind(getCheckInPlaceCall, getCheckInPlace),
  bind(setCheckInPointCall, setCheckInPoint),
  bind(getCoordinates, reading.getCoordinates),
  bind(getProcedureCodes, reading.getProcedureCodes),
  bind(previewMergeCall, previewMerge),
  bind(mergePeopleCall, mergePeople),
  bind(undoMergeCall, undoMerge),
  bind(listMergesCall, listMerges),
  bind(keepApartCall, keepApart),
];
