import { z } from 'zod';
import { getCall } from '../call.ts';
import { MAX_ID, wireInt } from '../wire.ts';
import { HOURS_FILTERS, PossibleProvider, TYPE_FILTERS } from './schema.ts';

const orNone = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional()).optional();

/** Lists who could care for this client, best first. A filter that is missing or empty lets everybody through. */
export const listPossibleProviders = getCall(
  ['People/possibleProvider.php', 'modules/People/possibleProvider.php'],
  {
    name: 'possibleProviders.list',
    roles: ['admin', 'user'],
    needs: ['premium'],
    effect: 'read',
    input: z.strictObject({
      id: wireInt(1, MAX_ID).pipe(z.int()),
      /** A language, such as 'Spanish'. */
      group: orNone(z.string().max(60)),
      hours: orNone(z.enum(HOURS_FILTERS)),
      type: orNone(z.enum(TYPE_FILTERS)),
    }),
    output: z.array(PossibleProvider),
  },
);
