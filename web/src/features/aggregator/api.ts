import { getLog, getRecords, insertRecord } from '@homecare/domain/aggregator/contract.ts';
import { SET_TO_PLANNED } from '@homecare/domain/aggregator/rules.ts';
import type { RecordType } from '@homecare/domain/aggregator/schema.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { perform } from '../../platform/form/use-action.ts';
import { useRead } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';

/** What the queue is about: a person or a visit. */
export interface Subject {
  readonly type: RecordType;
  readonly id: number;
}

/** Newest first. */
export const useAggregatorLog = ({ type, id }: Subject) =>
  useRead(
    getRecords,
    {
      filters: [
        { field: 'type', op: '=', value: type },
        { field: 'record_id', op: '=', value: String(id) },
      ],
    },
    { staleTime: 0 },
  );

/** Plans a record. */
export const SEND_RECORD = {
  call: insertRecord,
  changes: [getRecords, getLog, getPeople],
  onDone: () => toast.success(SET_TO_PLANNED),
} as const;
export const recordOf = ({ type, id }: Subject) => ({
  data: { type, record_id: id, Status: 'Planned' as const },
});

/** From the menu of a row; `success` is the screen's own literal. */
export const sendToAggregator = async (subject: Subject, success = SET_TO_PLANNED) => {
  const sent = await perform(SEND_RECORD, recordOf(subject));
  if (sent.ok) toast.success(success);
  else toast.error(sent.info);
};
