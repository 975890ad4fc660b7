import { z } from 'zod';
import { getCall } from '../call.ts';
import { monthText } from '../wire.ts';
import { MARGIN_DIMENSIONS, Margin, MarginLine } from './schema.ts';

/** The most months of one margin. */
export const MOST_MONTHS = 12;

const asked = { from: monthText, to: monthText, by: z.enum(MARGIN_DIMENSIONS) } as const;

/** Income less pay of months of calculation, both included, by one of the dimensions. */
export const getMargin = getCall(['margin/get'], {
  name: 'margin.get',
  roles: ['admin'],
  effect: 'read',
  input: z.strictObject(asked),
  output: Margin,
});

/** The lines behind a number; they add up to it. */
export const listMarginLines = getCall(['margin/list-lines'], {
  name: 'margin.listLines',
  roles: ['admin'],
  effect: 'read',
  input: z.strictObject({ ...asked, key: z.string().max(200) }),
  output: z.array(MarginLine),
});
