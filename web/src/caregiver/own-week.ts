import { getOwnWeek } from '@homecare/domain/availability/contract.ts';
import type { OwnWeek } from '@homecare/domain/availability/schema.ts';
import { useKeptRead } from './answers.ts';

/** Pay is not stored on phones (docs/security.md). */
const withoutPay = (week: OwnWeek): OwnWeek => ({ ...week, payCents: null });

/** Hours of this week, also offline; online with the pay for them so far. */
export const useOwnWeek = () => useKeptRead(getOwnWeek, {}, withoutPay);
