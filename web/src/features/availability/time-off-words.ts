import { daysOff } from '@homecare/domain/availability/rules.ts';
import type { TimeOffRow, TimeOffSpan, TimeOffStatus } from '@homecare/domain/availability/schema.ts';
import { sayTime, showDate, showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { Tone } from '../../ui/tones.ts';

export const STATUS_TONES: Record<TimeOffStatus, Tone> = {
  Requested: 'warn',
  Approved: 'ok',
  Declined: 'mute',
};

export const daysText = ({ from, through }: Pick<TimeOffRow, 'from' | 'through'>) =>
  from === through ? showDate(from) : `${showDate(from)} to ${showDate(through)}`;

/** '3 days', or the hours of a single day. */
export const lengthText = (row: TimeOffRow) =>
  row.fromTime !== null && row.throughTime !== null
    ? `${sayTime(row.fromTime)} to ${sayTime(row.throughTime)}`
    : counted(daysOff(row), 'day');

/** Who decided and when, or who asked. */
export const stateText = ({ decided, decidedBy, requested, requestedBy }: TimeOffRow, zone: string) =>
  decided === null
    ? `${requestedBy}, ${showStamp(requested, zone)}`
    : `${decidedBy ?? ''}, ${showStamp(decided, zone)}`;

export const spanOf = ({
  providerId,
  from,
  through,
  fromTime,
  throughTime,
}: Pick<TimeOffRow, 'providerId' | keyof TimeOffSpan>) => ({
  providerId,
  from,
  through,
  fromTime,
  throughTime,
});
