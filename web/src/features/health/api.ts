import { getHealth } from '@homecare/domain/health/contract.ts';
import { useRead } from '../../platform/query.ts';

const EVERY_MS = 15_000;

export const useHealth = () => useRead(getHealth, {}, { every: EVERY_MS });
