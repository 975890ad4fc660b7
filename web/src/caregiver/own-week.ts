import { getOwnWeek } from '@homecare/domain/availability/contract.ts';
import type { OwnWeek } from '@homecare/domain/availability/schema.ts';
import { useKeptRead } from './answers.ts';

/** No pay stays on a phone (docs/security.md). */
const withoutPay = (week: OwnWeek): OwnWeek => ({ ...week, payCents: null });

/** Hours of this week, without a network too; with one also what they come to so far. */
export const useOwnWeek = () => useKeptRead(getOwnWeek, {}, withoutPay);
