import { z } from 'zod';
import { getCall } from '../call.ts';
import { dateText } from '../wire.ts';
import { Board } from './schema.ts';

/** Who visits whom on up to seven days (docs/rules/schedule.md, rules 1 to 8). */
export const getBoard = getCall(['schedule/board'], {
  name: 'schedule.board',
  roles: ['admin', 'user'],
  effect: 'poll',
  input: z.strictObject({ from: dateText, through: dateText }),
  output: Board,
});
