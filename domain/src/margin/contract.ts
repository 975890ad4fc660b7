import { z } from 'zod';
import { getCall } from '../call.ts';
import { monthText } from '../wire.ts';
import { MARGIN_DIMENSIONS, Margin, MarginLine } from './schema.ts';

/** Longest range of months in one request. */
export const MOST_MONTHS = 12;

const asked = { from: monthText, to: monthText, by: z.enum(MARGIN_DIMENSIONS) } as const;

/** Income minus pay for a range of months of calculation (both ends included), grouped by one dimension. */
export const getMargin = getCall(['margin/get'], {
  name: 'margin.get',
  roles: ['admin'],
  effect: 'read',
  input: z.strictObject(asked),
  output: Margin,
});

/** The lines that add up to one number of the margin. */
export const listMarginLines = getCall(['margin/list-lines'], {
  name: 'margin.listLines',
  roles: ['admin'],
  effect: 'read',
  input: z.strictObject({ ...asked, key: z.string().max(200) }),
  output: z.array(MarginLine),
});
