import { z } from 'zod';
import { getCall } from '../call.ts';
import { ScanError } from './schema.ts';

/** Open errors of scanned timesheets, newest month first. */
export const getScanData = getCall(['modules/getScanData.php', 'getScanData.php'], {
  name: 'timesheets.getScanData',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(ScanError),
});
