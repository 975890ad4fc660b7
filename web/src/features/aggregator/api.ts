import { getLog, getRecords, insertRecord } from '@homecare/domain/aggregator/contract.ts';
import { SET_TO_PLANNED } from '@homecare/domain/aggregator/rules.ts';
import type { RecordType } from '@homecare/domain/aggregator/schema.ts';
import { getPeople } from '@homecare/domain/people/contract.ts';
import { markStale, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';
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

/** Plans the record and tells how it went; `success` is the screen's own literal. */
export const sendToAggregator = async ({ type, id }: Subject, success = SET_TO_PLANNED) => {
  const sent = await send(insertRecord, { data: { type, record_id: id, Status: 'Planned' } });
  if (sent.ok) toast.success(success);
  else toast.error(sent.info);
  // A refusal too means that the screen is behind.
  void markStale(getRecords, getLog, getPeople);
};
