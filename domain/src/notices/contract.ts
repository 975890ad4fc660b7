import { z } from 'zod';
import { getCall } from '../call.ts';
import { since } from '../followed.ts';
import { followedNotices } from './order.ts';
import { NoticeList, OwnPaper } from './schema.ts';

/** Everything the toolbar's menus and the marks of the People list show; role provider gets the birthdays only. */
export const listNotices = getCall(['notices/list'], {
  name: 'notices.list',
  roles: ['admin', 'user', 'provider'],
  effect: 'poll',
  input: z.strictObject({ since }),
  output: NoticeList,
  followed: followedNotices,
});

/** Papers of the caregiver who asks that expire, have expired or are missing, for the phone. */
export const listOwnPapers = getCall(['notices/list-own-papers'], {
  name: 'notices.listOwnPapers',
  roles: ['evv'],
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(OwnPaper),
});
