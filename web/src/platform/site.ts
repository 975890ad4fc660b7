import { type Capabilities, capabilities } from '@homecare/domain/sites/page-contract.ts';
import { readQuery, useRead } from './query.ts';

const LONG = 10 * 60_000;

export const capabilitiesQuery = () => ({ ...readQuery(capabilities, {}), staleTime: LONG });
/** What is switched on for the agency; undefined until the server has answered. */
export const useCapabilities = (): Capabilities | undefined =>
  useRead(capabilities, {}, { staleTime: LONG }).data;
