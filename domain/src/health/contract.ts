import { z } from 'zod';
import { getCall } from '../call.ts';
import { HealthPage } from './schema.ts';

/** Reports the health of the server and of this agency's part of it (docs/rules/health.md). */
export const getHealth = getCall(['health/get'], {
  name: 'health.get',
  roles: ['admin'],
  effect: 'poll',
  input: z.strictObject({}),
  output: HealthPage,
});
